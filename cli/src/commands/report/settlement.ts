import { ReportCommand, reportFlags } from "../../shell/ReportCommand.ts"

export default class ReportSettlement extends ReportCommand {
  static override summary = "Write what each stall of an event, or of a part of it, is owed."
  static override description =
    "It has the sales of each node with tills by how guests paid, the organiser's fee and what is to be paid out."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> --node 2 --as admin --output settlement.pdf"]
  static override flags = reportFlags

  async run() {
    const { flags } = await this.parse(ReportSettlement)
    const { RevenueReports } = await import("@wristbank/core/report/RevenueReports")
    return this.writing(flags, (caller, asOf) => RevenueReports.use((reports) => reports.settlement(caller, asOf)))
  }
}
