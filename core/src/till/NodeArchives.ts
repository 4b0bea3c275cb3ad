import { Context, Effect, Layer, Result, Schema } from "effect"
import { EventRepository } from "../event/EventRepository.ts"
import { decideUnnamed } from "../event/PriceList.ts"
import { PriceListRepository } from "../event/PriceListRepository.ts"
import { allowShop } from "../event/TicketShop.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import * as NodeArchive from "./NodeArchive.ts"
import { NodeArchiveRepository } from "./NodeArchiveRepository.ts"
import { TillClosingRepository } from "./TillClosingRepository.ts"

const toAuditContent = Schema.encodeSync(Schema.toCodecJson(NodeArchive.Unclaimed))

/** Archives, reopens and deletes nodes. */
export class NodeArchives extends Context.Service<NodeArchives>()("core/NodeArchives", {
  make: Effect.gen(function*() {
    const lists = yield* PriceListRepository
    const access = yield* Access
    const changes = yield* Changes
    const closings = yield* NodeArchiveRepository
    const events = yield* EventRepository
    const tillClosings = yield* TillClosingRepository

    /**
     * Archives the caller's node with all nodes below it, signs out who is signed in at its terminals, and ends the closings of its
     * tills. Guests no longer find an
     * archived event at its portal address. Returns the money that they have not claimed, or null when there is none.
     */
    const archive = Effect.fn("NodeArchives.archive")((caller: AtEvent) =>
      changes.run(
        caller,
        ({ portal, signedOut, unclaimed }) => ({
          logType: "node_archived",
          content: {
            id: caller.node.id,
            customer_portal_url: portal,
            signed_out_terminals: signedOut,
            unclaimed: unclaimed === null ? null : toAuditContent(unclaimed)
          }
        }),
        Effect.gen(function*() {
          const { id } = caller.node
          const part = { eventId: caller.eventId, nodeId: id }
          const open = [...(yield* closings.lockedMoney(part)), ...(yield* closings.work(part))]
          yield* Effect.fromResult(NodeArchive.archive(yield* access.node(id), open))
          const signedOut = yield* closings.signOut(part)
          const left = yield* closings.unclaimed(part)
          const portal = id === caller.eventId ? yield* events.closePortal(id) : null
          yield* tillClosings.raise(caller.eventId, yield* tillClosings.used(caller.eventId, id), "archive")
          yield* closings.setReadOnly(id, true)
          if (id === caller.eventId) yield* closings.endPortal(id)
          return { portal, signedOut, unclaimed: left.unclaimed_accounts === 0 ? null : left }
        })
      ).pipe(Effect.map(({ unclaimed }) => unclaimed))
    )

    /** What keeps the caller's node from being archived, and what guests have not claimed there. */
    const remaining = Effect.fn("NodeArchives.remaining")(({ eventId, node }: AtEvent) => {
      const part = { eventId, nodeId: node.id }
      const [money, work, unclaimed] = [closings.money(part), closings.work(part), closings.unclaimed(part)]
      return Effect.orDie(
        Effect.map(Effect.all([money, work, unclaimed]), ([held, open, left]) => ({
          open: [...held, ...open],
          unclaimed: left
        }))
      )
    })

    /** Switches the presale of the event off if another one has imported from its ticket shop since; returns whether it did. */
    const leaveShop = Effect.fnUntraced(function*(eventId: bigint) {
      const allowed = allowShop(null, yield* events.settings(eventId), eventId, yield* events.importing)
      if (Result.isFailure(allowed)) yield* events.stopPresale(eventId)
      return Result.isFailure(allowed)
    })

    /**
     * Opens the caller's node again with all nodes below it. An event has no portal address until it is given one, and its presale is
     * switched off if another event imports from the same event of the ticket shop by now.
     */
    const unarchive = Effect.fn("NodeArchives.unarchive")((caller: AtEvent) =>
      changes.run(
        caller,
        (left) => ({
          logType: "node_unarchived",
          content: { id: caller.node.id, ...(left ? { pretix_presale_enabled: false } : {}) }
        }),
        Effect.gen(function*() {
          const node = yield* access.node(caller.node.id)
          yield* Effect.fromResult(NodeArchive.unarchive(node, yield* access.node(node.parent)))
          const left = node.id === caller.eventId && (yield* leaveShop(caller.eventId))
          yield* closings.setReadOnly(node.id, false)
          if (node.id === caller.eventId) yield* events.waitForPortal(node.id)
          return left
        }),
        { wholeTree: true }
      ).pipe(Effect.asVoid)
    )

    const removeEvent = Effect.fnUntraced(function*(caller: Caller, confirmedName: string | null) {
      const { id, parent } = caller.node
      const kept = yield* closings.keptOfEvent(id)
      yield* Effect.fromResult(NodeArchive.removeEvent(caller.node, confirmedName, kept))
      // Who deletes an event is who could create it.
      yield* access.requireAt(caller, parent, ["node_administration"])
      yield* closings.removeEvent(id)
    })

    /**
     * Deletes the caller's node when it has no contents; an event without any order also with contents, by its name. Its entries
     * stay in the audit log of the nodes above.
     */
    const remove = Effect.fn("NodeArchives.remove")((caller: Caller, confirmedName: string | null = null) => {
      const { event_node_id, id, name, parent } = caller.node
      const isEvent = id === event_node_id
      return changes.run(
        caller,
        () => ({
          logType: "node_deleted",
          content: { id, name, ...(isEvent ? { event: true } : {}) },
          nodeId: parent
        }),
        isEvent ? removeEvent(caller, confirmedName) : Effect.gen(function*() {
          yield* Effect.fromResult(NodeArchive.remove(caller.node, yield* closings.contents(id)))
          if (event_node_id !== null) {
            const naming = yield* lists.naming(event_node_id, "node", [id])
            yield* Effect.fromResult(decideUnnamed({ name }, naming))
          }
          yield* closings.remove(id)
        }),
        { wholeTree: isEvent }
      )
    })

    return { archive, remaining, remove, unarchive }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([
      EventRepository.layer,
      NodeArchiveRepository.layer,
      PriceListRepository.layer,
      TillClosingRepository.layer
    ])
  )
}
