import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { asFlag, dryRunFlag, eventArgument } from "../../eventfile/EventFileFlags.ts"
import { systemAccount } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class EventCopy extends EffectCommand {
  static override summary = "Make a new event with all that is set up in another one."
  static override description =
    "Shows what it would create, and makes all of it in one transaction, with the rights of the user and in the audit log as by the " +
    "back office. What was booked is not copied, nor is what is secret or needs a secret: the event's users, keys, signing devices. " +
    "Other features that need one are switched off in the copy. Whatever has to be set anew is listed."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> \"Harbour Festival\" --to 0 --name \"Harbour Festival 2027\" --as admin --dry-run",
    "<%= config.bin %> <%= command.id %> 2 --to \"Harbour Club\" --name Trial --starts 2027-06-25T16:00:00+02:00 --as admin"
  ]
  static override args = eventArgument
  static override flags = {
    ...asFlag,
    ...dryRunFlag,
    to: Flags.string({
      description: "the organisation of the copy: its id (0: the root), or its name with those of the nodes above it",
      required: true,
      helpValue: "<node>"
    }),
    name: Flags.string({ description: "the name of the copy", required: true, helpValue: "<name>" }),
    starts: Flags.string({
      description: "when the copy begins, as 2027-06-25T16:00:00+02:00 (default: when the event began)",
      helpValue: "<moment>"
    }),
    ends: Flags.string({ description: "when it ends (default: it lasts as long)", helpValue: "<moment>" })
  }

  async run() {
    const { args, flags } = await this.parse(EventCopy)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { EventCopies } = await import("@wristbank/core/eventfile/EventCopies")
    const { CopyReport } = await import("@wristbank/core/eventfile/PlanReport")
    const { EventFiles } = await import("@wristbank/core/eventfile/EventFiles")
    const { Access } = await import("@wristbank/core/organisation/Access")
    const { userAt } = await import("@wristbank/core/event/EventCaller")
    const { applyPlanned } = await import("../../eventfile/EventFileApply.ts")
    const { momentOf } = await import("../../flags/Moment.ts")
    const { setAnewLines } = await import("../../views/EventFileLines.ts")
    const { withApplication } = await import("../../serving/WholeApplication.ts")
    const print = (lines: ReadonlyArray<string>) => {
      for (const line of lines) this.log(line)
    }
    const report = await this.runEffect(withApplication(Effect.gen(function*() {
      const files = yield* EventFiles
      const below = yield* files.findOrganisation(flags.to)
      const { id: userId } = yield* userAt(yield* Access.use((access) => access.node(below)), flags.as)
      const { request, setAnew } = yield* EventCopies.use((copies) =>
        Effect.flatMap(
          Effect.all({ start: momentOf(flags.starts), end: momentOf(flags.ends), eventId: files.find(args.event) }),
          (given) => copies.prepare({ author: { userId, by: systemAccount() }, below, name: flags.name, ...given })
        )
      )
      const asked = { request, file: null, locate: null }
      const show = (lines: ReadonlyArray<string>) => Effect.sync(() => print(lines))
      // A new event has nothing that could be removed, and a copy has no secrets.
      const dialogue = { show, ask: () => Effect.void, askSecrets: () => Effect.succeed({}) }
      const made = yield* applyPlanned(asked, { ...flags, yes: true }, dialogue)
      print(setAnewLines(setAnew))
      return new CopyReport({ ...made, set_anew: setAnew })
    })))
    if (report.refused.length > 0) process.exitCode = exitStatus.refused.status
    return Schema.encodeSync(Schema.toCodecJson(CopyReport))(report)
  }
}
