import { Effect } from "effect"
import { systemAccount } from "../../CallerFlags.ts"
import { EffectCommand } from "../../EffectCommand.ts"
import { asFlag, eventArgument } from "../../EventFileFlags.ts"

export default class EventExport extends EffectCommand {
  static override summary = "Print everything that is set up in an event, as a file (YAML)."
  static override description =
    "The file names objects by their names and paths, so that it also makes another event: next year's, or one elsewhere. In place " +
    "of passwords, keys and PINs it has the names of environment variables. What was booked is not in it, nor are the wristbands of " +
    "guests."
  static override examples = ["<%= config.bin %> <%= command.id %> \"Harbour Festival\" --as admin > festival.yaml"]
  static override args = eventArgument
  static override flags = asFlag

  async run() {
    const { args, flags } = await this.parse(EventExport)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { EventFiles } = await import("@wristbank/core/eventfile/EventFiles")
    const { print } = await import("@wristbank/core/eventfile/EventFileText")
    const { eventCaller } = await import("@wristbank/core/organisation/EventCaller")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { withApplication } = await import("../../WholeApplication.ts")
    const contents = await this.runEffect(withApplication(Effect.gen(function*() {
      const files = yield* EventFiles
      const request = { eventId: yield* files.find(args.event), login: flags.as, by: systemAccount(), write: false }
      const { caller } = yield* eventCaller(request, mayManage)
      return yield* files.write(caller)
    })))
    this.log(print(contents).trimEnd())
  }
}
