import { Schema } from "effect"

/** An action that a role allows at the node where it is assigned, and below. */
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
  event_privileges: Schema.Array(EventPrivilege),
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

/** The privileges of a set in their fixed order. */
export const inOrder = (held: ReadonlySet<Privilege>): ReadonlyArray<Privilege> =>
  Privilege.literals.filter((privilege) => held.has(privilege))
