import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { asFlag, eventArgument } from "../../eventfile/EventFileFlags.ts"
import { systemAccount } from "../../flags/CallerFlags.ts"
import { confirm } from "../../shell/Confirmation.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"
import { yesFlag } from "../../shell/PayoutCommand.ts"

export default class EventClose extends EffectCommand {
  static override summary = "Lead through what is left to do after an event, and archive it when that is done."
  static override description =
    "Each step is read from what is stored, so the list goes on where it was left, no matter who did what. [x] is done, [ ] must be done " +
    "before the event can be archived, [-] should be. At a terminal it then goes from one step that is left to the next, says where " +
    "each is done, and waits for Enter; q leaves. When nothing is open any more, it asks and archives the event. Ends with 3 while " +
    "something is open."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> \"Harbour Festival\" --as admin"]
  static override args = eventArgument
  static override flags = {
    ...asFlag,
    ...yesFlag,
    "dry-run": Flags.boolean({ default: false, description: "show the steps, lead through none and archive nothing" })
  }

  async run() {
    const { args, flags } = await this.parse(EventClose)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { NodeArchives } = await import("@wristbank/core/till/NodeArchives")
    const { EventFiles } = await import("@wristbank/core/eventfile/EventFiles")
    const { eventCaller } = await import("@wristbank/core/event/EventCaller")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { EndStep, isReadyToArchive } = await import("@wristbank/core/overview/EventEnd")
    const { EventEnds } = await import("@wristbank/core/overview/EventEnds")
    const { walkThrough } = await import("../../views/EventEndWalk.ts")
    const { endLines } = await import("../../views/EventEndLines.ts")
    const { aloneOnScreen } = await import("../../views/Progress.ts")
    const { withApplication } = await import("../../serving/WholeApplication.ts")
    const steps = await this.runEffect(withApplication(Effect.gen({ self: this }, function*() {
      const eventId = yield* EventFiles.use((files) => files.find(args.event))
      const callerAt = eventCaller({ eventId, login: flags.as, by: systemAccount(), write: false }, mayManage)
      const stored = EventEnds.use((ends) => Effect.flatMap(callerAt, (now) => ends.steps(now.caller)))
      const { caller, settings: { currency_identifier: currency } } = yield* callerAt
      const read = stored.pipe(aloneOnScreen("Reading the event"))
      const first = yield* read
      for (const line of endLines(first, currency)) this.log(line)
      const asks = process.stdout.isTTY && process.stderr.isTTY && !flags.yes && !flags["dry-run"] &&
        !this.jsonEnabled()
      const { isLeft, steps: before } = asks
        ? yield* walkThrough(first, read, { eventId: caller.eventId, currency, login: flags.as })
        : { isLeft: false, steps: first }
      if (flags["dry-run"] || isLeft || !isReadyToArchive(before)) return before
      yield* confirm(`Archive ${caller.node.name}`, flags)
      // Its rights may have changed while the user walked.
      const { caller: archiving } = yield* callerAt
      yield* NodeArchives.use((archives) => archives.archive(archiving)).pipe(aloneOnScreen("Archiving the event"))
      this.log(`${caller.node.name} is archived`)
      return yield* stored
    })))
    if (steps.some(({ state }) => state === "open")) process.exitCode = exitStatus.found.status
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(EndStep)))(steps)
  }
}
