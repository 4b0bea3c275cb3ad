import { ReportCommand, reportFlags } from "../../shell/ReportCommand.ts"

export default class ReportRevenue extends ReportCommand {
  static override summary = "Write the revenue report of a node of an event."
  static override description =
    "It has the sales at the tills of the node and below it by business day and order, the organiser's fee and what is to be paid out."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> --node 2 --as admin --output revenue.pdf"]
  static override flags = reportFlags

  async run() {
    const { flags } = await this.parse(ReportRevenue)
    const { RevenueReports } = await import("@wristbank/core/report/RevenueReports")
    return this.writing(flags, (caller, asOf) => RevenueReports.use((reports) => reports.revenue(caller, asOf)))
  }
}
