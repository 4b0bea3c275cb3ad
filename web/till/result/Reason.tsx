import type { ReactNode } from "react"
import { type Amount, subtract, toCents } from "../../kit/Amount.ts"
import { Money } from "../../kit/Money.tsx"
import { type Refusal } from "../../kit/Refusal.ts"
import { sentenceOf } from "../../kit/Refused.tsx"
import { useMessages } from "../messages.ts"

/** Why a booking is refused, with the numbers where there are some. */
export const Reason = ({ refusal }: { readonly refusal: Refusal }) => {
  const say = useMessages()
  const { available, needed, products, variants } = refusal.body
  switch (refusal.id) {
    case "NotEnoughFunds":
      return titled(say.notEnough, <Shortage needed={needed as Amount} available={available as Amount} />)
    case "NotEnoughVouchers":
      return titled(say.notEnoughVouchers, <p>{sentenceOf(refusal, say)}</p>)
    case "InsufficientCash":
      return titled(say.notEnoughCash, <Shortage needed={needed as Amount} available={available as Amount} />)
    case "AgeRestriction":
      return (variants as ReadonlyArray<string>).every((name) => name === "under_16" || name === "under_18")
        ? titled(say.tooYoung, <p>{say.tooYoungFor((products as ReadonlyArray<string>).join(", "))}</p>)
        : titled(say.wrongKind, <p>{sentenceOf(refusal, say)}</p>)
    case "CustomerNotFound":
      return titled(say.tagUnknown, <p>{say.tagUnknownHint}</p>)
    case "NodeIsReadOnly":
      return <p>{say.eventArchived}</p>
    default:
      return <p>{sentenceOf(refusal, say)}</p>
  }
}

const titled = (title: string, rest: ReactNode) => (
  <>
    <p className="reason">{title}</p>
    {rest}
  </>
)

const Shortage = ({ available, needed }: { readonly needed: Amount; readonly available: Amount }) => {
  const say = useMessages()
  const missing = subtract(needed, available)
  return (
    <dl className="details balances">
      <dt>{say.needed}</dt>
      <dd>
        <Money amount={needed} />
      </dd>
      <dt>{say.available}</dt>
      <dd>
        <Money amount={available} />
      </dd>
      {toCents(missing) > 0 && (
        <>
          <dt>{say.missing}</dt>
          <dd className="figure">
            <Money amount={missing} large />
          </dd>
        </>
      )}
    </dl>
  )
}
