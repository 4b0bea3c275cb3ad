import { Effect, Schema, SchemaTransformation } from "effect"
import { nullOr } from "../base/OptionalField.ts"
import { versionBy } from "../base/Version.ts"
import { NewNode, Node, rootPath } from "../organisation/Node.ts"
import {
  byKind,
  EventPrivilege,
  type Grant,
  heldAt,
  inOrder,
  NodePrivilege,
  Privilege
} from "../organisation/Privilege.ts"
import { PublicEventSettings } from "./EventSettings.ts"

const versionOfNode = versionBy(Node, NewNode)

/**
 * A text whose writing takes a step of its own. A tree may be thousands of levels deep, and schemas write what follows such
 * a field without growing the stack.
 */
const Stepwise = Schema.String.pipe(Schema.decodeTo(
  Schema.String,
  SchemaTransformation.transformEffect({
    decode: (text: string) => Effect.succeed(text),
    encode: (text: string) => Effect.suspend(() => Effect.succeed(text))
  })
))

const fields = {
  ...Node.fields,
  /** The settings of the event for everyone; null if the node is no event. */
  event: nullOr(PublicEventSettings),
  /** Changes with the settings of the node itself (`NewNode`), not with those of its event. */
  version: Stepwise
}
const seenFields = {
  ...fields,
  /** The privileges that the caller holds at the node. */
  privileges_at_node: Schema.Array(Privilege),
  /** Those of them that are about an event as a whole. */
  event_privileges_at_node: Schema.Array(EventPrivilege),
  /** Those of them that are about a node and those below it. */
  node_privileges_at_node: Schema.Array(NodePrivilege)
}

type Fields = Schema.Struct.Type<typeof fields>
type EncodedFields = Schema.Struct.Encoded<typeof fields>
type SeenFields = Schema.Struct.Type<typeof seenFields>
type EncodedSeenFields = Schema.Struct.Encoded<typeof seenFields>

/** A node with all nodes below it, and with its settings if it is an event. */
export interface NodeTree extends Fields {
  readonly children: ReadonlyArray<NodeTree>
}

/** A node and what is below it, as on the wire. */
export interface EncodedNodeTree extends EncodedFields {
  readonly children: ReadonlyArray<EncodedNodeTree>
}

/** A node with all nodes below it, and with its settings if it is an event. */
export const NodeTree: Schema.Codec<NodeTree, EncodedNodeTree> = Schema.Struct({
  ...fields,
  /** The nodes directly below, by name. */
  children: Schema.Array(Schema.suspend((): Schema.Codec<NodeTree, EncodedNodeTree> => NodeTree))
}).annotate({ identifier: "Node" })

/** The part of the tree that a user sees, with the user's privileges at each node. */
export interface NodeSeenByUser extends SeenFields {
  readonly children: ReadonlyArray<NodeSeenByUser>
}

/** A node, the privileges of the user who asks, and what is below it, as on the wire. */
export interface EncodedNodeSeenByUser extends EncodedSeenFields {
  readonly children: ReadonlyArray<EncodedNodeSeenByUser>
}

/** A node that a user sees, with the user's privileges there and the nodes below. */
export const NodeSeenByUser: Schema.Codec<NodeSeenByUser, EncodedNodeSeenByUser> = Schema.Struct({
  ...seenFields,
  /** The nodes directly below that the caller may see. */
  children: Schema.Array(Schema.suspend((): Schema.Codec<NodeSeenByUser, EncodedNodeSeenByUser> => NodeSeenByUser))
}).annotate({ identifier: "NodeSeenByUser" })

type MutableTree<Node> = Node & { readonly children: Array<MutableTree<Node>> }

/**
 * Builds a tree from its nodes. The first is the top; each other node comes after its parent and in the order of its
 * siblings.
 */
export const buildTree = (
  nodes: ReadonlyArray<Node>,
  events: ReadonlyMap<bigint, PublicEventSettings>
): NodeTree => {
  const trees = new Map<bigint, MutableTree<Fields>>()
  for (const node of nodes) {
    const tree: MutableTree<Fields> = {
      ...node,
      event: events.get(node.id) ?? null,
      version: versionOfNode(node),
      children: []
    }
    trees.get(node.parent)?.children.push(tree)
    trees.set(node.id, tree)
  }
  return trees.get(nodes[0]!.id)!
}

/** The values that hide all of a node but its name and place, for users who may not see more. */
const nameAlone = {
  description: "",
  event: null,
  version: "",
  forbidden_objects_at_node: [],
  computed_forbidden_objects_at_node: [],
  forbidden_objects_in_subtree: [],
  computed_forbidden_objects_in_subtree: []
} satisfies Partial<Fields>

interface Placed {
  readonly node: NodeTree
  readonly parent: Placed | null
  readonly seen: MutableTree<SeenFields>
  /** The user holds a privilege there or below. */
  reached: boolean
}

/**
 * Returns the tree as a user sees it, by the privileges assigned to them at all nodes. A node without privileges is included, by name only, if it leads to a node with
 * privileges or to the user's home. Written with loops, because old trees can be of any depth.
 */
export const visibleTree = (
  tree: NodeTree,
  granted: ReadonlyArray<Grant>,
  home: bigint
): NodeSeenByUser => {
  const placed = placeAll(tree, granted)
  const wayHome = new Set<Placed>()
  for (let at = placed.find(({ node }) => node.id === home) ?? null; at !== null; at = at.parent) wayHome.add(at)
  // Goes from the leaves up, so that each node knows about those below it.
  for (const { parent, reached } of placed.toReversed()) if (reached && parent !== null) parent.reached = true
  for (const place of placed) {
    const { parent, reached, seen } = place
    if (parent !== null && (reached || wayHome.has(place))) parent.seen.children.push(seen)
    if (!reached) Object.assign(seen, nameAlone)
  }
  return placed[0]!.seen
}

const placeAll = (tree: NodeTree, granted: ReadonlyArray<Grant>): ReadonlyArray<Placed> => {
  const place = (node: NodeTree, parent: Placed | null): Placed => {
    const privileges = inOrder(heldAt(granted, { path: rootPath(node), eventId: node.event_node_id }))
    const { event_privileges, node_privileges } = byKind(privileges)
    const seen = {
      ...node,
      privileges_at_node: privileges,
      event_privileges_at_node: event_privileges,
      node_privileges_at_node: node_privileges,
      children: []
    }
    return { node, parent, seen, reached: privileges.length > 0 }
  }
  const placed = [place(tree, null)]
  // The list grows while the loop runs.
  for (const above of placed) for (const child of above.node.children) placed.push(place(child, above))
  return placed
}
