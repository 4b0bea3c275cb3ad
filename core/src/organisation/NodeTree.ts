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

/** The part of the tree that a user sees, with what they may do at each node. */
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

/** Replaces everything of a node but its name and place, for users who may not see more. */
const nameAlone = {
  description: "",
  event: null,
  forbidden_objects_at_node: [],
  computed_forbidden_objects_at_node: [],
  forbidden_objects_in_subtree: [],
  computed_forbidden_objects_in_subtree: []
} satisfies Partial<Fields>

interface Placed {
  readonly node: NodeTree
  readonly parent: Placed | null
  readonly held: ReadonlySet<Privilege>
  readonly seen: Growing<SeenFields>
  /** Something is held there or below. */
  reached: boolean
}

/**
 * The tree as a user sees it: `granted` are the privileges assigned to them at each node itself, and they hold those of the
 * nodes above as well. Nodes at which they hold nothing show only on the way to one where they do, or to their home: that
 * alone shows no more than names. Loops, as trees were of any depth once.
 */
export const seenWith = (
  tree: NodeTree,
  granted: ReadonlyMap<bigint, ReadonlyArray<Privilege>>,
  home: bigint
): NodeSeenByUser => {
  const placed = placeAll(tree, granted)
  const wayHome = new Set<Placed>()
  for (let at = placed.find(({ node }) => node.id === home) ?? null; at !== null; at = at.parent) wayHome.add(at)
  // Those below come after those above.
  for (const { parent, reached } of placed.toReversed()) if (reached && parent !== null) parent.reached = true
  for (const place of placed) {
    const { parent, reached, seen } = place
    if (parent !== null && (reached || wayHome.has(place))) parent.seen.children.push(seen)
    if (!reached) Object.assign(seen, nameAlone)
  }
  return placed[0]!.seen
}

const placeAll = (tree: NodeTree, granted: ReadonlyMap<bigint, ReadonlyArray<Privilege>>): ReadonlyArray<Placed> => {
  const place = (node: NodeTree, parent: Placed | null): Placed => {
    const held = new Set([...(parent?.held ?? []), ...(granted.get(node.id) ?? [])])
    const seen = { ...node, privileges_at_node: inOrder(held), children: [] }
    return { node, parent, held, seen, reached: held.size > 0 }
  }
  const placed = [place(tree, null)]
  // Grows while it is gone through.
  for (const above of placed) for (const child of above.node.children) placed.push(place(child, above))
  return placed
}
