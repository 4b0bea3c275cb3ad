import { Flags } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { eventArgument } from "../../eventfile/EventFileFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class SealCheck extends EffectCommand {
  static override summary = "Compare seals that were kept outside with the database."
  static override description =
    "Compares the hash or the list (the output of `wristbank seal show --json`) with the seals of the event, and these with what the " +
    "rows of their days hash to now. Changes nothing. Ends with 3 when something differs."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> 2 --file seals.json",
    "<%= config.bin %> <%= command.id %> 2 --hash 5f16ea2dba0a71a08e1b58c1ef7c4ce9c9a5ac5ee4ef4c0a8c3ab4ba32d5cc8f"
  ]
  static override args = eventArgument
  static override flags = {
    hash: Flags.string({
      description: "the hash of a seal that was kept; may be repeated",
      multiple: true,
      exactlyOne: ["hash", "file"],
      helpValue: "<hash>"
    }),
    file: Flags.string({
      description: "the list of seals that was kept",
      exactlyOne: ["hash", "file"],
      helpValue: "<file>"
    })
  }

  async run() {
    const { args, flags } = await this.parse(SealCheck)
    const { DaySeals } = await import("@wristbank/core/report/DaySeals")
    const { SealDifference } = await import("@wristbank/core/report/SealComparison")
    const { NodeRepository } = await import("@wristbank/core/organisation/NodeRepository")
    const { eventNamed } = await import("../../shell/NamedNodes.ts")
    const { databaseLayer } = await import("../../postgres/DatabaseServer.ts")
    const { keptSeals } = await import("../../files/SealFile.ts")
    const { differenceLines } = await import("../../views/SealLines.ts")
    const { Progress } = await import("../../views/Progress.ts")
    const differences = await this.runEffect(
      Effect.gen(function*() {
        const { long } = yield* Progress
        const kept = flags.file === undefined
          ? flags.hash!.map((hash) => ({ hash: hash.trim().toLowerCase() }))
          : yield* keptSeals(flags.file)
        const event = yield* eventNamed(args.event)
        return yield* DaySeals.use(({ check }) => check(event, kept)).pipe(long("Hashing the days"))
      }).pipe(Effect.provide(Layer.provide(Layer.merge(NodeRepository.layer, DaySeals.layer), databaseLayer)))
    )
    for (const line of differenceLines(differences)) this.log(line)
    if (differences.length > 0) process.exitCode = exitStatus.found.status
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(SealDifference)))(differences)
  }
}
