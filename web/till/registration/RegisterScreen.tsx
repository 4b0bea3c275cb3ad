import { useSetAtom } from "jotai"
import { useEffect, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { lazily } from "../../kit/lazily.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { randomUuid } from "../../kit/Uuid.ts"
import { callsWith } from "../calls.ts"
import { Plain } from "../frame/Plain.tsx"
import { useMessages } from "../messages.ts"
import { sessionAtom } from "../Session.ts"
import { isSignedOutAtom, registrationAtom } from "./Registration.ts"
import { readCode } from "./RegistrationCode.ts"

const CodeCamera = lazily(() => import("./CodeCamera.tsx"), "CodeCamera")

/** Registers this browser as a terminal, by the code of its sheet. */
export const RegisterScreen = () => {
  const say = useMessages()
  const [text, setText] = useState(() => takeCodeOfLink() ?? "")
  const [isScanning, setScanning] = useState(false)
  const [isMalformed, setMalformed] = useState(false)
  useEffect(() => {
    // A link that is opened in a tab of the till loads no page.
    const take = () => setText((before) => takeCodeOfLink() ?? before)
    globalThis.addEventListener("hashchange", take)
    return () => globalThis.removeEventListener("hashchange", take)
  }, [])
  const { busy, refusal, register } = useRegistering()
  const submit = (typed: string) => {
    const code = readCode(typed)
    setMalformed(code === undefined)
    if (code !== undefined) register(code)
  }
  const onScan = (scanned: string) => {
    const code = readCode(scanned)
    if (code === undefined) return
    setScanning(false)
    setText(code)
    submit(code)
  }
  return (
    <Plain title={say.registerTitle}>
      <p className="muted">{say.registerIntro}</p>
      <Form
        label={say.registerTitle}
        refusal={refusal}
        mistakes={isMalformed ? { registration_uuid: say.registerCodeMalformed } : undefined}
        onSubmit={() => submit(text)}
      >
        <TextField
          name="registration_uuid"
          label={say.registerCode}
          value={text}
          onChange={setText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" kind="primary" busy={busy}>{say.register}</Button>
        <Button aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {isScanning ? say.scanStop : say.scanCode}
        </Button>
      </Form>
      {isScanning && <CodeCamera onText={onScan} />}
    </Plain>
  )
}

const anonymous = callsWith(() => undefined)

const useRegistering = () => {
  const setRegistration = useSetAtom(registrationAtom)
  const setSignedOut = useSetAtom(isSignedOutAtom)
  const setSession = useSetAtom(sessionAtom)
  const { busy, refusal, submit } = useSubmit(
    (code: string) => anonymous("POST /auth/register_terminal", { body: { registration_uuid: code } }),
    ({ terminal: { id, name }, token }) => {
      setSession(undefined)
      setSignedOut(false)
      // Asked for once, so that browsers don't clear away bookings when the device runs out of space.
      void navigator.storage?.persist?.()
      setRegistration({ id: randomUuid(), token, terminalId: id, name })
    }
  )
  return { busy, refusal, register: (code: string) => void submit(code) }
}

/** The code in an opened link. It is removed from the address, as it is to be used once and not to be kept in the history. */
const takeCodeOfLink = (): string | undefined => {
  const code = readCode(location.hash)
  if (code !== undefined) history.replaceState(null, "", location.pathname)
  return code
}
