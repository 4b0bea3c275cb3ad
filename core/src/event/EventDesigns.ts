import { Context, Effect, Equal, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { filesInMemory } from "../base/RecentFiles.ts"
import { type InvalidArgument, NotFound, type ServiceUnavailable } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { EventDesign, type NewBlob, type StoredBlob } from "./EventDesign.ts"
import { EventDesignRepository } from "./EventDesignRepository.ts"
import { drawLogoApart } from "./Logo.ts"

/** The most bytes of files that are kept in memory. */
const mostKept = 16 * 1024 * 1024

/** The designs of events and their files. */
export class EventDesigns extends Context.Service<EventDesigns>()("core/EventDesigns", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const designs = yield* EventDesignRepository
    const files = filesInMemory(
      mostKept,
      ({ data }: StoredBlob) => data.length,
      Effect.fnUntraced(function*(id: string) {
        const [found] = yield* Effect.orDie(designs.findBlob({ id }))
        return found ?? (yield* new NotFound({ element_type: "Blob", element_id: id }))
      })
    )

    const find = Effect.fnUntraced(function*(eventId: bigint) {
      const [design] = yield* designs.find(eventId)
      return design ?? new EventDesign({ bon_logo_blob_id: null })
    })

    const get = Effect.fn("EventDesigns.get")((eventId: bigint) => Effect.orDie(find(eventId)))

    /** Changes the logo of the event at the caller's node, and deletes the old file. `drawn` makes the new one, null for none. */
    const changeBonLogo = (
      caller: AtEvent,
      drawn: Effect.Effect<StoredBlob | null, InvalidArgument | ServiceUnavailable>
    ) =>
      changes.run(
        caller,
        (ids) => ({ logType: "event_bon_logo_updated", content: { id: caller.eventId, ...ids } }),
        Effect.gen(function*() {
          const { eventId, node } = caller
          if (node.id !== eventId) return yield* new NotFound({ element_type: "event", element_id: node.id })
          const logo = yield* drawn
          const { bon_logo_blob_id: before } = yield* find(eventId)
          const [stored = null] = before === null ? [] : yield* designs.findBlob({ id: before })
          if (Equal.equals(stored, logo)) return { old_blob_id: before, new_blob_id: before }
          const id = logo === null ? null : randomUUID()
          if (logo !== null && id !== null) yield* designs.insertBlob(eventId, id, logo)
          yield* designs.setBonLogo(eventId, id)
          if (before !== null) yield* designs.removeBlob(eventId, before)
          return { old_blob_id: before, new_blob_id: id }
        })
      ).pipe(Effect.map(({ old_blob_id: before }) => {
        if (before !== null) files.forget(before)
      }))

    /** Replaces the logo on receipts. */
    const setBonLogo = Effect.fn("EventDesigns.setBonLogo")((caller: AtEvent, blob: NewBlob) =>
      changeBonLogo(caller, drawLogoApart(blob))
    )

    /** Receipts have no logo any more. */
    const removeBonLogo = Effect.fn("EventDesigns.removeBonLogo")((caller: AtEvent) =>
      changeBonLogo(caller, Effect.succeed(null))
    )

    /** A file; files are public. */
    const blob = Effect.fn("EventDesigns.blob")((id: string) => files.find(id.toLowerCase()))

    /** The logo on the documents of an event, an SVG image; null without one. */
    const logo = Effect.fn("EventDesigns.logo")(function*(eventId: bigint) {
      const { bon_logo_blob_id: id } = yield* get(eventId)
      if (id === null) return null
      // The logo may have been replaced since the event was read.
      return yield* Effect.match(blob(id), { onSuccess: ({ data }) => data, onFailure: () => null })
    })

    return { blob, get, logo, removeBonLogo, setBonLogo }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, EventDesignRepository.layer])
  )
}
