import { Context, Effect, Layer } from "effect"
import { subtreeOf } from "../organisation/EventConfiguration.ts"
import { EventRepository } from "../organisation/EventRepository.ts"
import { NotFound } from "../organisation/Refusal.ts"
import type { TerminalStanding } from "../till/TerminalStanding.ts"
import { reportTime } from "./EventDay.ts"
import { RevenueRepository } from "./RevenueRepository.ts"
import { RevenueStats, seriesOf, type TimeseriesStatsQuery } from "./TimeSeries.ts"

/** What has been sold, by hour and by day of business. */
export class Revenues extends Context.Service<Revenues>()("core/Revenues", {
  make: Effect.gen(function*() {
    const events = yield* EventRepository
    const repository = yield* RevenueRepository

    /**
     * Sales at the tills of the node and below it, however they were paid, with what cancels took back. Refused as
     * `InvalidArgument` when the event has no days of business or the period is none.
     */
    const at = Effect.fn("Revenues.at")(function*(
      { configuration, node }: Pick<TerminalStanding, "configuration" | "node">,
      { from_time, to_time }: TimeseriesStatsQuery
    ) {
      const { eventId, tills } = configuration
      const [event] = yield* Effect.orDie(events.list([eventId]))
      if (event === undefined) return yield* new NotFound({ element_type: "event", element_id: eventId })
      const time = yield* Effect.fromResult(reportTime(event.settings, { from: from_time, to: to_time }))
      const nodes = subtreeOf(configuration, node.id)
      const tillIds = Array.from(tills.values()).filter((till) => nodes.has(till.node_id)).map((till) => till.id)
      const sold = yield* Effect.orDie(
        repository.sold({ eventId, tillIds, ...time.period, dayEnds: time.dayEnds })
      )
      return new RevenueStats(seriesOf(time, sold))
    })

    return { at }
  })
}) {
  static readonly layer = Layer.provide(Layer.effect(this, this.make), RevenueRepository.layer)
}
