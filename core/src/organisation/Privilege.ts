import { Schema } from "effect"

/** An action that a role allows, at the places that `countsAt` decides. */
export const Privilege = Schema.Literals([
  "node_administration",
  "customer_management",
  "payout_management",
  "create_user",
  "allow_privileged_role_assignment",
  "user_management",
  "view_node_stats",
  "cash_transport",
  "terminal_login",
  "supervised_terminal_login",
  "can_book_orders",
  "grant_free_tickets",
  "grant_vouchers"
])
export type Privilege = typeof Privilege.Type

/** Privileges about an event as a whole, as the newest published clients list them apart. */
export const EventPrivilege = Privilege.pick([
  "customer_management",
  "payout_management",
  "create_user",
  "cash_transport",
  "terminal_login",
  "supervised_terminal_login",
  "grant_free_tickets",
  "grant_vouchers"
])

/** Privileges about a node and those below it. Managing users and passing on any role are in neither list. */
export const NodePrivilege = Privilege.pick(["node_administration", "view_node_stats", "can_book_orders"])

/** The privileges of an answer in the two lists that the newest published clients read, each in the fixed order. */
export const PrivilegesByKind = Schema.Struct({
  /** Those of the privileges that are about an event as a whole: they count in all of it. */
  event_privileges: Schema.Array(EventPrivilege),
  /** Those of the privileges that are about a node and those below it. */
  node_privileges: Schema.Array(NodePrivilege)
})

/** Divides privileges into the two lists. */
export const byKind = (privileges: ReadonlyArray<Privilege>): typeof PrivilegesByKind.Type => {
  const held = new Set<Privilege>(privileges)
  return {
    event_privileges: EventPrivilege.literals.filter((privilege) => held.has(privilege)),
    node_privileges: NodePrivilege.literals.filter((privilege) => held.has(privilege))
  }
}

/** A node: the ids from the root down to it, and the event it is or lies in; null above events. */
export interface PlaceInTree {
  readonly path: ReadonlyArray<bigint>
  readonly eventId: bigint | null
}

/** A node at which a role is assigned, and its event; null above events. */
export interface AssignedAt {
  readonly node_id: bigint
  readonly event_id: bigint | null
}

const ofEvents: ReadonlySet<Privilege> = new Set(EventPrivilege.literals)

/** Whether a privilege counts in the whole event when its role is assigned at a node of it. */
export const isOfEvent = (privilege: Privilege): boolean => ofEvents.has(privilege)

/**
 * Decides where a privilege counts: at the node where its role is assigned and at all below; privileges about the event as a
 * whole, at every node of the event if the role is assigned anywhere in it.
 */
export const countsAt = (privilege: Privilege, assigned: AssignedAt, { eventId, path }: PlaceInTree): boolean =>
  path.includes(assigned.node_id) ||
  (eventId !== null && assigned.event_id === eventId && isOfEvent(privilege))

/** The privileges of a role, where it is assigned. */
export interface Grant extends AssignedAt {
  readonly privileges: ReadonlyArray<Privilege>
}

/** All privileges that count at a place. */
export const heldAt = (grants: Iterable<Grant>, place: PlaceInTree): ReadonlySet<Privilege> =>
  new Set(
    Array.from(grants).flatMap((grant) => grant.privileges.filter((privilege) => countsAt(privilege, grant, place)))
  )

/** The privileges of a set in their fixed order. */
export const inOrder = (held: ReadonlySet<Privilege>): ReadonlyArray<Privilege> =>
  Privilege.literals.filter((privilege) => held.has(privilege))
