import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { comparisonFlags, dryRunFlag } from "../../eventfile/EventFileFlags.ts"
import { confirm } from "../../shell/Confirmation.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"
import { yesFlag } from "../../shell/PayoutCommand.ts"

export default class EventApply extends EffectCommand {
  static override summary = "Make an event as its file describes it: a new one, or changes of one that exists."
  static override description =
    "Shows what it would create, change and remove, and what can't be done and why; asks before it changes or removes what is there. All of it is " +
    "done in one transaction, with the rights of the user and in the audit log as by the back office: a refusal undoes " +
    "everything. The same file again changes nothing. Secrets are read from the environment variables that the file names; those that are not set are asked for at a terminal."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> festival.yaml --as admin --dry-run",
    "PASSWORD_OLGA=… <%= config.bin %> <%= command.id %> festival.yaml --as admin"
  ]
  static override args = { file: Args.string({ description: "the file of the event, as YAML", required: true }) }
  static override flags = {
    ...comparisonFlags,
    ...yesFlag,
    ...dryRunFlag,
    "renew-secrets": Flags.boolean({
      default: false,
      description: "also write the secrets that are set, which otherwise stay as they are"
    })
  }

  async run() {
    const { args, flags } = await this.parse(EventApply)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { PlanReport } = await import("@wristbank/core/eventfile/PlanReport")
    const { askedSecrets } = await import("../../secrets/AskedSecrets.ts")
    const { applyPlanned } = await import("../../eventfile/EventFileApply.ts")
    const { eventFileRequest } = await import("../../eventfile/EventFileRequest.ts")
    const { affectedQuestion, colouredLine } = await import("../../views/EventFileLines.ts")
    const { withApplication } = await import("../../serving/WholeApplication.ts")
    const show = (lines: ReadonlyArray<string>) =>
      Effect.sync(() => {
        for (const line of lines) this.log(colouredLine(line))
      })
    const report = await this.runEffect(
      withApplication(
        Effect.flatMap(eventFileRequest(args.file, flags), (asked) =>
          applyPlanned(asked, flags, {
            ask: (affected) => confirm(affectedQuestion(affected), flags),
            askSecrets: askedSecrets,
            show
          }))
      )
    )
    if (report.refused.length > 0) process.exitCode = exitStatus.refused.status
    return Schema.encodeSync(Schema.toCodecJson(PlanReport))(report)
  }
}
