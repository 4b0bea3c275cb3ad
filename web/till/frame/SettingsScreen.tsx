import { useSetAtom } from "jotai"
import { Button } from "../../kit/Button.tsx"
import { ColoursChoice, LanguageChoice } from "../../kit/Preferences.tsx"
import { useReaderSetUp } from "../../kit/readers/KeyboardReader.ts"
import { useNfc } from "../../kit/readers/NfcReader.ts"
import { Refused } from "../../kit/Refused.tsx"
import { SoftwareNote } from "../../kit/SoftwareNote.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { NfcReader } from "../readers/Readers.tsx"
import { FormatName } from "../readers/ReaderSetUp.tsx"
import { registrationAtom } from "../registration/Registration.ts"
import { sessionAtom, useSession } from "../Session.ts"
import { Connection } from "./Connection.tsx"

/** What belongs to the device: its reader, language, colours, and its registration. */
export const SettingsScreen = () => {
  const say = useMessages()
  const { format, setFormat } = useReaderSetUp()
  const { state } = useNfc()
  const { config } = useSession()
  return (
    <div className="stack page">
      <h1>{say.settings}</h1>
      <section className="card stack">
        <h2>{say.readersTitle}</h2>
        {state === "reading" ? <p>{say.nfcReading}</p> : <NfcReader />}
        {format === null ? <p>{say.readerNone}</p> : (
          <>
            <p>
              {say.readerIs("")}
              <FormatName format={format} />
            </p>
            <div>
              <Button onClick={() => setFormat(null)}>{say.readerForget}</Button>
            </div>
          </>
        )}
      </section>
      <section className="card stack">
        <LanguageChoice />
        <ColoursChoice />
      </section>
      <Connection />
      <EndRegistration />
      <SoftwareNote sourceUrl={config.source_url} />
    </div>
  )
}

const EndRegistration = () => {
  const say = useMessages()
  const forget = useSetAtom(registrationAtom)
  const setSession = useSetAtom(sessionAtom)
  const { busy, refusal, submit } = useSubmit(() => call("POST /auth/logout_terminal"), () => {
    setSession(undefined)
    forget(null)
  })
  return (
    <section className="card stack">
      <p className="muted">{say.endRegistrationHint}</p>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <div>
        <Button kind="danger" busy={busy} onClick={() => void submit()}>{say.endRegistration}</Button>
      </div>
    </section>
  )
}
