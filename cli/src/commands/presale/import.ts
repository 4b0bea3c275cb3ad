import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { basename } from "node:path"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { formatOf, ticketFileFlags } from "../../flags/TicketFileFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class PresaleImport extends EventCommand {
  static override summary = "Import presale tickets from a CSV file of any ticket shop."
  static override description =
    "The file has a heading and a row for each ticket: order and code, and if it likes position, name, email, product, " +
    "credit and state. Each order is imported whole or not at all. The same file again changes nothing; tickets that a " +
    "file lacks stay as they are, and a ticket is cancelled by its state. Ends with 1 when an order could not be imported."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> tickets.csv --event 2 --as admin --dry-run",
    "<%= config.bin %> <%= command.id %> tickets.csv --event 2 --as admin --column code=Barcode --state cancelled=void"
  ]
  static override args = { file: Args.string({ description: "the CSV file", required: true }) }
  static override flags = {
    ...callerFlags("node_administration"),
    ...ticketFileFlags,
    "dry-run": Flags.boolean({ default: false, description: "show what would change, and change nothing" })
  }

  async run() {
    const { args, flags } = await this.parse(PresaleImport)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { FileImport, PresaleFiles } = await import("@wristbank/core/presale/PresaleFiles")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { readInputFile } = await import("../../files/InputFile.ts")
    const { Progress } = await import("../../views/Progress.ts")
    const { importLines } = await import("../../views/PresaleLines.ts")
    const dryRun = flags["dry-run"]
    const report = await this.inEvent(
      { ...flags, write: !dryRun },
      { privileges: mayManage, layer: PresaleFiles.layer },
      ({ caller }) =>
        Effect.gen(function*() {
          const format = yield* formatOf(flags)
          const bytes = yield* readInputFile(args.file)
          const files = yield* PresaleFiles
          const { long } = yield* Progress
          return yield* files.run(caller, { name: basename(args.file), bytes }, { dryRun, format }).pipe(
            long(dryRun ? "Comparing orders" : "Importing orders")
          )
        })
    )
    for (const line of importLines(report)) this.log(line)
    if (report.problems.length > 0) process.exitCode = exitStatus.refused.status
    return Schema.encodeSync(Schema.toCodecJson(FileImport))(report)
  }
}
