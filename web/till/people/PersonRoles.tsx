import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { RoleFields } from "./RoleFields.tsx"
import { isChanged, roleChoices, rolesAfter, toggled } from "./Roles.ts"
import type { StaffMember } from "./Staff.ts"

/** The roles of a person at this till's place; only those can be given that the signed-in person may give. */
export const PersonRoles = ({ chip, member, onChanged }: {
  readonly member: StaffMember
  readonly chip: Chip
  readonly onChanged: () => void
}) => {
  const say = useMessages()
  const { config } = useSession()
  const choices = roleChoices(config.available_roles, member.assigned_roles)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() =>
    new Set(choices.filter(({ isHeld }) => isHeld).map(({ id }) => id))
  )
  const [isDone, setDone] = useState(false)
  const { busy, refusal, submit } = useSubmit(
    () =>
      call("POST /user/update-user-roles", {
        body: { user_tag_uid: asJson(chip), role_ids: rolesAfter(choices, chosen) }
      }),
    () => {
      setDone(true)
      onChanged()
    }
  )
  const elsewhere = member.assigned_roles.filter(({ is_at_current_node }) => !is_at_current_node)
  const isSame = !isChanged(choices, chosen)
  return (
    <section className="card stack" aria-label={say.roles}>
      <h2>{say.roles}</h2>
      <Form label={say.roles} refusal={refusal} onSubmit={() => !isSame && void submit()}>
        <RoleFields
          choices={choices}
          chosen={chosen}
          onToggle={(id) => {
            setDone(false)
            setChosen(toggled(chosen, id))
          }}
        />
        {elsewhere.map(({ id, name, node_name }) => (
          <p key={`${id} ${node_name}`} className="muted">{say.roleElsewhere(name, node_name)}</p>
        ))}
        <Button type="submit" kind="primary" className="large" busy={busy} disabled={isSame}>{say.saveRoles}</Button>
        {isSame && !isDone && <p className="muted">{say.rolesSame}</p>}
        {isDone && isSame && (
          <Notice kind="good">
            <p>{say.rolesSaved}</p>
          </Notice>
        )}
      </Form>
    </section>
  )
}
