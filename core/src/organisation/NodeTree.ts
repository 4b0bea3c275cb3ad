import { Schema } from "effect"
import { PublicEventSettings } from "./EventSettings.ts"
import { Node } from "./Node.ts"
import { inOrder, Privilege } from "./Privilege.ts"

const fields = { ...Node.fields, event: Schema.NullOr(PublicEventSettings) }
const seenFields = { ...fields, privileges_at_node: Schema.Array(Privilege) }

type Fields = Schema.Struct.Type<typeof fields>
type EncodedFields = Schema.Struct.Encoded<typeof fields>
type SeenFields = Schema.Struct.Type<typeof seenFields>
type EncodedSeenFields = Schema.Struct.Encoded<typeof seenFields>

/** A node with the settings it has as an event and all nodes below it. */
export interface NodeTree extends Fields {
  readonly children: ReadonlyArray<NodeTree>
}

interface EncodedNodeTree extends EncodedFields {
  readonly children: ReadonlyArray<EncodedNodeTree>
}

export const NodeTree: Schema.Codec<NodeTree, EncodedNodeTree> = Schema.Struct({
  ...fields,
  children: Schema.Array(Schema.suspend((): Schema.Codec<NodeTree, EncodedNodeTree> => NodeTree))
}).annotate({ identifier: "Node" })

/** The part of the tree that a user sees, with what he may do at each node. */
export interface NodeSeenByUser extends SeenFields {
  readonly children: ReadonlyArray<NodeSeenByUser>
}

interface EncodedNodeSeenByUser extends EncodedSeenFields {
  readonly children: ReadonlyArray<EncodedNodeSeenByUser>
}

export const NodeSeenByUser: Schema.Codec<NodeSeenByUser, EncodedNodeSeenByUser> = Schema.Struct({
  ...seenFields,
  children: Schema.Array(Schema.suspend((): Schema.Codec<NodeSeenByUser, EncodedNodeSeenByUser> => NodeSeenByUser))
}).annotate({ identifier: "NodeSeenByUser" })

type Growing<Node> = Node & { readonly children: Array<Growing<Node>> }

/** The first of some nodes with all others below it; each comes after its parent and keeps its place among its siblings. */
export const grow = (
  nodes: ReadonlyArray<Node>,
  events: ReadonlyMap<bigint, PublicEventSettings>
): NodeTree => {
  const grown = new Map<bigint, Growing<Fields>>()
  for (const node of nodes) {
    const tree: Growing<Fields> = { ...node, event: events.get(node.id) ?? null, children: [] }
    grown.get(node.parent)?.children.push(tree)
    grown.set(node.id, tree)
  }
  return grown.get(nodes[0]!.id)!
}

/**
 * The tree as a user sees it: `granted` are the privileges assigned to them at each node itself, and they hold those of the
 * nodes above as well. A loop, as trees were of any depth once.
 */
export const seenWith = (tree: NodeTree, granted: ReadonlyMap<bigint, ReadonlyArray<Privilege>>): NodeSeenByUser => {
  const seenAs = (node: NodeTree, inherited: ReadonlyArray<Privilege>): Growing<SeenFields> => {
    const held = new Set([...inherited, ...(granted.get(node.id) ?? [])])
    return { ...node, privileges_at_node: inOrder(held), children: [] }
  }
  const whole = seenAs(tree, [])
  const waiting: Array<readonly [NodeTree, Growing<SeenFields>]> = [[tree, whole]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, seen] = next
    for (const child of node.children) {
      const childSeen = seenAs(child, seen.privileges_at_node)
      seen.children.push(childSeen)
      waiting.push([child, childSeen])
    }
  }
  return whole
}
