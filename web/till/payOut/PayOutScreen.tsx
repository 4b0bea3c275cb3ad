import { Banknote } from "lucide-react"
import { type Amount, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Form } from "../../kit/Form.tsx"
import { Money } from "../../kit/Money.tsx"
import { AmountPad } from "../amounts/AmountPad.tsx"
import { payOutSuggestions } from "../amounts/Suggestions.ts"
import { GuestPanel } from "../guest/GuestPanel.tsx"
import { useMessages } from "../messages.ts"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { Reason } from "../result/Reason.tsx"
import "../tasks.css"
import { usePayOut } from "./usePayOut.ts"

/** Cash for the balance of a wristband: all of it, or an amount. */
export const PayOutScreen = () => {
  const say = useMessages()
  const { after, book, entry, held, isEmpty, isWhole, one, payOut, possible, refusal } = usePayOut()
  return (
    <div className="page stack">
      <h1>{say.taskPayOut}</h1>
      <div className="task">
        <div className="stack">
          <GuestPanel held={held} />
          {isEmpty && <p className="muted">{say.payOutNothing}</p>}
          {possible === "noRegister" && <p className="muted">{say.noRegister}</p>}
          {refusal !== undefined && (
            <div className="notice" data-kind="stopped" role="alert">
              <div className="stack-close">
                <Reason refusal={refusal} />
              </div>
            </div>
          )}
          <Cash payOut={payOut} after={after} isBusy={one.isUnderWay} onBook={book} />
          {held.guest === undefined && <p className="muted">{say.guestMissing}</p>}
        </div>
        <Form
          label={say.taskPayOut}
          refusal={undefined}
          mistakes={entry.amount === undefined ? { amount: say.amountMalformed } : undefined}
          onSubmit={book}
        >
          <Button aria-pressed={isWhole} onClick={() => entry.setText("")}>{say.payOutWhole}</Button>
          <AmountPad
            entry={entry}
            label={say.payOutAmount}
            suggestions={payOutSuggestions(held.guest?.balance ?? zero)}
          />
        </Form>
      </div>
      <OneBookingResult of={one} />
    </div>
  )
}

/** The cash to give, as the server has confirmed it. */
const Cash = ({ after, isBusy, onBook, payOut }: {
  readonly payOut: Amount | undefined
  readonly after: Amount | undefined
  readonly isBusy: boolean
  readonly onBook: () => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  return (
    <section className="stack" aria-label={say.payment}>
      {payOut !== undefined && after !== undefined && (
        <>
          <div className="between after">
            <span>{say.payOutGive}</span>
            <strong className="figure">
              <Money amount={payOut} large />
            </strong>
          </div>
          <div className="between">
            <span>{say.balanceThen}</span>
            <Money amount={after} />
          </div>
        </>
      )}
      <Button className="large" kind="primary" busy={isBusy} disabled={payOut === undefined} onClick={onBook}>
        <Banknote className="icon" aria-hidden />
        {payOut === undefined ? say.taskPayOut : say.payOutCash(money(payOut))}
      </Button>
    </section>
  )
}
