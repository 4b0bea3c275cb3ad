import { CheckField } from "../../kit/Field.tsx"
import { useMessages } from "../messages.ts"
import type { RoleChoice } from "./Roles.ts"

/** Roles to tick; those that only the back office changes are named below. */
export const RoleFields = ({ choices, chosen, onToggle }: {
  readonly choices: ReadonlyArray<RoleChoice>
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number) => void
}) => {
  const say = useMessages()
  return (
    <fieldset className="fields">
      <legend>{say.rolesHere}</legend>
      {choices.filter(({ isFixed }) => !isFixed).map(({ id, name }) => (
        <CheckField
          key={id}
          name={`role-${id}`}
          checked={chosen.has(id)}
          onChange={() => onToggle(id)}
        >
          {name}
        </CheckField>
      ))}
      {choices.filter(({ isFixed }) => isFixed).map(({ id, name }) => (
        <p key={id} className="muted">{say.roleFixed(name)}</p>
      ))}
    </fieldset>
  )
}
