import { Button } from "../../kit/Button.tsx"
import { useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { asWebApplication } from "../calls.ts"
import { enter, leave, type Session } from "../session.ts"
import { SecondFactor } from "./SecondFactor.tsx"
import { useTexts } from "./texts.ts"

/** The only screen of someone who has to set up a second factor first: every other call is refused until then. */
export const MustEnrol = ({ session }: { readonly session: Session }) => {
  const say = useTexts()
  const signOut = useChange(() => call("POST /auth/logout"), () => leave())
  const again = useChange(
    () => call("GET /auth/web-session", undefined, asWebApplication),
    ({ user }) => enter({ ...session, user })
  )
  return (
    <main className="plain stack">
      <h1>{say.secondFactor}</h1>
      <SecondFactor onEnrolled={() => void again.submit()} />
      <div>
        <Button kind="quiet" busy={signOut.busy} onClick={() => void signOut.submit()}>{say.signOut}</Button>
      </div>
    </main>
  )
}
