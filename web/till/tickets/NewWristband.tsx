import { ScanQrCode, Ticket } from "lucide-react"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { lazily } from "../../kit/lazily.tsx"
import { NewTag } from "../guest/NewTag.tsx"
import { TagPin } from "../guest/TagPin.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { additionProblem, newWristband, type Wristband, type Wristbands } from "./Wristbands.ts"

const CodeCamera = lazily(() => import("../registration/CodeCamera.tsx"), "CodeCamera")

/** The next wristband: its chip, its PIN, then the code of its presale ticket by camera. */
export const NewWristband = ({ next, onAdd, onForget, wristbands }: {
  readonly next: { readonly chip: Chip; readonly pin: string } | undefined
  readonly wristbands: Wristbands
  readonly onAdd: (wristband: Wristband) => void
  readonly onForget: () => void
}) => {
  const say = useMessages()
  const { config: { till } } = useSession()
  const [pin, setPin] = useState(next?.pin ?? "")
  const [token, setToken] = useState("")
  if (next === undefined) return <NewTag chip={undefined} onForget={onForget} />
  const { chip } = next
  const add = (code: string) => {
    const wristband = newWristband(chip, pin, code.trim() === "" ? null : code.trim())
    if (additionProblem(wristbands, wristband) === undefined) onAdd(wristband)
    else setToken(code)
  }
  const problem = additionProblem(wristbands, newWristband(chip, pin, token.trim() === "" ? null : token.trim()))
  return (
    <section className="stack" aria-label={say.nextWristband}>
      <NewTag chip={chip} onForget={onForget} />
      <Form
        label={say.nextWristband}
        refusal={undefined}
        mistakes={problem === "tokenTwice" ? { voucher_token: say.tokenTwice } : undefined}
        onSubmit={() => add(token)}
      >
        <TagPin name="tag_pin" label={say.tagPin} hint={say.tagPinHint} value={pin} onChange={setPin} />
        <Button type="submit" kind="primary" className="large" disabled={problem !== undefined}>
          <Ticket className="icon" aria-hidden />
          {token.trim() === "" ? say.withoutPresale : say.withPresale}
        </Button>
        {till?.allow_ticket_vouchers === true && (
          <PresaleCode
            token={token}
            isDisabled={problem !== undefined && problem !== "tokenTwice"}
            onScan={add}
            onChange={setToken}
          />
        )}
        {problem !== undefined && problem !== "tokenTwice" && <p className="muted">{say[problem]}</p>}
      </Form>
    </section>
  )
}

/** The code of a presale ticket, scanned or typed. */
const PresaleCode = ({ isDisabled, onChange, onScan, token }: {
  readonly token: string
  readonly isDisabled: boolean
  readonly onScan: (code: string) => void
  readonly onChange: (code: string) => void
}) => {
  const say = useMessages()
  const [isScanning, setScanning] = useState(false)
  return (
    <>
      <Button
        className="large"
        aria-expanded={isScanning}
        disabled={isDisabled}
        onClick={() => setScanning(!isScanning)}
      >
        <ScanQrCode className="icon" aria-hidden />
        {isScanning ? say.scanStop : say.scanPresale}
      </Button>
      {isScanning && (
        <CodeCamera
          onText={(text) => {
            setScanning(false)
            onScan(text)
          }}
        />
      )}
      <TextField
        name="voucher_token"
        label={say.presaleCode}
        value={token}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}
