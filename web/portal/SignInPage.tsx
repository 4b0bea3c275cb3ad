import { useAtom, useAtomValue, useSetAtom } from "jotai"
import { ScanLine } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { Button } from "../kit/Button.tsx"
import { TextField } from "../kit/Field.tsx"
import { Form } from "../kit/Form.tsx"
import { lazily } from "../kit/lazily.tsx"
import { Placeholder } from "../kit/Loaded.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call } from "./calls.ts"
import { useEvent } from "./event.ts"
import { useMessages } from "./messages/messages.ts"
import { PinPicture } from "./PinPicture.tsx"
import { enter, sessionAtom, signedOutAtom } from "./session.ts"
import { credentialIn, voucherAtom } from "./Voucher.ts"

const Scanner = lazily(() => import("./Scanner.tsx"), "Scanner", 4)

/** The guest signs in with the PIN of the wristband, its QR code, or the link of a presale ticket. */
export const SignInPage = () => {
  const say = useMessages()
  const [pin, setPin] = useState("")
  const [isMissing, setMissing] = useState(false)
  const [scans, setScans] = useState(false)
  const { busy, refusal, signIn } = useSignIn()
  const [voucher, setVoucher] = useAtom(voucherAtom)
  const isSignedIn = useAtomValue(sessionAtom) !== undefined
  if (useTries(voucher, signIn)) return <Placeholder lines={4} />
  const use = (credential: string) => {
    setScans(false)
    void signIn(credential)
  }
  return (
    <div className="sign-in stack">
      <SignedOutNotice />
      <h1>{say.signInTitle}</h1>
      <p className="muted">{say.signInIntro}</p>
      <PinPicture />
      <Form
        label={say.signInTitle}
        refusal={refusal}
        mistakes={isMissing ? { pin: say.pinMissing } : undefined}
        onSubmit={() => {
          setMissing(pin.trim() === "")
          if (pin.trim() !== "") void signIn(pin.trim())
        }}
      >
        <TextField
          name="pin"
          label={say.pin}
          hint={say.pinHint}
          className="pin"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          value={pin}
          onChange={setPin}
        />
        <Button type="submit" kind="primary" busy={busy}>{say.signIn}</Button>
      </Form>
      {isSignedIn && <Button onClick={() => setVoucher(undefined)}>{say.cancel}</Button>}
      {scans
        ? <Scanner accept={credentialIn} onFound={use} onClose={() => setScans(false)} />
        : (
          <Button onClick={() => setScans(true)}>
            <ScanLine className="icon" aria-hidden />
            {say.scan}
          </Button>
        )}
    </div>
  )
}

/** Signs in with a PIN or a portal token; the session before, if there is one, ends. */
const useSignIn = () => {
  const { node_id } = useEvent()
  const former = useAtomValue(sessionAtom)
  const setVoucher = useSetAtom(voucherAtom)
  const { busy, refusal, submit } = useSubmit(
    (credential: string) => call("POST /auth/login", { body: { pin: credential, node_id } }),
    ({ access_token }) => {
      if (former !== undefined) void call("POST /auth/logout")
      setVoucher(undefined)
      enter({ token: access_token, eventId: node_id })
    }
  )
  return { busy, refusal, signIn: submit }
}

/** Tries the portal token of the link that opened the page, once; whether that is still to be answered. */
const useTries = (voucher: string | undefined, signIn: (credential: string) => Promise<void>): boolean => {
  const tried = useRef(false)
  const [isAnswered, setAnswered] = useState(voucher === undefined)
  useEffect(() => {
    if (voucher === undefined || tried.current) return
    tried.current = true
    void signIn(voucher).then(() => setAnswered(true))
  }, [signIn, voucher])
  return !isAnswered
}

const SignedOutNotice = () => {
  const say = useMessages()
  const why = useAtomValue(signedOutAtom)
  if (why === undefined) return undefined
  return (
    <Notice kind={why === "blocked" ? "good" : "attention"}>
      <p>{why === "blocked" ? say.blockedDone : say.sessionEnded}</p>
    </Notice>
  )
}
