import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { Money } from "../../kit/Money.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { Refused } from "../../kit/Refused.tsx"
import { HoldTag } from "../guest/HoldTag.tsx"
import { useMessages } from "../messages.ts"
import { nameOf, useStaff } from "../people/Staff.ts"
import { useSession } from "../Session.ts"
import "../tasks.css"
import { CloseShift } from "./CloseShift.tsx"
import { TransferRegister } from "./TransferRegister.tsx"

/** The cash that the signed-in person answers for, and the end of their shift. */
export const RegisterScreen = () => {
  const say = useMessages()
  const { config: { till }, person } = useSession()
  const [isHandingOver, setHandingOver] = useState(false)
  if (isHandingOver) {
    return (
      <div className="page stack">
        <div>
          <Button onClick={() => setHandingOver(false)}>{say.back}</Button>
        </div>
        <h1>{say.transferRegister}</h1>
        <TransferRegister />
      </div>
    )
  }
  const mayHandOver = person?.privileges.some((one) => one === "can_book_orders" || one === "cash_transport") === true
  return (
    <div className="page stack">
      <h1>{say.taskRegister}</h1>
      <div className="task">
        <div className="stack">
          <p>
            {till?.cash_register_name == null ? say.tillWithoutRegister : say.tillHasRegister(till.cash_register_name)}
          </p>
          <OwnCash />
          {mayHandOver && till !== null && <Button onClick={() => setHandingOver(true)}>{say.transferRegister}</Button>}
        </div>
        <CloseShift />
      </div>
    </div>
  )
}

/** The balance is shown to people who hold their own tag to the reader, not to everyone who passes by. */
const OwnCash = () => {
  const say = useMessages()
  const [chip, setChip] = useState<Chip>()
  useChips(setChip)
  const { load, member, refusal } = useStaff(chip)
  if (chip === undefined) return <HoldTag hint={say.holdOwnTag} holder="staff" />
  return (
    <section className="card stack" aria-label={say.ownCash}>
      {refusal !== undefined && <Refused refusal={refusal} onRetry={load} />}
      {member !== undefined && (
        <>
          <h2>{nameOf(member)}</h2>
          <dl className="details">
            <dt>{member.cash_register_name ?? say.taskRegister}</dt>
            <dd className="figure">
              {member.cash_drawer_balance === null ? "–" : <Money amount={member.cash_drawer_balance} large />}
            </dd>
            {member.transport_account_balance !== null && (
              <>
                <dt>{say.carriedCash}</dt>
                <dd>
                  <Money amount={member.transport_account_balance} />
                </dd>
              </>
            )}
          </dl>
        </>
      )}
      <div>
        <Button onClick={() => setChip(undefined)}>{say.hide}</Button>
      </div>
    </section>
  )
}
