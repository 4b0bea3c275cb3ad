import { Result, Schema } from "effect"
import { elementTypes } from "../base/ElementType.ts"
import { Id } from "../base/Id.ts"
import type { Language } from "../base/Language.ts"
import { nullOr, orElse } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, text } from "../base/Sentence.ts"
import { Name, Text } from "../base/Text.ts"
import { organisationRules } from "./OrganisationRules.ts"

/** Types of objects that a node can forbid for itself or for the nodes below it. */
export const ObjectType = Schema.Literals([
  "user",
  "product",
  "ticket",
  "till",
  "user_role",
  "tax_rate",
  "user_tag",
  "tse",
  "account",
  "terminal"
])
export type ObjectType = typeof ObjectType.Type

const ObjectTypes = Schema.Array(ObjectType)

/** A node as it is stored. */
export class StoredNode extends Schema.Class<StoredNode>("StoredNode")({
  id: Id,
  parent: Id,
  name: Schema.String,
  description: Schema.String,
  read_only: Schema.Boolean,
  parent_ids: Schema.Array(Id),
  event_id: nullOr(Id),
  forbidden_objects_at_node: ObjectTypes,
  forbidden_objects_in_subtree: ObjectTypes
}) {}

/** A node of the tree with everything that follows from its place: an organisation, an event, or a part of an event. */
export class Node extends Schema.Class<Node>("Node")({
  id: Id,
  /** The node above; the root is its own. */
  parent: Id,
  name: Schema.String,
  description: Schema.String,
  /** Whether the node is archived: its objects can be read but not changed. */
  read_only: Schema.Boolean,
  /** Ids from the root down to this node, as `/0/5/7`. */
  path: Schema.String,
  /** Ids from the root down to the node above; the root's own list contains the root. */
  parent_ids: Schema.Array(Id),
  /** The event at or above this node; null above events. */
  event_node_id: nullOr(Id),
  /** Ids from the event down to the node above; empty for the event itself, null above events. */
  parents_until_event_node: nullOr(Schema.Array(Id)),
  /** Types of objects that must not be created at the node, by its own settings. */
  forbidden_objects_at_node: ObjectTypes,
  /** Types that must not be created at the node: its own, those of the nodes above, and those that its place rules out. */
  computed_forbidden_objects_at_node: ObjectTypes,
  /** Types of objects that must not be created at nodes below, by its own settings. */
  forbidden_objects_in_subtree: ObjectTypes,
  /** Types that must not be created at nodes below: its own, those of the nodes above, and those that their place rules out. */
  computed_forbidden_objects_in_subtree: ObjectTypes
}) {}

/** The settings of a new node, or the new settings of an existing one. */
export class NewNode extends Schema.Class<NewNode>("NewNode")({
  /** The name, unique among the nodes beside it, without a slash. */
  name: Name,
  description: Text,
  /** Types of objects that must not be created at the node. */
  forbidden_objects_at_node: orElse(ObjectTypes, []),
  /** Types of objects that must not be created at nodes below. */
  forbidden_objects_in_subtree: orElse(ObjectTypes, [])
}) {}

const archived = text({
  en: "This part of the tree is archived and can't be changed any more",
  de: "Dieser Teil des Baums ist archiviert und kann nicht mehr geändert werden"
})

/** The call would change an archived node or an object at one. */
export class NodeIsReadOnly extends Schema.TaggedError<NodeIsReadOnly>()(
  "NodeIsReadOnly",
  { node_id: Id },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return archived[language]
  }
}

const forbidden = text({
  en: "{node} allows no {object:sentence}",
  de: "Bei {node} nicht erlaubt: {object:sentence}"
})

/** The call would create or change an object at a node that forbids its type. */
export class ResourceNotAllowed extends Schema.TaggedError<ResourceNotAllowed>()(
  "ResourceNotAllowed",
  { object_type: ObjectType, node_name: Schema.String },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(forbidden, { node: this.node_name, object: say(elementTypes[this.object_type]) })(language)
  }
}

const needsEvent = text({
  en: "This needs a node that is an event or lies in one",
  de: "Das geht nur bei einer Veranstaltung oder einem Knoten darin"
})

/** The call is possible only at an event or below one. */
export class EventRequired extends Schema.TaggedError<EventRequired>()(
  "EventRequired",
  { node_id: Id },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return needsEvent[language]
  }
}

/** The id of the root. All nodes are below the root, which belongs to no event. */
export const rootId = 0n

/** Ids from the root down to the node itself. */
export const rootPath = (node: Pick<Node, "id" | "parent_ids">): ReadonlyArray<bigint> =>
  node.id === rootId ? [rootId] : [...node.parent_ids, node.id]

/** Ids from the event down to the node itself; empty above events. */
export const eventPath = (node: Node): ReadonlyArray<bigint> =>
  node.parents_until_event_node === null ? [] : [...node.parents_until_event_node, node.id]

/** The event with which users and roles of a node are stored; 0 above events. */
export const eventIdOf = (node: Node): bigint => node.event_node_id ?? rootId

type Inherited = Pick<Node, "computed_forbidden_objects_in_subtree">

const nothing: Inherited = { computed_forbidden_objects_in_subtree: [] }

const onlyInEvents: ReadonlyArray<ObjectType> = [
  "ticket",
  "product",
  "tax_rate",
  "till",
  "user_tag",
  "account",
  "terminal"
]
const onlyAtEventOrAbove: ReadonlyArray<ObjectType> = ["user_role", "user_tag", "account", "tse", "tax_rate", "user"]

const union = (...lists: ReadonlyArray<ReadonlyArray<ObjectType>>): ReadonlyArray<ObjectType> => {
  const all = new Set(lists.flat())
  return ObjectType.literals.filter((type) => all.has(type))
}

/** Returns the node with everything that follows from its place below the parent, which is null for the root. */
export const place = (stored: StoredNode, parent: Inherited | null): Node => {
  const { event_id, forbidden_objects_at_node, forbidden_objects_in_subtree, id, parent_ids, ...rest } = stored
  const isEvent = event_id === id
  const inherited = (parent ?? nothing).computed_forbidden_objects_in_subtree
  const staticAt = event_id === null ? onlyInEvents : isEvent ? [] : onlyAtEventOrAbove
  const staticBelow = event_id === null ? [] : onlyAtEventOrAbove
  return new Node({
    ...rest,
    id,
    parent_ids,
    path: rootPath(stored).map((ancestor) => `/${ancestor}`).join(""),
    event_node_id: event_id,
    parents_until_event_node: event_id === null ? null : isEvent ? [] : parent_ids.slice(parent_ids.indexOf(event_id)),
    forbidden_objects_at_node,
    forbidden_objects_in_subtree,
    computed_forbidden_objects_at_node: union(inherited, forbidden_objects_at_node, staticAt),
    computed_forbidden_objects_in_subtree: union(inherited, forbidden_objects_in_subtree, staticBelow)
  })
}

/** The last node of a chain that begins at the root; null if the chain is empty. */
export const placeLast = (chain: ReadonlyArray<StoredNode>): Node | null =>
  chain.reduce<Node | null>((parent, stored) => place(stored, parent), null)

/** Decides whether objects of a type may be created or changed at a node. */
export const allow = (node: Node, type: ObjectType): Result.Result<Node, ResourceNotAllowed> =>
  node.computed_forbidden_objects_at_node.includes(type)
    ? Result.fail(new ResourceNotAllowed({ object_type: type, node_name: node.name }))
    : Result.succeed(node)

/**
 * Largest number of levels below the root and of nodes in one event: answers contain whole trees, and bookings keep
 * those of their event in memory.
 */
export const maxDepth = 12
export const maxNodesInEvent = 1_000

/**
 * Decides whether a node may be added below another. `nodesInEvent` is the number of nodes its event already has; 0
 * above events.
 */
export const allowChild = (
  parent: Pick<Node, "id" | "parent_ids">,
  nodesInEvent: number
): Result.Result<void, InvalidArgument> =>
  rootPath(parent).length > maxDepth
    ? refuse(organisationRules.tree_too_deep, { levels: maxDepth })
    : nodesInEvent >= maxNodesInEvent
    ? refuse(organisationRules.event_full, { nodes: maxNodesInEvent })
    : Result.void

/** Decides whether a node may have a name; `taken` means that a sibling has it. */
export const allowName = (name: string, taken: boolean): Result.Result<string, InvalidArgument> =>
  name.includes("/")
    ? refuse(organisationRules.node_name_slash)
    : taken
    ? refuse(organisationRules.node_name_taken, { name })
    : Result.succeed(name)

/** The types of the objects that exist at a node and below it. */
export interface Present {
  readonly atNode: ReadonlyArray<ObjectType>
  readonly inSubtree: ReadonlyArray<ObjectType>
}

/**
 * Decides whether a node may get new settings: it can't forbid types of which objects exist. The root forbids nothing
 * itself, because it holds objects that every installation needs.
 */
export const allowSettings = (
  node: Node,
  settings: NewNode,
  present: Present
): Result.Result<NewNode, InvalidArgument> => {
  const { forbidden_objects_at_node: atNode, forbidden_objects_in_subtree: inSubtree } = settings
  if (node.id === rootId && atNode.length + inSubtree.length > 0) {
    return refuse(organisationRules.root_forbids_nothing)
  }
  const inTheWay = union(
    atNode.filter((type) => !node.forbidden_objects_at_node.includes(type) && present.atNode.includes(type)),
    inSubtree.filter((type) => !node.forbidden_objects_in_subtree.includes(type) && present.inSubtree.includes(type))
  )
  return inTheWay.length === 0
    ? Result.succeed(settings)
    : refuse(organisationRules.forbidden_objects_exist, { types: inTheWay })
}
