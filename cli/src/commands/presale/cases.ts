import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class PresaleCasesCommand extends EventCommand {
  static override summary = "List what an operator has to decide about the presale, or settle a case."
  static override description =
    "A case is about a guest who is inside already, or about credit that belongs to no ticket; nothing was taken from anybody. " +
    "Settling a case moves no money: correct the balance first, if that is what you decide."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> --settle 3 --comment \"Gave the ticket back\" --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override flags = {
    ...callerFlags("node_administration"),
    settle: Flags.integer({ description: "number of the case to settle", min: 1, helpValue: "<case>" }),
    comment: Flags.string({
      description: "what was decided, for later readers",
      dependsOn: ["settle"],
      helpValue: "<text>"
    })
  }

  async run() {
    const { flags } = await this.parse(PresaleCasesCommand)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { ListedCase } = await import("@wristbank/core/presale/PresaleCase")
    const { PresaleCases } = await import("@wristbank/core/presale/PresaleCases")
    const { maxPageSize } = await import("@wristbank/core/sql/Page")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { caseLines } = await import("../../views/PresaleLines.ts")
    const { comment = null, settle } = flags
    const { cases, timeZone } = await this.inEvent(
      { ...flags, write: settle !== undefined },
      { privileges: mayManage, layer: PresaleCases.layer },
      ({ caller, settings }) =>
        Effect.gen(function*() {
          const service = yield* PresaleCases
          if (settle !== undefined) yield* service.settle(caller, BigInt(settle), comment)
          const listed = yield* service.list(caller, false, { limit: maxPageSize, cursor: null })
          return { cases: listed, timeZone: settings.time_zone }
        })
    )
    if (settle !== undefined) this.log(`Case ${settle} is settled.`)
    for (const line of caseLines(cases, timeZone)) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(ListedCase)))(cases)
  }
}
