import { useState } from "react"
import { Button } from "../kit/Button.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { Loaded } from "../kit/Loaded.tsx"
import { Notice } from "../kit/Notice.tsx"
import { Refused } from "../kit/Refused.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call } from "./calls.ts"
import { useEvent } from "./event.ts"
import { useAccount } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import { PageTitle } from "./PageTitle.tsx"
import { leave } from "./session.ts"
import "./payout.css"

/** The guest blocks a lost wristband. That ends their sessions, so everything to know stands before the button. */
export const LostPage = () => {
  const say = useMessages()
  const { payout_enabled } = useEvent()
  const account = useAccount()
  const [asks, setAsks] = useState(false)
  const { busy, refusal, submit } = useSubmit(() => call("POST /tag/block"), () => leave("blocked"))
  return (
    <>
      <PageTitle>{say.lost}</PageTitle>
      <Loaded of={account} lines={5}>
        {({ email, has_entered_info, user_tag_id, user_tag_pin }) =>
          user_tag_id === null
            ? (
              <Notice>
                <p>{say.noWristband}</p>
              </Notice>
            )
            : (
              <>
                <p>{say.blockIntro}</p>
                <ul className="effects">
                  {say.blockEffects.map((effect) => <li key={effect}>{effect}</li>)}
                  {email !== null && <li>{say.blockMail(email)}</li>}
                </ul>
                {user_tag_pin !== null && (
                  <p>
                    {say.pin}: <strong>{user_tag_pin}</strong>
                  </p>
                )}
                {payout_enabled && !has_entered_info && (
                  <Notice kind="attention">
                    <p>{say.blockBankFirst}</p>
                    <p>
                      <PageLink to="/payout">{say.moneyBack}</PageLink>
                    </p>
                  </Notice>
                )}
                <div>
                  <Button kind="danger" onClick={() => setAsks(true)}>{say.blockWristband}</Button>
                </div>
              </>
            )}
      </Loaded>
      {asks && (
        <Dialog title={say.blockTitle} onClose={() => setAsks(false)}>
          {refusal !== undefined && <Refused refusal={refusal} />}
          <p>{say.blockNote}</p>
          <div className="row">
            <Button kind="danger" busy={busy} onClick={() => void submit()}>{say.blockYes}</Button>
            <Button onClick={() => setAsks(false)}>{say.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
