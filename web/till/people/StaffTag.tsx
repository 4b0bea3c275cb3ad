import { CircleUserRound } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { Money } from "../../kit/Money.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { HoldTag } from "../guest/HoldTag.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { maySeeOthers, nameOf, useStaff } from "./Staff.ts"

/** Asks for a staff tag, then shows whose it is, as far as the role allows. */
export const StaffTag = ({ chip, hint, label, onForget }: {
  readonly label: string
  readonly hint: string
  readonly chip: Chip | undefined
  readonly onForget: () => void
}) => {
  const say = useMessages()
  const { person } = useSession()
  const { load, member, refusal } = useStaff(maySeeOthers(person) ? chip : undefined)
  if (chip === undefined) return <HoldTag hint={hint} holder="staff" />
  return (
    <section className="card stack-close" aria-label={label}>
      <div className="between">
        <span className="row">
          <CircleUserRound className="icon" aria-hidden />
          <strong>{member === undefined ? say.staffTagOf(chip) : nameOf(member)}</strong>
        </span>
        <Button kind="quiet" onClick={onForget}>{say.otherPerson}</Button>
      </div>
      <span className="muted small">{label}</span>
      {refusal !== undefined && <Refused refusal={refusal} onRetry={load} />}
      {member !== undefined && (
        <p>
          {member.cash_register_name === null ? say.holdsNoRegister : (
            <>
              {member.cash_register_name}
              {member.cash_drawer_balance !== null && (
                <>
                  {": "}
                  <Money amount={member.cash_drawer_balance} />
                </>
              )}
            </>
          )}
        </p>
      )}
    </section>
  )
}
