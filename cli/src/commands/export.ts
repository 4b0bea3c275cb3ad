import { Args, Flags } from "@oclif/core"
import { Effect } from "effect"
import { asOfFlag } from "../flags/AsOf.ts"
import { callerFlags } from "../flags/CallerFlags.ts"
import { EventCommand } from "../shell/EventCommand.ts"

/** The tables; their rules are loaded only when one is written. */
export const exportedTables = ["orders", "line-items", "postings", "tags", "shifts"] as const

export default class Export extends EventCommand {
  static override summary = "Write records of an event as CSV, for programs and spreadsheets."
  static override description =
    "All records are read at one moment, and only some are in memory at a time. Amounts are in major units with a point, " +
    "times in UTC. docs/administrator-documentation/reports.md lists the columns; new ones are added at the end. PINs and bank accounts are not in it."
  static override examples = [
    "<%= config.bin %> <%= command.id %> orders --event 2 --as olga --output orders.csv",
    "<%= config.bin %> <%= command.id %> line-items --from 2026-06-26 --to 2026-06-26 --event 2 --as olga --output -"
  ]
  static override enableJsonFlag = true
  static override args = {
    table: Args.string({ required: true, description: "which records", options: [...exportedTables] })
  }
  static override flags = {
    ...callerFlags("node_administration"),
    from: Flags.string({ description: "first day, as 2026-06-30; not for tags", helpValue: "<date>" }),
    to: Flags.string({ description: "last day; not for tags", helpValue: "<date>" }),
    "as-of": asOfFlag("records of a moment in the past, as 2026-06-30T18:00:00+02:00, without later ones"),
    output: Flags.string({ description: "file to write; - for standard output", required: true, helpValue: "<file>" }),
    force: Flags.boolean({ description: "replace an existing file" })
  }

  async run() {
    const { args, flags } = await this.parse(Export)
    const table = exportedTables.find((name) => name === args.table) ?? this.error(`There are no ${args.table}`)
    const { daysBetween } = await import("@wristbank/core/fiscal/ClosingDays")
    const { FlatExports } = await import("@wristbank/core/report/FlatExports")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { momentOf } = await import("../flags/Moment.ts")
    const { mayWrite, writeWholeBy } = await import("../files/OutputFile.ts")
    const { Progress } = await import("../views/Progress.ts")
    const { appendTo } = await import("../files/AppendedFile.ts")
    const destination = { path: flags.output, force: flags.force }
    const services = { privileges: mayManage, layer: FlatExports.layer }
    const { made, path } = await this.inEvent(
      { ...flags, write: false },
      services,
      ({ caller, settings }) =>
        Effect.gen(function*() {
          yield* mayWrite(destination)
          const asOf = (yield* momentOf(flags["as-of"])) ?? null
          const days = yield* Effect.fromResult(daysBetween(settings.time_zone, flags.from ?? null, flags.to ?? null))
          const exports = yield* FlatExports
          const progress = yield* Progress
          return yield* writeWholeBy(
            destination,
            (draft) => appendTo(draft, (take) => exports.write(caller, { table, ...days, asOf }, take))
          ).pipe(progress.long(`Writing ${table}`))
        })
    )
    this.log(`${made} records written to ${path}`)
    return { path, records: made }
  }
}
