import { Args, Flags } from "@oclif/core"
import { Effect } from "effect"
import { standardOutput } from "../../files/OutputFile.ts"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { tagFileFlags, variantFlag } from "../../flags/TagFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class TagGenerate extends EventCommand {
  static override hiddenAliases = ["tags:generate"]
  static override summary = "Make wristbands or cards with new PINs, and write a list and cards for the printer."
  static override description =
    "PINs have no letters and digits that are easily confused, and none that another wristband of the event has. Without " +
    "--length they are as long as it takes to be hard to guess. All are made, or none. Without a file the list is printed; `tag export` writes it again."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 5000 --event 2 --as olga --output wristbands.csv",
    "<%= config.bin %> <%= command.id %> 40 --event 2 --as olga --variant crew --cards crew.pdf"
  ]
  static override enableJsonFlag = true
  static override args = {
    count: Args.integer({ description: "number of wristbands", min: 1, max: 100_000, required: true })
  }
  static override flags = {
    ...callerFlags("node_administration"),
    length: Flags.integer({ description: "characters of a PIN (default: enough)", min: 8, max: 32 }),
    ...variantFlag("name of a kind of wristbands that these are of"),
    ...tagFileFlags
  }

  async run() {
    const { args, flags: given } = await this.parse(TagGenerate)
    // PINs that are made and shown nowhere would have to be looked for.
    const isShown = given.output === undefined && given.cards === undefined && !this.jsonEnabled()
    const flags = isShown ? { ...given, output: standardOutput } : given
    this.printsFile = flags.output === standardOutput
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { randomInt } = await import("node:crypto")
    const { UserTags } = await import("@wristbank/core/wristband/UserTags")
    const { faceOf, mayWriteTags, writeTags } = await import("../../files/TagFiles.ts")
    const { tagServices, theSecret } = await import("../../files/TagInput.ts")
    const { long } = await import("../../views/Progress.ts")
    const { guessable, paths, tags } = await this.inEvent(
      { ...flags, write: true },
      tagServices,
      ({ caller, settings }) =>
        Effect.gen(function*() {
          yield* mayWriteTags(flags, args.count)
          const secretId = yield* theSecret(caller.eventId)
          const wanted = {
            count: args.count,
            length: flags.length ?? null,
            secretId,
            variantNames: flags.variant ?? []
          }
          const made = yield* UserTags.use(({ generate }) => generate(caller, wanted, randomInt)).pipe(
            long("Making wristbands")
          )
          return { ...made, paths: yield* writeTags(flags, faceOf(caller.node, settings), made.tags) }
        })
    )
    this.log(`${tags.length} ${tags.length === 1 ? "wristband is" : "wristbands are"} made.`)
    for (const path of paths) this.log(`Written: ${path}`)
    if (guessable) this.logToStderr("The PINs are too short for their number: one of them could be guessed.")
    return tags
  }
}
