import { registrationLink } from "@wristbank/core/till/RegistrationText"
import { useState } from "react"
import { Link } from "wouter"
import { Button } from "../../../kit/Button.tsx"
import { CheckField } from "../../../kit/Field.tsx"
import { QrCode } from "../../../kit/QrCode.tsx"
import { useAnswer } from "../../answers.ts"
import { appTextOf } from "./RegistrationCode.ts"
import "./tills.css"
import { useTexts } from "./texts.ts"
import type { Terminal } from "./useEquipment.ts"
import { useTillAddress } from "./useTillAddress.ts"

/** The code that registers a device as the terminal, to scan, to open and to type. */
export const CodeCard = ({ code, of: { id, name } }: { readonly of: Terminal; readonly code: string }) => {
  const say = useTexts()
  const [till] = useTillAddress()
  const [isForApp, setForApp] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const settings = useAnswer("GET /public-config")
  const link = registrationLink(till, code)
  const text = isForApp ? settings.data && appTextOf(settings.data.terminal_api_endpoint, code) : link
  return (
    <section className="card code-card">
      {text !== undefined && <QrCode text={text} label={say.codeOf(name)} />}
      <div className="stack-close">
        <h2>{say.registerThis}</h2>
        <p>{isForApp ? say.scanWithApp : say.scanWithCamera}</p>
        <p className="registration-code">{code}</p>
        <CheckField name="for_app" checked={isForApp} onChange={setForApp}>{say.forApp}</CheckField>
        <div className="row">
          {!isForApp && (
            <Button onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}>
              {isCopied ? say.copied : say.copyLink}
            </Button>
          )}
          <Link href={`/sell/terminals/sheets?of=${id}`} className="button">{say.printSheet}</Link>
        </div>
      </div>
    </section>
  )
}
