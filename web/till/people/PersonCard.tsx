import { Button } from "../../kit/Button.tsx"
import type { Chip } from "../../kit/Chip.ts"
import { Placeholder } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { PersonRoles } from "./PersonRoles.tsx"
import { nameOf, type StaffMember, useStaff } from "./Staff.ts"

/** The person with this tag: the cash they answer for, and their roles. */
export const PersonCard = ({ chip, onForget }: { readonly chip: Chip; readonly onForget: () => void }) => {
  const say = useMessages()
  const { person } = useSession()
  const { load, member, refusal } = useStaff(chip)
  const mayChange = person?.privileges.includes("user_management") === true
  return (
    <div className="stack">
      <div className="between">
        <span className="muted small">{say.staffTagOf(chip)}</span>
        <Button kind="quiet" onClick={onForget}>{say.otherPerson}</Button>
      </div>
      {refusal !== undefined && <Refused refusal={refusal} />}
      {member === undefined && refusal === undefined && <Placeholder lines={5} />}
      {member !== undefined && (
        <div className="task">
          <Facts member={member} />
          {mayChange
            ? <PersonRoles member={member} chip={chip} onChanged={load} />
            : <HeldRoles member={member} />}
        </div>
      )}
    </div>
  )
}

const Facts = ({ member }: { readonly member: StaffMember }) => {
  const say = useMessages()
  return (
    <section className="card stack" aria-label={nameOf(member)}>
      <h2>{nameOf(member)}</h2>
      <dl className="details">
        <dt>{say.login}</dt>
        <dd>{member.login}</dd>
        {member.description !== null && member.description !== "" && (
          <>
            <dt>{say.description}</dt>
            <dd>{member.description}</dd>
          </>
        )}
        <dt>{say.taskRegister}</dt>
        <dd>{member.cash_register_name ?? say.holdsNoRegister}</dd>
        {member.cash_drawer_balance !== null && (
          <>
            <dt>{say.cashInRegister}</dt>
            <dd>
              <Money amount={member.cash_drawer_balance} />
            </dd>
          </>
        )}
        {member.transport_account_balance !== null && (
          <>
            <dt>{say.carriedCash}</dt>
            <dd>
              <Money amount={member.transport_account_balance} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

const HeldRoles = ({ member: { assigned_roles } }: { readonly member: StaffMember }) => {
  const say = useMessages()
  return (
    <section className="card stack-close" aria-label={say.roles}>
      <h2>{say.roles}</h2>
      {assigned_roles.length === 0 && <p className="muted">{say.rolesNone}</p>}
      <ul className="rows">
        {assigned_roles.map(({ id, name, node_name }) => (
          <li key={`${id} ${node_name}`} className="entry">
            <span>{name}</span>
            <span className="muted small">{node_name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
