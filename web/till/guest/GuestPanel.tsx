import { Button } from "../../kit/Button.tsx"
import { Placeholder } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useMessages } from "../messages.ts"
import "../tasks.css"
import { Age } from "./Age.tsx"
import type { HeldGuest } from "./Guest.ts"
import { HoldTag } from "./HoldTag.tsx"

/** The guest at the till: asks for the wristband, then shows what is on it. */
export const GuestPanel = ({ held }: { readonly held: HeldGuest }) => {
  const say = useMessages()
  if (held.chip === undefined) return <HoldTag hint={say.holdTag} holder="guest" byPin />
  return (
    <section className="card stack guest-panel" aria-label={say.taskGuest}>
      <div className="between">
        <span className="muted small">{say.chipOf(held.chip)}</span>
        <Button kind="quiet" onClick={held.forget}>{say.otherGuest}</Button>
      </div>
      <Balance held={held} />
    </section>
  )
}

const Balance = ({ held: { guest, load, refusal } }: { readonly held: HeldGuest }) => {
  const say = useMessages()
  if (refusal?.status === 400) {
    return (
      <Notice kind="stopped">
        <p>
          <strong>{say.tagUnknown}</strong>
        </p>
        <p>{say.tagUnknownHint}</p>
      </Notice>
    )
  }
  if (refusal !== undefined) return <Refused refusal={refusal} onRetry={load} />
  if (guest === undefined) return <Placeholder lines={2} />
  return (
    <div className="stack-close" role="status">
      <p className="figure">
        <Money amount={guest.balance} large />
      </p>
      <p>
        <Age restriction={guest.restriction} kinds={guest.user_tag_variant_names} />
        {guest.vouchers !== 0 && `, ${say.voucherCount(guest.vouchers)}`}
      </p>
    </div>
  )
}
