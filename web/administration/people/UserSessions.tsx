import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Distance } from "../../kit/Moment.tsx"
import { useList } from "../answers.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import type { User } from "./UserList.tsx"

/** Where a person is signed in to the back office. */
export const UserSessions = ({ user }: { readonly user: User }) => {
  const say = useTexts()
  const address = { params: { user_id: user.id }, query: { node_id: useNodeId() } }
  const sessions = useList("GET /users/:user_id/sessions", address)
  const [isEnding, setEnding] = useState(false)
  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">{say.sessions}</h2>
      <Loaded of={sessions}>
        {(all) =>
          all.length === 0 ? <p>{say.noSessions}</p> : (
            <>
              <ul className="rows">
                {all.map(({ address: from, id, last_seen_at }) => (
                  <li key={id} className="between">
                    <span>{from}</span>
                    <Distance at={last_seen_at} />
                  </li>
                ))}
              </ul>
              <div>
                <Button kind="danger" onClick={() => setEnding(true)}>{say.endSessions}</Button>
              </div>
            </>
          )}
      </Loaded>
      {isEnding && (
        <Confirm
          title={say.endSessions}
          action={say.endSessions}
          change={() => call("DELETE /users/:user_id/sessions", address)}
          onClose={() => setEnding(false)}
        >
          <p>{say.endSessionsHint}</p>
        </Confirm>
      )}
    </section>
  )
}
