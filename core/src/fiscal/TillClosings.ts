import { Context, Effect, Layer, Schema } from "effect"
import { NotFound } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { type EndClosings, OpenClosing } from "../till/TillClosing.ts"
import { TillClosingRepository } from "../till/TillClosingRepository.ts"

/** Closings of tills as operators see and end them. */
export class TillClosings extends Context.Service<TillClosings>()("core/TillClosings", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const closings = yield* TillClosingRepository

    /** Open closings at the caller's node and below, by till. */
    const open = Effect.fn("TillClosings.open")((caller: AtEvent) =>
      Effect.orDie(closings.open({ eventId: caller.eventId, nodeId: caller.node.id, tillIds: null }))
    )

    const endThem = Effect.fnUntraced(function*({ eventId, node }: AtEvent, tillIds: ReadonlyArray<bigint> | null) {
      const [elsewhere] = tillIds === null ? [] : yield* closings.tillsElsewhere(eventId, node.id, tillIds)
      if (elsewhere !== undefined) return yield* new NotFound({ element_type: "till", element_id: elsewhere })
      const ending = yield* closings.open({ eventId, nodeId: node.id, tillIds })
      yield* closings.raise(eventId, ending.map(({ till_id }) => till_id), "operator")
      return ending
    })

    /**
     * Ends open closings at the caller's node and below, and returns those that ended. Cashiers stay signed in; their next order
     * belongs to the next closing. A closing without orders stays open, because an ended one could never be filled.
     */
    const end = Effect.fn("TillClosings.end")((caller: AtEvent, { till_ids }: EndClosings) =>
      changes.run(
        caller,
        (ended) =>
          ended.length === 0 ? null : { logType: "closings_ended", content: { closings: toAuditContent(ended) } },
        endThem(caller, till_ids ?? null)
      )
    )

    return { end, open }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, TillClosingRepository.layer])
  )
}

const toAuditContent = Schema.encodeSync(Schema.toCodecJson(Schema.Array(OpenClosing)))
