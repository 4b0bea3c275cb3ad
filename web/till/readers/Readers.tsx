import { Nfc } from "lucide-react"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useReaderSetUp } from "../../kit/readers/KeyboardReader.ts"
import { useNfc } from "../../kit/readers/NfcReader.ts"
import { useMessages } from "../messages.ts"
import { DemoTags } from "./DemoTags.tsx"
import { TypedChip } from "./TypedChip.tsx"
import { TypedPin } from "./TypedPin.tsx"

/** All ways to give this screen a chip that the device has: by NFC, typed, and the demo's tags. USB readers need no button. */
export const Readers = ({ byPin = false, holder }: {
  readonly holder: "guest" | "staff"
  /** Whether the printed PIN does as well: of a guest's wristband that was handed out. */
  readonly byPin?: boolean
}) => {
  const say = useMessages()
  const [isTyping, setTyping] = useState(false)
  const close = () => setTyping(false)
  return (
    <div className="readers stack">
      <NfcReader />
      <DemoTags holder={holder} />
      <div>
        <Button onClick={() => setTyping(true)}>{byPin ? say.typePinOrChip : say.typeChip}</Button>
      </div>
      {isTyping && (
        <Dialog title={byPin ? say.findGuest : say.typeChip} onClose={close}>
          {byPin && <TypedPin onUsed={close} />}
          <TypedChip onUsed={close} />
          <Button kind="quiet" onClick={close}>{say.cancel}</Button>
        </Dialog>
      )}
    </div>
  )
}

/** NFC of the device: switched on by a tap, or why it can't be. */
export const NfcReader = () => {
  const say = useMessages()
  const { start, state } = useNfc()
  const { format } = useReaderSetUp()
  switch (state) {
    case "off":
      return (
        <Button kind="primary" onClick={start}>
          <Nfc className="icon" aria-hidden />
          {say.nfcStart}
        </Button>
      )
    case "reading":
      return undefined
    case "refused":
      return (
        <Notice kind="attention">
          <p>{say.nfcRefused}</p>
          <div>
            <Button onClick={start}>{say.retry}</Button>
          </div>
        </Notice>
      )
    case "insecure":
      return (
        <Notice kind="attention">
          <p>{say.nfcInsecure}</p>
        </Notice>
      )
    case "missing":
      return format === null ? <p className="muted small">{say.nfcMissing}</p> : undefined
  }
}
