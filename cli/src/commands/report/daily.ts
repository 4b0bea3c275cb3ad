import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { ReportCommand, reportFlags } from "../../shell/ReportCommand.ts"

export default class ReportDaily extends ReportCommand {
  static override summary = "Write the report of one business day of nodes of an event."
  static override description =
    "It has takings by hour, by place and by payment method, taxes and products of each node, vouchers, counted cash registers and " +
    "card payments that are not verified."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> --node 2 --as admin --day 2026-06-30 --output day.pdf",
    "<%= config.bin %> <%= command.id %> --node 2 --only 12 --only 13 --as admin --day 2026-06-30 --output bars.csv"
  ]
  static override flags = {
    ...reportFlags,
    day: Flags.string({ description: "the business day, as 2026-06-30", required: true, helpValue: "<date>" }),
    only: Flags.string({
      description: "number or name of a node below it, to report about it alone; may be repeated",
      multiple: true,
      helpValue: "<node>"
    })
  }

  async run() {
    const { flags } = await this.parse(ReportDaily)
    const { DailyReports } = await import("@wristbank/core/report/DailyReports")
    const { anyNodeNamed } = await import("../../shell/NamedNodes.ts")
    return this.writing(flags, (caller, asOf) =>
      Effect.gen(function*() {
        const nodeIds = flags.only === undefined ? [caller.node.id] : yield* Effect.forEach(flags.only, anyNodeNamed)
        return yield* DailyReports.use((reports) => reports.read(caller, { asOf, date: flags.day, nodeIds }))
      }))
  }
}
