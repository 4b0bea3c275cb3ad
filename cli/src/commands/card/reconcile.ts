import { Flags } from "@oclif/core"
import { Effect, Layer, Result, Schema } from "effect"
import { oneEventFlag } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

/** Raised when a day could not be reconciled; names the events and their reasons. */
class NotReconciled extends Schema.TaggedError<NotReconciled>()("NotReconciled", { message: Schema.String }) {}

export default class Reconcile extends EffectCommand {
  static override summary = "Compare the card provider's payments of a day with the bookings."
  static override description =
    "The workers do so by themselves, an hour after a day is over. The report is kept. Paid orders that are not " +
    "booked are booked or held by the next sweep, and money that went back to guests is listed as unverified."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --day 2026-06-26",
    "<%= config.bin %> <%= command.id %> --event 2"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...oneEventFlag("all that take cards"),
    day: Flags.string({ description: "day in the event's time zone (default: yesterday)", helpValue: "<YYYY-MM-DD>" })
  }

  async run() {
    const { flags } = await this.parse(Reconcile)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { ReconciliationDetail } = await import("@wristbank/core/card/ReconciliationReport")
    const { ReconciliationDayRepository } = await import("@wristbank/core/card/ReconciliationDayRepository")
    const { Reconciliations } = await import("@wristbank/core/card/Reconciliations")
    const { WorkDone } = await import("@wristbank/core/base/WorkDone")
    const { EventRepository } = await import("@wristbank/core/event/EventRepository")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { eventZones } = await import("../../shell/EventZones.ts")
    const { eventNamed } = await import("../../shell/NamedNodes.ts")
    const { reconciliationsLayer } = await import("../../serving/ReconciliationsLayer.ts")
    const { Progress } = await import("../../views/Progress.ts")
    const { reconciliationLines } = await import("../../views/ReconciliationLines.ts")
    const { outcomes, zones } = await this.runEffect(
      Effect.gen(function*() {
        const { run } = yield* Reconciliations
        const events = flags.event === undefined
          ? yield* ReconciliationDayRepository.use((days) => days.events)
          : [yield* eventNamed(flags.event)]
        const { long } = yield* Progress
        const found = yield* Effect.forEach(events, (event, at) =>
          Effect.andThen(
            WorkDone.pipe(Effect.flatMap((workDone) => workDone(at, events.length))),
            Effect.map(Effect.result(run(event, flags.day ?? null)), (result) => ({ event, result }))
          )).pipe(long("Comparing card payments"))
        return { outcomes: found, zones: yield* eventZones }
      }).pipe(Effect.provide(Layer.merge(
        reconciliationsLayer,
        Layer.provide(Layer.merge(EventRepository.layer, NodeRepository.layer), databaseLayer)
      )))
    )
    const reports = outcomes.flatMap(({ result }) => Result.isSuccess(result) ? [result.success] : [])
    for (const report of reports) {
      for (const line of reconciliationLines(report, zones.get(report.event_id)!)) this.log(line)
    }
    if (outcomes.length === 0) this.log("No event takes cards.")
    const failures = outcomes.flatMap(({ event, result }) =>
      Result.isFailure(result) ? [`Event ${event}: ${result.failure.message}`] : []
    )
    if (failures.length > 0) await this.runEffect(Effect.fail(new NotReconciled({ message: failures.join("\n") })))
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ReconciliationDetail)))(reports)
  }
}
