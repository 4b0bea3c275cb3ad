import { Notice } from "../../kit/Notice.tsx"
import { Plain } from "../frame/Plain.tsx"
import { useMessages } from "../messages.ts"
import { Readers } from "../readers/Readers.tsx"
import { useSession } from "../Session.ts"
import { SignIn } from "./SignIn.tsx"

/** No one is signed in. Someone who may sign in alone goes first; they can then sign others in. */
export const SignInScreen = () => {
  const say = useMessages()
  const { config } = useSession()
  return (
    <Plain title={config.till?.name ?? config.name}>
      <p className="muted">{config.event_name}</p>
      {config.till === null && (
        <Notice kind="attention">
          <p>{say.terminalWithoutTill}. {say.terminalWithoutTillHint}</p>
        </Notice>
      )}
      <h2>{say.signInTitle}</h2>
      <SignIn hint={say.signInHint} />
      <Readers holder="staff" />
    </Plain>
  )
}
