import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Moment } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { QrCode } from "../../kit/QrCode.tsx"
import { useAnswer } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { newPassword, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import "./account.css"
import { useTexts } from "./texts.ts"

type Secret = OfficeAnswer<"POST /auth/second-factor/begin">

/** The person's authenticator app: set up, replaced or removed, and the codes for the day the phone is lost. */
export const SecondFactor = ({ onEnrolled = () => {} }: { readonly onEnrolled?: () => void }) => {
  const say = useTexts()
  const state = useAnswer("GET /auth/second-factor")
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  const done = ({ recovery_codes }: { readonly recovery_codes: ReadonlyArray<string> }) => {
    setSecret(undefined)
    setCodes(recovery_codes)
  }
  return (
    <section className="card stack" aria-labelledby="second-factor">
      <h2 id="second-factor">{say.secondFactor}</h2>
      {codes !== undefined && <Codes codes={codes} onDone={onEnrolled} />}
      <Loaded of={state}>
        {({ enrolled_at, recovery_codes_left, required_by }) =>
          enrolled_at === null
            ? (
              <>
                <p>{say.secondFactorHint}</p>
                {required_by !== null && (
                  <Notice kind="attention">
                    <p>{say.requiredBy(required_by.name)}</p>
                  </Notice>
                )}
                {secret === undefined ? <Begin onBegun={setSecret} /> : <Confirm secret={secret} onDone={done} />}
              </>
            )
            : (
              <>
                <p>
                  {say.enrolledSince} <Moment at={enrolled_at} />. {say.codesLeft(recovery_codes_left)}
                </p>
                <Change onCodes={done} />
              </>
            )}
      </Loaded>
    </section>
  )
}

const Begin = ({ onBegun }: { readonly onBegun: (secret: Secret) => void }) => {
  const say = useTexts()
  return (
    <RecordForm
      name="begin"
      label={say.setUpSecondFactor}
      fields={{ password: { ...newPassword({ label: say.oldPassword }), autoComplete: "current-password" } }}
      initial={{ password: "" }}
      save={(body) => call("POST /auth/second-factor/begin", { body })}
      submit={say.setUpSecondFactor}
      onDone={onBegun}
    />
  )
}

interface Done {
  readonly onDone: (codes: OfficeAnswer<"POST /auth/second-factor/confirm">) => void
}

const Confirm = ({ onDone, secret: { secret, uri } }: Done & { readonly secret: Secret }) => {
  const say = useTexts()
  return (
    <>
      <p>{say.scanWithApp}</p>
      <div className="second-factor-code">
        <QrCode text={uri} label={say.qrForApp} />
      </div>
      <p>
        {say.orType} <code>{secret}</code>
      </p>
      <RecordForm
        name="confirm"
        label={say.confirmCode}
        fields={{ code: { ...text({ label: say.code }), autoComplete: "one-time-code" } }}
        initial={{ code: "" }}
        save={(body) => call("POST /auth/second-factor/confirm", { body })}
        submit={say.confirmCode}
        onDone={onDone}
      />
    </>
  )
}

/** Codes that are shown once; each signs in once in place of the app's. */
const Codes = ({ codes, onDone }: { readonly codes: ReadonlyArray<string>; readonly onDone: () => void }) => {
  const say = useTexts()
  return (
    <Notice kind="attention">
      <p>{say.keepCodes}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onClick={() => print()}>{say.printCodes}</Button>
        <Button kind="primary" onClick={onDone}>{say.codesKept}</Button>
      </div>
    </Notice>
  )
}

/** New recovery codes, or no second factor any more; both need password and code. */
const Change = ({ onCodes }: { readonly onCodes: Done["onDone"] }) => {
  const say = useTexts()
  const [what, setWhat] = useState<"codes" | "remove">()
  const fields = {
    password: { ...newPassword({ label: say.oldPassword }), autoComplete: "current-password" },
    code: { ...text({ label: say.code }), autoComplete: "one-time-code" }
  }
  const initial = { password: "", code: "" }
  const close = () => setWhat(undefined)
  return (
    <>
      <div className="row">
        <Button aria-pressed={what === "codes"} onClick={() => setWhat("codes")}>{say.newCodes}</Button>
        <Button kind="danger" aria-pressed={what === "remove"} onClick={() => setWhat("remove")}>
          {say.removeSecondFactor}
        </Button>
      </div>
      {what === "codes" && (
        <RecordForm
          name="codes"
          label={say.newCodes}
          fields={fields}
          initial={initial}
          save={(body) => call("POST /auth/second-factor/recovery-codes", { body })}
          submit={say.newCodes}
          onDone={(codes) => {
            close()
            onCodes(codes)
          }}
        />
      )}
      {what === "remove" && (
        <RecordForm
          name="remove"
          label={say.removeSecondFactor}
          fields={fields}
          initial={initial}
          save={(body) => call("POST /auth/second-factor/remove", { body })}
          submit={say.removeSecondFactor}
          onDone={close}
        />
      )}
    </>
  )
}
