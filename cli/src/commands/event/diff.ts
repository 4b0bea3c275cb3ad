import { Args } from "@oclif/core"
import { Effect, Schema } from "effect"
import { comparisonFlags } from "../../eventfile/EventFileFlags.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"

export default class EventDiff extends EffectCommand {
  static override summary = "Show how an event differs from its file."
  static override description =
    "Prints the changes that `event apply` would make, and ends with 3 if there is any. Secrets can't be compared: only whether one " +
    "is set. `event apply --dry-run` also shows which changes would be refused."
  static override examples = [
    "<%= config.bin %> <%= command.id %> festival.yaml --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = { file: Args.string({ description: "the file of the event, as YAML", required: true }) }
  static override flags = comparisonFlags

  async run() {
    const { args, flags } = await this.parse(EventDiff)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { EventFiles } = await import("@wristbank/core/eventfile/EventFiles")
    const { PlanReport } = await import("@wristbank/core/eventfile/PlanReport")
    const { shownPlan } = await import("../../eventfile/EventFileApply.ts")
    const { eventFileRequest } = await import("../../eventfile/EventFileRequest.ts")
    const { colouredLine, planLines } = await import("../../views/EventFileLines.ts")
    const { long } = await import("../../views/Progress.ts")
    const { withApplication } = await import("../../serving/WholeApplication.ts")
    const shown = await this.runEffect(withApplication(Effect.gen(function*() {
      const asked = yield* eventFileRequest(args.file, flags)
      const plan = yield* EventFiles.use((files) => files.plan(asked.request)).pipe(long("Comparing the event"))
      return shownPlan(asked, plan)
    })))
    for (const line of planLines(shown)) this.log(colouredLine(line))
    if (shown.report.steps.length > 0) process.exitCode = exitStatus.found.status
    return Schema.encodeSync(Schema.toCodecJson(PlanReport))(shown.report)
  }
}
