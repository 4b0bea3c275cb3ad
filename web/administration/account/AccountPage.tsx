import { useAtomValue } from "jotai"
import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { ColoursChoice, LanguageChoice } from "../../kit/Preferences.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { SoftwareNote } from "../../kit/SoftwareNote.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { leave, sessionAtom } from "../session.ts"
import { PasswordForm } from "./PasswordForm.tsx"
import { SecondFactor } from "./SecondFactor.tsx"
import { Sessions } from "./Sessions.tsx"
import { useTexts } from "./texts.ts"

/** What the signed-in person sets for themself. */
export const AccountPage = () => {
  const say = useTexts()
  const session = useAtomValue(sessionAtom)
  const { busy, refusal, submit } = useChange(() => call("POST /auth/logout"), () => leave())
  const installation = useAnswer("GET /public-config").data
  if (session === undefined || session === "asking") return undefined
  const { display_name, login, must_change_password } = session.user
  return (
    <Page
      title={display_name === "" ? login : display_name}
      actions={<Button busy={busy} onClick={submit}>{say.signOut}</Button>}
    >
      {refusal !== undefined && <Refused refusal={refusal} />}
      {must_change_password && (
        <Notice kind="attention">
          <p>{say.mustChange}</p>
        </Notice>
      )}
      <section className="card stack" aria-labelledby="preferences">
        <h2 id="preferences">{say.preferences}</h2>
        <div className="entries">
          <LanguageChoice />
          <ColoursChoice />
        </div>
      </section>
      <PasswordForm />
      <SecondFactor />
      <Sessions />
      <SoftwareNote sourceUrl={installation?.source_url} />
    </Page>
  )
}
