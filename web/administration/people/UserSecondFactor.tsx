import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Moment } from "../../kit/Moment.tsx"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { nameOf, type User } from "./UserList.tsx"

/** Whether signing in takes a code of the person's phone, and the way out when the phone is lost. */
export const UserSecondFactor = ({ user }: { readonly user: User }) => {
  const say = useTexts()
  const address = { params: { user_id: user.id }, query: { node_id: useNodeId() } }
  const factor = useAnswer("GET /users/:user_id/second-factor", address)
  const [isResetting, setResetting] = useState(false)
  return (
    <section className="card stack" aria-labelledby="second-factor">
      <h2 id="second-factor">{say.secondFactor}</h2>
      <Loaded of={factor}>
        {({ enrolled_at }) =>
          enrolled_at === null ? <p>{say.noSecondFactor}</p> : (
            <>
              <p>
                {say.secondFactorSince} <Moment at={enrolled_at} />
              </p>
              <div>
                <Button kind="danger" onClick={() => setResetting(true)}>{say.resetSecondFactor}</Button>
              </div>
            </>
          )}
      </Loaded>
      {isResetting && (
        <Confirm
          title={say.resetSecondFactorOf(nameOf(user))}
          action={say.resetSecondFactor}
          change={() => call("DELETE /users/:user_id/second-factor", address)}
          onClose={() => setResetting(false)}
        >
          <p>{say.resetSecondFactorHint}</p>
        </Confirm>
      )}
    </section>
  )
}
