import { Flags } from "@oclif/core"
import { Effect } from "effect"
import { asFlag, eventArgument } from "../../eventfile/EventFileFlags.ts"
import { systemAccount } from "../../flags/CallerFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"

export default class EventExport extends EffectCommand {
  static override summary = "Print everything that is set up in an event, as a file (YAML)."
  static override description =
    "The file names objects by their names and paths, so that it also makes another event: next year's, or one elsewhere. In place " +
    "of passwords, keys and PINs it has the names of environment variables. With --output the logo and the map of the site are " +
    "written beside it, otherwise they are in it. What was booked is not in it, nor are the wristbands of guests."
  static override examples = [
    "<%= config.bin %> <%= command.id %> \"Harbour Festival\" --as admin > festival.yaml",
    "<%= config.bin %> <%= command.id %> \"Harbour Festival\" --as admin --output festival.yaml"
  ]
  static override args = eventArgument
  static override flags = {
    ...asFlag,
    output: Flags.string({ description: "file to write, with the pictures beside it", helpValue: "<file>" }),
    force: Flags.boolean({ description: "replace existing files", dependsOn: ["output"] })
  }

  async run() {
    const { args, flags } = await this.parse(EventExport)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { EventFiles } = await import("@wristbank/core/eventfile/EventFiles")
    const { print } = await import("@wristbank/core/eventfile/EventFileText")
    const { eventCaller } = await import("@wristbank/core/event/EventCaller")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { writeEventFile } = await import("../../eventfile/EventFileOutput.ts")
    const { mayWrite, standardOutput } = await import("../../files/OutputFile.ts")
    const { long } = await import("../../views/Progress.ts")
    const { withApplication } = await import("../../serving/WholeApplication.ts")
    this.printsFile = false
    const path = flags.output === standardOutput ? undefined : flags.output
    const destination = path === undefined ? null : { path, force: flags.force }
    const work = Effect.gen(function*() {
      if (destination !== null) yield* mayWrite(destination)
      const files = yield* EventFiles
      const request = { eventId: yield* files.find(args.event), login: flags.as, by: systemAccount(), write: false }
      const { caller } = yield* eventCaller(request, mayManage)
      const contents = yield* files.write(caller).pipe(long("Reading the event"))
      return destination === null ? print(contents) : yield* writeEventFile(destination, contents)
    })
    this.log((await this.runEffect(withApplication(work))).trimEnd())
  }
}
