import { Form } from "../../kit/Form.tsx"
import { Money } from "../../kit/Money.tsx"
import { AmountPad } from "../amounts/AmountPad.tsx"
import { PaymentButtons } from "../amounts/PaymentButtons.tsx"
import { topUpSuggestions } from "../amounts/Suggestions.ts"
import { GuestPanel } from "../guest/GuestPanel.tsx"
import { useMessages } from "../messages.ts"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import "../tasks.css"
import { useTopUp } from "./useTopUp.ts"

/** Money onto a wristband: amount and guest in any order, then how it is paid. */
export const TopUpScreen = () => {
  const say = useMessages()
  const { after, amount, entry, held, missing, mistake, one, pay } = useTopUp()
  return (
    <div className="page stack">
      <h1>{say.taskTopUp}</h1>
      <div className="task">
        <Form
          label={say.taskTopUp}
          refusal={undefined}
          mistakes={mistake === undefined ? undefined : { amount: mistake }}
          onSubmit={() => undefined}
        >
          <AmountPad entry={entry} label={say.topUpAmount} suggestions={topUpSuggestions} />
        </Form>
        <div className="stack">
          <GuestPanel held={held} />
          <section className="stack" aria-label={say.payment}>
            {after !== undefined && (
              <div className="between after">
                <span>{say.balanceThen}</span>
                <strong className="figure">
                  <Money amount={after} large />
                </strong>
              </div>
            )}
            <PaymentButtons amount={amount} isBusy={one.isUnderWay} isDisabled={missing !== undefined} onPay={pay} />
            {missing !== undefined && <p className="muted">{missing}</p>}
          </section>
        </div>
      </div>
      <OneBookingResult of={one} />
    </div>
  )
}
