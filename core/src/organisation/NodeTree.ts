import { Schema } from "effect"
import { PublicEventSettings } from "./EventSettings.ts"
import { Node } from "./Node.ts"
import { Privilege } from "./Privilege.ts"

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

/** The children of each node, by the id of the parent, in the order of the nodes; the root is nobody's child. */
export const childrenByParent = (nodes: ReadonlyArray<Node>): ReadonlyMap<bigint, ReadonlyArray<Node>> => {
  const children = new Map<bigint, Array<Node>>()
  for (const node of nodes) {
    if (node.id === node.parent) continue
    const siblings = children.get(node.parent)
    if (siblings === undefined) children.set(node.parent, [node])
    else siblings.push(node)
  }
  return children
}

/** A node with everything below it. */
export const grow = (
  node: Node,
  children: ReadonlyMap<bigint, ReadonlyArray<Node>>,
  events: ReadonlyMap<bigint, PublicEventSettings>
): NodeTree => ({
  ...node,
  event: events.get(node.id) ?? null,
  children: (children.get(node.id) ?? []).map((child) => grow(child, children, events))
})

/**
 * The tree as a user sees it: `granted` are the privileges assigned to him at each node itself, and he holds those of the
 * nodes above as well.
 */
export const seenWith = (
  tree: NodeTree,
  granted: ReadonlyMap<bigint, ReadonlyArray<Privilege>>,
  inherited: ReadonlyArray<Privilege> = []
): NodeSeenByUser => {
  const held = new Set([...inherited, ...(granted.get(tree.id) ?? [])])
  const privileges = Privilege.literals.filter((privilege) => held.has(privilege))
  return {
    ...tree,
    privileges_at_node: privileges,
    children: tree.children.map((child) => seenWith(child, granted, privileges))
  }
}
