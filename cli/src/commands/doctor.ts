import { Flags } from "@oclif/core"
import { Effect, Layer, Schema } from "effect"
import { EffectCommand } from "../shell/EffectCommand.ts"
import { exitStatus } from "../shell/ExitStatus.ts"

export default class Examine extends EffectCommand {
  static override summary = "Recompute every balance and reference of the ledger and list violations."
  static override description = "Reads one moment of the database, also while it is in use, and changes nothing. " +
    "Ends with 0 when everything holds and with 3 otherwise."
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --json"
  ]
  static override enableJsonFlag = true
  static override flags = {
    limit: Flags.integer({ description: "exceptions listed per rule", default: 20, min: 1, helpValue: "<number>" }),
    "skip-signatures": Flags.boolean({
      description: "do not verify signatures, which takes about a millisecond each; the report says how many"
    }),
    "signatures-since": Flags.string({
      description:
        "verify only signatures made since then, as 2026-07-11T18:00:00+02:00; the report says how many were not",
      helpValue: "<moment>",
      exclusive: ["skip-signatures"]
    })
  }

  async run() {
    const { flags } = await this.parse(Examine)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Doctor } = await import("@wristbank/core/overview/Doctor")
    const { Diagnosis } = await import("@wristbank/core/overview/Invariants")
    const { databaseLayer } = await import("../postgres/DatabaseServer.ts")
    const { Progress } = await import("../views/Progress.ts")
    const { reportLines } = await import("../views/DiagnosisLines.ts")
    const { momentOf } = await import("../flags/Moment.ts")
    const diagnosis = await this.runEffect(
      Effect.provide(
        Effect.gen(function*() {
          const since = yield* momentOf(flags["signatures-since"])
          const verified = flags["skip-signatures"] ? "none" : since === undefined ? "all" : { since }
          const { long } = yield* Progress
          return yield* Doctor.use((doctor) => doctor.diagnose(flags.limit, verified)).pipe(long("Checking invariants"))
        }),
        Layer.provide(Doctor.layer, databaseLayer)
      )
    )
    for (const line of reportLines(diagnosis)) this.log(line)
    if (diagnosis.count > 0) process.exitCode = exitStatus.found.status
    return Schema.encodeSync(Schema.toCodecJson(Diagnosis))(diagnosis)
  }
}
