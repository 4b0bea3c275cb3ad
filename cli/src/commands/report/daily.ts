import { Flags } from "@oclif/core"
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
    only: Flags.integer({
      description: "report about this node below it alone; may be repeated",
      min: 1,
      multiple: true,
      helpValue: "<id>"
    })
  }

  async run() {
    const { flags } = await this.parse(ReportDaily)
    const { DailyReports } = await import("@wristbank/core/report/DailyReports")
    const nodeIds = (flags.only ?? [flags.node]).map(BigInt)
    return this.writing(
      flags,
      (caller, asOf) => DailyReports.use((reports) => reports.read(caller, { asOf, date: flags.day, nodeIds }))
    )
  }
}
