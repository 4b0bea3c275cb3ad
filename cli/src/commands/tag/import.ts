import { Args, Flags } from "@oclif/core"
import { Effect } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { variantFlag } from "../../flags/TagFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class TagImport extends EventCommand {
  static override hiddenAliases = ["tags:import"]
  static override summary = "Import the wristbands of a delivery from a CSV file."
  static override description =
    "The first line may name the columns: pin, and variants or restriction. Without names the first column is the PIN and the " +
    "second the kinds, with commas between them. All wristbands of the file are imported, or none."
  static override examples = [
    "<%= config.bin %> <%= command.id %> delivery.csv --dry-run --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> delivery.csv --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = { file: Args.string({ description: "the CSV file", required: true }) }
  static override flags = {
    ...callerFlags("node_administration"),
    ...variantFlag("kind of the wristbands for which the file names none"),
    "dry-run": Flags.boolean({ default: false, description: "check the file, and change nothing" })
  }

  async run() {
    const { args, flags } = await this.parse(TagImport)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { UserTags } = await import("@wristbank/core/wristband/UserTags")
    const { readTags, tagServices, theSecret } = await import("../../files/TagInput.ts")
    const { long } = await import("../../views/Progress.ts")
    const dryRun = flags["dry-run"]
    const count = await this.inEvent({ ...flags, write: !dryRun }, tagServices, ({ caller }) =>
      Effect.gen(function*() {
        const tags = yield* readTags(args.file, caller.eventId, flags.variant ?? [])
        const secret_id = yield* theSecret(caller.eventId)
        const arriving = tags.map((tag) => ({ ...tag, secret_id }))
        const services = yield* UserTags
        if (dryRun) yield* services.check(caller, arriving)
        else yield* services.create(caller, arriving).pipe(long("Importing wristbands"))
        return tags.length
      }))
    const wristbands = count === 1 ? "wristband" : "wristbands"
    this.log(`${count} ${wristbands} ${dryRun ? "would be imported" : "imported"}.`)
    return { count, dry_run: dryRun }
  }
}
