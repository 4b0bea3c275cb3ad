import type { Config } from "../Session.ts"
import type { StaffMember } from "./Staff.ts"

type Role = Config["available_roles"][number]
type Assigned = StaffMember["assigned_roles"][number]

/** A role in the list of a person: whether they have it here, and whether it can be given or taken here. */
export interface RoleChoice {
  readonly id: number
  readonly name: string
  readonly isHeld: boolean
  readonly isFixed: boolean
}

/**
 * The roles of a person at this till's node: those that may be given, and after them those that the person has already but that
 * only the back office changes.
 */
export const roleChoices = (
  available: ReadonlyArray<Pick<Role, "id" | "name">>,
  assigned: ReadonlyArray<Pick<Assigned, "id" | "is_at_current_node" | "name">>
): ReadonlyArray<RoleChoice> => {
  const held = assigned.filter(({ is_at_current_node }) => is_at_current_node)
  return [
    ...available.map(({ id, name }) => ({ id, name, isHeld: held.some((one) => one.id === id), isFixed: false })),
    ...held.filter(({ id }) => !available.some((one) => one.id === id)).map(({ id, name }) => ({
      id,
      name,
      isHeld: true,
      isFixed: true
    }))
  ]
}

/** Whether any role would change. */
export const isChanged = (choices: ReadonlyArray<RoleChoice>, chosen: ReadonlySet<number>): boolean =>
  choices.some(({ id, isFixed, isHeld }) => !isFixed && isHeld !== chosen.has(id))

/** The roles that the person has afterwards at this node: the chosen ones, and those that can't be changed here. */
export const rolesAfter = (
  choices: ReadonlyArray<RoleChoice>,
  chosen: ReadonlySet<number>
): ReadonlyArray<number> => choices.filter(({ id, isFixed }) => isFixed || chosen.has(id)).map(({ id }) => id)

/** With a role more, or without it. */
export const toggled = (chosen: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  chosen.has(id) ? chosen.difference(new Set([id])) : chosen.union(new Set([id]))
