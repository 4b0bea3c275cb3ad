import { ReportCommand, reportFlags } from "../../shell/ReportCommand.ts"

export default class ReportPayout extends ReportCommand {
  static override summary = "Write the pay-out report of an event."
  static override description = "It has the money that is still on wristbands, why, and the payout runs that are done."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> --node 2 --as admin --output payout.pdf"]
  static override flags = reportFlags

  async run() {
    const { flags } = await this.parse(ReportPayout)
    const { PayoutReports } = await import("@wristbank/core/report/PayoutReports")
    return this.writing(flags, (caller, asOf) => PayoutReports.use((reports) => reports.read(caller, asOf)))
  }
}
