import { useState } from "react"
import { add, type Amount, fromCents, negate, subtract, toCents, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { NoChips } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { Keypad } from "./Keypad.tsx"

const notes = [5, 10, 20, 50].map((major) => fromCents(major * 100))

/** Takes cash for an amount and says the change. For an amount below zero the guest gets cash back. */
export const CashDialog = ({ amount, onBook, onClose }: {
  readonly amount: Amount
  /** With what the guest gave; `undefined` if no one entered it. */
  readonly onBook: (given: Amount | undefined) => void
  readonly onClose: () => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  const [given, setGiven] = useState(zero)
  const isBack = toCents(amount) < 0
  const change = subtract(given, amount)
  const isTooLittle = toCents(given) > 0 && toCents(change) < 0
  return (
    <Dialog title={say.payCash} onClose={onClose}>
      <NoChips />
      <dl className="details cash">
        <dt>{say.total}</dt>
        <dd className="figure">
          <Money amount={amount} large />
        </dd>
        {!isBack && (
          <>
            <dt>{say.given}</dt>
            <dd>
              <Money amount={given} />
            </dd>
            <dt>{say.change}</dt>
            <dd className="figure">
              <div role="status">{toCents(given) === 0 || isTooLittle ? "–" : <Money amount={change} large />}</div>
            </dd>
          </>
        )}
      </dl>
      {!isBack && (
        <>
          <div className="notes">
            {notes.map((note) => (
              <Button key={note} onClick={() => setGiven(add(given, note))}>+ {money(note)}</Button>
            ))}
            <Button onClick={() => setGiven(amount)}>{say.exact}</Button>
            <Button onClick={() => setGiven(zero)}>{say.clear}</Button>
          </div>
          <Keypad value={given} onChange={setGiven} />
        </>
      )}
      {isTooLittle && <p role="alert" className="field-error">{say.givenTooLittle(money(negate(change)))}</p>}
      <Button
        kind="primary"
        className="large"
        disabled={isTooLittle}
        onClick={() => onBook(toCents(given) === 0 ? undefined : given)}
      >
        {isBack ? say.payBackCash(money(negate(amount))) : say.bookCash(money(amount))}
      </Button>
      <Button kind="quiet" onClick={onClose}>{say.cancel}</Button>
    </Dialog>
  )
}
