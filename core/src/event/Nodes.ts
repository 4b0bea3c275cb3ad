import { Context, Effect, Layer, Schema } from "effect"
import { NotFound, Unauthorized } from "../base/Refusal.ts"
import type { SignedInUser } from "../organisation/Access.ts"
import type { Caller } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import * as Node from "../organisation/Node.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { RoleAssignmentRepository } from "../organisation/RoleAssignmentRepository.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { EventRepository } from "./EventRepository.ts"
import { publicView } from "./EventSettings.ts"
import * as NodeTree from "./NodeTree.ts"

const wire = Schema.encodeSync(Schema.toCodecJson(Node.NewNode))

/** The tree of organisations, events and their parts. */
export class Nodes extends Context.Service<Nodes>()("core/Nodes", {
  make: Effect.gen(function*() {
    const nodes = yield* NodeRepository
    const events = yield* EventRepository
    const assignments = yield* RoleAssignmentRepository
    const changes = yield* Changes

    /** The nodes from the root down to the given one, each with everything that follows from its place. */
    const placedChain = Effect.fnUntraced(function*(id: bigint) {
      const chain: Array<Node.Node> = []
      for (const row of yield* nodes.chain(id)) chain.push(Node.place(row, chain.at(-1) ?? null))
      return chain
    })

    /** A node, and everything below it. */
    const treeBelow = Effect.fnUntraced(function*(id: bigint) {
      const chain = yield* placedChain(id)
      const placed = new Map(chain.map((node) => [node.id, node]))
      const nodesBelow: Array<Node.Node> = []
      for (const row of yield* nodes.subtree(id)) {
        const node = placed.get(row.id) ?? Node.place(row, placed.get(row.parent) ?? null)
        placed.set(node.id, node)
        nodesBelow.push(node)
      }
      const settings = yield* events.list([...placed.keys()])
      const views = new Map(settings.map((event) => [event.event_id, publicView(event.event_id, event.settings)]))
      const above = chain.slice(0, -1).map((node) => NodeTree.buildTree([node], views))
      return { above, below: NodeTree.buildTree(nodesBelow, views) }
    })

    /** A node and everything below it, as answers show them. */
    const tree = Effect.fn("Nodes.tree")((id: bigint) => Effect.orDie(Effect.map(treeBelow(id), ({ below }) => below)))

    const allowName = Effect.fnUntraced(function*(parent: bigint, name: string, except: bigint | null) {
      const { found } = yield* nodes.siblingHasName({ parent, name, except })
      return yield* Effect.fromResult(Node.allowName(name, found))
    })

    /** Adds a node below the caller's; must run inside a change. */
    const insert = Effect.fn("Nodes.insert")(function*(caller: Caller, settings: Node.NewNode) {
      const nodesInEvent = caller.eventId === null ? 0 : yield* nodes.inEvent(caller.eventId)
      yield* Effect.fromResult(Node.allowChild(caller.node, nodesInEvent))
      yield* allowName(caller.node.id, settings.name, null)
      const { id } = yield* nodes.insert({
        parent: caller.node.id,
        event_id: caller.eventId,
        parent_ids: Node.rootPath(caller.node),
        settings
      })
      return id
    })

    /** Creates a node that is no event below the caller's. */
    const create = Effect.fn("Nodes.create")((caller: Caller, settings: Node.NewNode) =>
      changes.run(
        caller,
        (node) => ({ logType: "node_created", content: { id: node.id, new: wire(settings) } }),
        Effect.gen(function*() {
          return yield* tree(yield* insert(caller, settings))
        })
      )
    )

    /** Replaces name, description and own prohibitions of the caller's node. */
    const update = Effect.fn("Nodes.update")((caller: Caller, settings: Node.NewNode) =>
      changes.run(
        caller,
        ({ before, id }) => ({ logType: "node_updated", content: { id, old: before, new: wire(settings) } }),
        Effect.gen(function*() {
          const { id } = caller.node
          const current = (yield* placedChain(id)).at(-1)!
          yield* Effect.fromResult(Node.allowSettings(current, settings, yield* present(id)))
          yield* allowName(current.parent, settings.name, id)
          yield* nodes.update({ id, settings })
          return { id, before: wire(new Node.NewNode(current)), node: yield* tree(id) }
        })
      ).pipe(Effect.map(({ node }) => node))
    )

    const present = Effect.fnUntraced(function*(id: bigint) {
      const atNode = yield* nodes.objectTypesAt({ id, below: false })
      const inSubtree = yield* nodes.objectTypesAt({ id, below: true })
      return { atNode: atNode.map((row) => row.object_type), inSubtree: inSubtree.map((row) => row.object_type) }
    })

    /**
     * The tree as the user sees it: from the root down to their home, and below it the nodes where they hold a
     * privilege.
     */
    const seenBy = Effect.fn("Nodes.seenBy")(function*({ userId }: SignedInUser) {
      const home = yield* assignments.homeOf(userId)
      if (home === undefined) return yield* new Unauthorized()
      const { above, below } = yield* treeBelow(home.node_id)
      const whole = above.reduceRight<NodeTree.NodeTree>((child, parent) => ({ ...parent, children: [child] }), below)
      return NodeTree.visibleTree(whole, yield* assignments.grants(userId), home.node_id)
    }, dieOnInfrastructure)

    /** A node without those below it. */
    const get = Effect.fn("Nodes.get")(function*(id: bigint) {
      const node = (yield* Effect.orDie(placedChain(id))).at(-1)
      return node ?? (yield* new NotFound({ element_type: "node", element_id: id }))
    })

    return { create, get, insert, seenBy, tree, update }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, EventRepository.layer, NodeRepository.layer, RoleAssignmentRepository.layer])
  )
}
