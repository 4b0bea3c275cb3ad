import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { type Node, NodeIsReadOnly, rootId } from "../organisation/Node.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"

/** What keeps a part of the tree open, with the words for it. */
const labels = {
  transports_with_money: "transport accounts with money",
  registers_with_money: "cash registers with money",
  signed_in_terminals: "terminals where somebody is signed in",
  pending_card_orders: "card payments that are not settled",
  open_payout_runs: "payout runs that are neither done nor revoked",
  unsigned_orders: "orders that wait for their signature",
  nodes: "nodes below it",
  users: "users",
  user_roles: "roles",
  role_assignments: "roles assigned there",
  products: "products and tickets",
  tax_rates: "tax rates",
  tills: "tills",
  till_buttons: "buttons",
  till_layouts: "layouts",
  till_profiles: "profiles",
  terminals: "terminals",
  cash_registers: "cash registers",
  cash_register_stockings: "register stockings",
  user_tags: "tags",
  user_tag_secrets: "tag secrets",
  ticket_vouchers: "tickets sold before the event",
  accounts: "accounts",
  tses: "signing devices"
} as const

export const UseKind = Schema.Literals([
  "transports_with_money",
  "registers_with_money",
  "signed_in_terminals",
  "pending_card_orders",
  "open_payout_runs",
  "unsigned_orders",
  "nodes",
  "users",
  "user_roles",
  "role_assignments",
  "products",
  "tax_rates",
  "tills",
  "till_buttons",
  "till_layouts",
  "till_profiles",
  "terminals",
  "cash_registers",
  "cash_register_stockings",
  "user_tags",
  "user_tag_secrets",
  "ticket_vouchers",
  "accounts",
  "tses"
])

/** So many things of a kind, never none. */
export const Use = Schema.Struct({ kind: UseKind, count: Schema.Int.check(Schema.isGreaterThan(0)) })
export type Use = typeof Use.Type

/** A node was to be archived while money or work is open there or below it, or deleted while something is there. */
export class NodeInUse extends Schema.TaggedError<NodeInUse>()(
  "NodeInUse",
  { node_id: Id, reasons: Schema.Array(Use) },
  { httpApiStatus: 400 }
) {
  override readonly message = `This part of the tree is still in use: ${
    this.reasons.map(({ count, kind }) => `${count} ${labels[kind]}`).join(", ")
  }`
}

/** Money that guests of an archived event have not claimed: it stays theirs, and is paid out once the event is opened again. */
export class Unclaimed extends Schema.Class<Unclaimed>("Unclaimed")({
  unclaimed_accounts: Schema.Int,
  /** In cents. */
  unclaimed_balance: Money.Cents
}) {}

/** Decides whether a node can be archived with all below it, where `open` is what is open there. */
export const archive = (
  node: Pick<Node, "id" | "read_only">,
  open: ReadonlyArray<Use>
): Result.Result<void, NodeInUse | NodeIsReadOnly> =>
  node.read_only
    ? Result.fail(new NodeIsReadOnly({ node_id: node.id }))
    : unused(node, open)

/** Decides whether a node can be opened again with all below it; never below a node that stays archived. */
export const unarchive = (
  node: Pick<Node, "read_only">,
  parent: Pick<Node, "name" | "read_only">
): Result.Result<void, InvalidArgument> =>
  !node.read_only
    ? refuse("This node is not archived")
    : parent.read_only
    ? refuse(`Take ${parent.name} out of the archive, it lies above`)
    : Result.void

/** Decides whether a node can be deleted, where `there` is what lies at it and below. */
export const remove = (
  node: Pick<Node, "id" | "event_node_id">,
  there: ReadonlyArray<Use>
): Result.Result<void, InvalidArgument | NodeInUse> =>
  node.id === rootId
    ? refuse("The root of the tree can't be deleted")
    : node.id === node.event_node_id
    ? refuse("An event can't be deleted, as its book must be kept; archive it instead")
    : unused(node, there)

const unused = ({ id }: Pick<Node, "id">, reasons: ReadonlyArray<Use>): Result.Result<void, NodeInUse> =>
  reasons.length === 0 ? Result.void : Result.fail(new NodeInUse({ node_id: id, reasons }))

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
