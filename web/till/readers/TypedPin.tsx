import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { parseHex } from "../../kit/Chip.ts"
import { Form } from "../../kit/Form.tsx"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { chipRead } from "../../kit/readers/Chips.ts"
import { useSubmit } from "../../kit/Submit.ts"
import { call, type TerminalAnswer } from "../calls.ts"
import { TagPin } from "../guest/TagPin.tsx"
import { useMessages } from "../messages.ts"

type Found = TerminalAnswer<"POST /customer/find-by-pin">

/**
 * The guest of a wristband whose chip can't be read, by the PIN that is printed on it. Only the wristband that they have now counts as
 * held to the reader: a person who shows another one may have found it.
 */
export const TypedPin = ({ onUsed }: { readonly onUsed: () => void }) => {
  const say = useMessages()
  const [pin, setPin] = useState("")
  const [isMissing, setMissing] = useState(false)
  const [found, setFound] = useState<Found>()
  const { busy, refusal, submit } = useSubmit(
    (user_tag_pin: string) => call("POST /customer/find-by-pin", { body: { user_tag_pin } }),
    (answer) => {
      const chip = answer.wristband === "present" ? parseHex(answer.account.user_tag_uid_hex ?? "") : undefined
      setFound(chip === undefined ? answer : undefined)
      if (chip === undefined) return
      onUsed()
      chipRead(chip)
    }
  )
  return (
    <>
      {found !== undefined && <NotHeld found={found} />}
      <Form
        label={say.findByPin}
        refusal={refusal}
        mistakes={isMissing ? { pin: say.pinMissing } : undefined}
        onSubmit={() => {
          setFound(undefined)
          setMissing(pin.trim() === "")
          if (pin.trim() !== "") void submit(pin.trim())
        }}
      >
        <TagPin name="pin" label={say.tagPin} hint={say.tagPinHint} value={pin} onChange={setPin} />
        <Button type="submit" kind="primary" busy={busy}>{say.findByPin}</Button>
      </Form>
    </>
  )
}

/** Why nothing can be booked with the wristband, and what its guest has. */
const NotHeld = ({ found: { account, wristband } }: { readonly found: Found }) => {
  const say = useMessages()
  return (
    <Notice kind="attention">
      <p>
        <strong>{say.pinStates[wristband]}</strong>
      </p>
      <p>
        {say.pinGuestHas} <Money amount={account.balance} />
        {account.vouchers !== 0 && `, ${say.voucherCount(account.vouchers)}`}
      </p>
    </Notice>
  )
}
