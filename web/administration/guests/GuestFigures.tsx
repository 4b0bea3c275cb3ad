import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { useVariantName } from "../variants/variants.ts"
import type { Guest } from "./PayoutState.ts"
import { formerPin, payoutStateOf } from "./PayoutState.ts"
import { useTexts } from "./texts.ts"

/** The few facts that are asked for most, readable from a step away. */
export const GuestFigures = ({ guest }: { readonly guest: Guest }) => {
  const say = useTexts()
  const { count } = useFormats()
  const nameOf = useVariantName()
  const { balance, comment, user_tag_pin, user_tag_uid_hex, user_tag_variant_names: kinds, vouchers } = guest
  const state = payoutStateOf(guest)
  const former = formerPin(guest)
  return (
    <>
      <dl className="figures">
        <div data-state={user_tag_uid_hex === null ? "attention" : undefined}>
          <dt>{say.wristband}</dt>
          <dd className="code">
            {user_tag_pin ?? say.noWristband}
            {former !== undefined && <span className="difference">{say.formerPin(former)}</span>}
          </dd>
        </div>
        <div>
          <dt>{say.balance}</dt>
          <dd>
            <Money amount={balance} large />
          </dd>
        </div>
        <div>
          <dt>{say.vouchers}</dt>
          <dd>{count(vouchers)}</dd>
        </div>
        <div data-state={state === "blocked" || state === "returned" ? "attention" : undefined}>
          <dt>{say.payout}</dt>
          <dd>{say.payoutStates[state]}</dd>
        </div>
        {kinds.length > 0 && (
          <div>
            <dt>{say.kindOfWristband}</dt>
            <dd>{kinds.map(nameOf).join(", ")}</dd>
          </div>
        )}
      </dl>
      {comment !== null && comment !== "" && <p className="remark">{comment}</p>}
    </>
  )
}
