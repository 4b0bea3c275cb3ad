import { LogOut, ShieldAlert } from "lucide-react"
import { useMemo } from "react"
import { keptAtom, reload, useKept } from "../kit/Answers.ts"
import { Button } from "../kit/Button.tsx"
import { Loaded } from "../kit/Loaded.tsx"
import { Distance, Moment } from "../kit/Moment.tsx"
import { Refused } from "../kit/Refused.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call, type PortalAnswer } from "./calls.ts"
import { useAccount } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import { PageTitle } from "./PageTitle.tsx"
import { leave } from "./session.ts"
import "./home.css"

type Session = PortalAnswer<"GET /sessions">[number]

/** Where the guest is signed in, and what to do about a lost wristband. */
export const AccountPage = () => {
  const say = useMessages()
  const account = useAccount()
  const sessions = useKept(useMemo(() => keptAtom(() => call("GET /sessions")), []), "sessions")
  const { busy, submit } = useSubmit(() => call("POST /auth/logout"), () => undefined)
  const others = useSubmit(() => call("DELETE /sessions"), () => reload("sessions"))
  return (
    <>
      <PageTitle>{say.account}</PageTitle>
      {account.data !== undefined && account.data.user_tag_id !== null && (
        <section className="card stack" aria-labelledby="lost">
          <h2 id="lost">{say.lost}</h2>
          <p>{say.lostIntro}</p>
          <div>
            <PageLink to="/lost" className="button" data-kind="danger">
              <ShieldAlert className="icon" aria-hidden />
              {say.blockWristband}
            </PageLink>
          </div>
        </section>
      )}
      <section className="card stack" aria-labelledby="devices">
        <h2 id="devices">{say.devices}</h2>
        {others.refusal !== undefined && <Refused refusal={others.refusal} />}
        <Loaded of={sessions} lines={3}>
          {(list) => (
            <>
              <ul className="rows">
                {list.map((session) => (
                  <li key={session.id}>
                    <SessionRow session={session} />
                  </li>
                ))}
              </ul>
              {list.length > 1 && (
                <div>
                  <Button busy={others.busy} onClick={() => void others.submit()}>{say.endOthers}</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </section>
      <Button busy={busy} onClick={() => void submit().finally(() => leave())}>
        <LogOut className="icon" aria-hidden />
        {say.signOut}
      </Button>
    </>
  )
}

const SessionRow = (
  { session: { address, created_at, id, is_current, last_seen_at } }: { readonly session: Session }
) => {
  const say = useMessages()
  const { busy, refusal, submit } = useSubmit(
    () => call("DELETE /sessions/:session_id", { params: { session_id: id } }),
    () => reload("sessions")
  )
  return (
    <div className="session">
      <div className="what">
        <p>
          <strong>{is_current ? say.thisDevice : say.otherDevice}</strong>
        </p>
        <p className="muted small">
          {say.signedInAt} <Moment at={created_at} />
        </p>
        <p className="muted small">
          {say.lastUsed} <Distance at={last_seen_at} />
          {address !== null && ` · ${address}`}
        </p>
        {refusal !== undefined && <Refused refusal={refusal} />}
      </div>
      {!is_current && <Button kind="quiet" busy={busy} onClick={() => void submit()}>{say.endSession}</Button>}
    </div>
  )
}
