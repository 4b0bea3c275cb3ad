import { Check, Circle, Undo2 } from "lucide-react"
import { Moment } from "../kit/Moment.tsx"
import { Money } from "../kit/Money.tsx"
import { Notice } from "../kit/Notice.tsx"
import type { Account, PayoutState } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { awaited, isUnderWay, payoutSteps } from "./PayoutSteps.ts"
import "./home.css"

/** How far the guest's payout is, and why the next run would leave them out. */
export const PayoutCard = ({ account, state }: { readonly account: Account; readonly state: PayoutState }) => {
  const say = useMessages()
  const steps = payoutSteps(account, state)
  const next = awaited(account, state)
  // A balance of 0 needs no explanation while the money is on its way, and missing bank data is offered above.
  const obstacles = state.obstacles.filter((one) =>
    one !== "bank_data_missing" && (one !== "balance_zero" || (account.has_entered_info && !state.in_payout_run))
  )
  if (steps.length === 0 && !obstacles.some((one) => one === "payouts_off" || one === "excluded")) return undefined
  return (
    <section className="card stack" aria-labelledby="payout">
      <div className="between">
        <h2 id="payout">{account.donate_all && !state.in_payout_run ? say.donation : say.payout}</h2>
        {account.payout !== null && isUnderWay(state) && (
          <strong>
            <Money amount={account.payout.amount} />
          </strong>
        )}
      </div>
      {steps.length > 0 && (
        <ol className="steps">
          {steps.map(({ at, isDone, name }) => (
            <li key={name} data-done={isDone} data-kind={name}>
              {isDone
                ? (
                  name === "returned"
                    ? <Undo2 className="icon" aria-hidden />
                    : <Check className="icon" aria-label={say.stepDone} />
                )
                : <Circle className="icon" aria-hidden />}
              <span>{account.donate_all ? say.donationSteps[name] : say.payoutSteps[name]}</span>
              {at !== null && (
                <span className="muted small">
                  <Moment at={at} />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {next !== undefined && <p className="muted">{say.expected[next]}</p>}
      {state.returned_at !== null && <p>{say.returnedHint(state.return_reason ?? "")}</p>}
      {!isUnderWay(state) && obstacles.map((one) => (
        <Notice key={one} kind="attention">
          <p>{say.obstacles[one]}</p>
        </Notice>
      ))}
    </section>
  )
}
