import { useState } from "react"
import { type Amount, fromCents, negate } from "../../kit/Amount.ts"
import { reload } from "../../kit/Answers.ts"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Form } from "../../kit/Form.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { AmountPad } from "../amounts/AmountPad.tsx"
import { useAmountEntry } from "../amounts/AmountText.ts"
import { useMessages } from "../messages.ts"
import { StaffTag } from "../people/StaffTag.tsx"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"

const suggestions = [50, 100, 200, 500].map((major) => fromCents(major * 100))

/**
 * Cash to or from a person: between the signed-in person and a cashier's register, or between the vault and the person who carries
 * cash.
 */
export const MoveCash = ({ kind }: { readonly kind: "register" | "transport" }) => {
  const say = useMessages()
  const { money } = useFormats()
  const { amount, book, chip, entry, isTaking, missing, one, setChip, setTaking, texts } = useMove(kind)
  return (
    <div className="task">
      <div className="stack">
        <StaffTag label={texts.who} hint={texts.hold} chip={chip} onForget={() => setChip(undefined)} />
        <div className="payments" role="group" aria-label={say.direction}>
          <Button aria-pressed={!isTaking} onClick={() => setTaking(false)}>{texts.bringing}</Button>
          <Button aria-pressed={isTaking} onClick={() => setTaking(true)}>{texts.taking}</Button>
        </div>
      </div>
      <Form
        label={say.taskCash}
        refusal={undefined}
        mistakes={entry.amount === undefined ? { amount: say.amountMalformed } : undefined}
        onSubmit={book}
      >
        <AmountPad entry={entry} label={say.amount} suggestions={suggestions} />
        <Button
          type="submit"
          kind="primary"
          className="large"
          busy={one.isUnderWay}
          disabled={missing !== undefined}
        >
          {buttonOf(isTaking ? texts.taking : texts.bringing, amount, money)}
        </Button>
        {missing !== undefined && <p className="muted">{missing}</p>}
      </Form>
      <OneBookingResult of={one} />
    </div>
  )
}

/** Who, how much and in which direction. */
const useMove = (kind: "register" | "transport") => {
  const say = useMessages()
  const entry = useAmountEntry()
  const [chip, setChip] = useState<Chip>()
  const [isTaking, setTaking] = useState(false)
  const one = useOneBooking()
  useMade(one, () => {
    entry.setText("")
    setChip(undefined)
    reload("registers")
  })
  useChips((held) => {
    one.next()
    setChip(held)
  })
  const amount = entry.amount === 0 ? undefined : entry.amount
  const missing = chip === undefined
    ? kind === "register" ? say.cashierMissing : say.carrierMissing
    : amount === undefined
    ? say.amountMissing
    : undefined
  const texts = textsOf(say, kind)
  const book = () => {
    if (chip === undefined || amount === undefined) return
    const signed = isTaking ? negate(amount) : amount
    const subject = { chip, amount, text: isTaking ? texts.taking : texts.bringing }
    if (kind === "register") {
      one.make({
        call: "POST /change-cash-register-balance",
        body: { cashier_tag_uid: asJson(chip), amount: signed },
        subject
      })
    } else {
      one.make({
        call: "POST /change-transport-register-balance",
        body: { orga_tag_uid: asJson(chip), amount: signed },
        subject
      })
    }
  }
  return { amount, book, chip, entry, isTaking, missing, one, setChip, setTaking, texts }
}

const textsOf = (say: ReturnType<typeof useMessages>, kind: "register" | "transport") =>
  kind === "register"
    ? { who: say.cashier, hold: say.holdCashier, bringing: say.bringCash, taking: say.takeCash }
    : { who: say.carrier, hold: say.holdCarrier, bringing: say.fromVault, taking: say.toVault }

const buttonOf = (text: string, amount: Amount | undefined, money: (amount: Amount) => string): string =>
  amount === undefined ? text : `${text}: ${money(amount)}`
