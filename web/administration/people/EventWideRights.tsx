import type { OfficeAnswer } from "../calls.ts"
import type { TreeNode } from "../tree.ts"
import type { Assignment } from "./RolesDialog.tsx"
import { useTexts } from "./texts.ts"
import { nameOf, type User } from "./UserList.tsx"

type Role = OfficeAnswer<"GET /user-roles">["entities"][string]

interface EventWideRightsProps {
  readonly people: ReadonlyArray<User>
  readonly places: ReadonlyArray<TreeNode>
  readonly assignments: ReadonlyArray<Assignment>
  readonly roles: ReadonlyArray<Role>
}

/** Roles given at a part of an event, with those of their rights that count in the whole event all the same. */
export const EventWideRights = ({ assignments, people, places, roles }: EventWideRightsProps) => {
  const say = useTexts()
  const rows = assignments.flatMap(({ node_id, role_ids, user_id }) => {
    const place = places.find(({ id }) => id === node_id)
    const user = people.find(({ id }) => id === user_id)
    const isPart = place !== undefined && place.event_node_id !== null && place.event_node_id !== node_id
    return !isPart || user === undefined
      ? []
      : roles.filter(({ event_privileges, id }) => role_ids.includes(id) && event_privileges.length > 0)
        .map((role) => ({ user, place, role }))
  })
  return rows.length > 0 && (
    <section className="card stack" aria-labelledby="event-wide">
      <h2 id="event-wide">{say.eventWide}</h2>
      <p>{say.eventWideHint}</p>
      <ul className="rows">
        {rows.map(({ place, role, user }) => (
          <li key={`${user.id} ${place.id} ${role.id}`} className="stack">
            <strong>{say.roleOfAt(nameOf(user), role.name, place.name)}</strong>
            <span>{role.event_privileges.map((privilege) => say.privilegeNames[privilege]).join(", ")}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
