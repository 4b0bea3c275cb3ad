import { Args } from "@oclif/core"
import { Effect, Schema } from "effect"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class EventValidate extends EffectCommand {
  static override summary = "Check the file of an event, without a database."
  static override description =
    "Finds fields that are misspelt, missing or of another type, names that lead nowhere, objects that are there twice, " +
    "and accounts that take no sales; each with its line. Ends with 3 when it finds something. Only `event apply --dry-run` shows what the " +
    "database refuses."
  static override examples = [
    "<%= config.bin %> <%= command.id %> festival.yaml"
  ]
  static override enableJsonFlag = true
  static override args = { file: Args.string({ description: "the file, as YAML", required: true }) }

  async run() {
    const { args } = await this.parse(EventValidate)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { withoutSales } = await import("@wristbank/core/eventfile/EventFile")
    const { EventFileInvalid, LocatedProblem, lineOf } = await import("@wristbank/core/eventfile/EventFileInvalid")
    const { readEventFile } = await import("../../eventfile/EventFileInput.ts")
    const { contentsLine } = await import("../../views/EventFileLines.ts")
    const problems = await this.runEffect(
      readEventFile(args.file).pipe(
        Effect.map(({ contents, locate }) => {
          const found = withoutSales(contents).map(locate)
          if (found.length === 0) this.log(`${args.file}: ${contentsLine(contents)}`)
          return found
        }),
        Effect.catchIf((error) => error instanceof EventFileInvalid, (invalid) => Effect.succeed(invalid.problems))
      )
    )
    for (const problem of problems) this.log(lineOf(args.file, problem))
    if (problems.length > 0) process.exitCode = exitStatus.found.status
    return { problems: Schema.encodeSync(Schema.Array(LocatedProblem))(problems) }
  }
}
