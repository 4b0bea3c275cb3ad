import { Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { answerFlags } from "../../eventfile/AnswerFlags.ts"
import { asFlag, dryRunFlag } from "../../eventfile/EventFileFlags.ts"
import { systemAccount } from "../../flags/CallerFlags.ts"
import { confirm } from "../../shell/Confirmation.ts"
import { EffectCommand } from "../../shell/EffectCommand.ts"
import { exitStatus } from "../../shell/ExitStatus.ts"
import { yesFlag } from "../../shell/PayoutCommand.ts"

export default class EventNew extends EffectCommand {
  static override summary =
    "Make an event of what a person knows: its name, its country, what is sold, how many stalls."
  static override description =
    "Tax rates, products, buttons, layouts, profiles, tills, terminals, registers, a float, roles and people follow from it. All of it is shown, " +
    "tried and made in one transaction. What the flags leave open is asked for at a terminal. With --output nothing is made: the file of the " +
    "event is written, for `event apply`. People without the chip number of a wristband are named and not made."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> --name \"Harbour Festival\" --contact help@harbour.example --bars 2 --entrances 1 --as admin --yes",
    "<%= config.bin %> <%= command.id %> --name \"Harbour Festival\" --contact help@harbour.example --goods goods.txt --country AT --output festival.yaml --as admin"
  ]
  static override flags = {
    ...asFlag,
    ...yesFlag,
    ...dryRunFlag,
    ...answerFlags,
    to: Flags.string({
      description: "the organisation of the event: its id (0: the root), or its name with those of the nodes above it",
      default: "0",
      helpValue: "<node>"
    }),
    output: Flags.string({ description: "the file to write in place of the event", helpValue: "<file>" }),
    force: Flags.boolean({ description: "replace an existing file", dependsOn: ["output"] })
  }

  async run() {
    const { flags } = await this.parse(EventNew)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { PlanReport } = await import("@wristbank/core/eventfile/PlanReport")
    const { outlinedOfFlags } = await import("../../eventfile/EventQuestions.ts")
    const { makeOutlined } = await import("../../eventfile/EventFileApply.ts")
    const { writeEventFile } = await import("../../eventfile/EventFileOutput.ts")
    const { withApplication } = await import("../../serving/WholeApplication.ts")
    const print = (lines: ReadonlyArray<string>) => {
      for (const line of lines) this.log(line)
    }
    const show = (lines: ReadonlyArray<string>) => Effect.sync(() => print(lines))
    const outlined = Effect.tap(
      outlinedOfFlags(flags, process.stdin.isTTY === true && !flags.yes),
      ({ notes }) => show(notes)
    )
    if (flags.output !== undefined) {
      const destination = { path: flags.output, force: flags.force }
      const written = await this.runEffect(
        Effect.flatMap(
          outlined,
          ({ contents, secrets }) =>
            Effect.map(writeEventFile(destination, contents), (line) => ({ line, variables: Object.keys(secrets) }))
        )
      )
      print([written.line])
      if (written.variables.length > 0) print([`event apply needs its secrets: ${written.variables.join(", ")}`])
      return { written: flags.output, variables: written.variables }
    }
    const making = { ...flags, by: systemAccount() }
    const ask = (name: string) => confirm(`${name} will be made`, flags)
    const report = await this.runEffect(
      withApplication(Effect.flatMap(outlined, (outline) => makeOutlined(outline, making, { ask, show })))
    )
    if (report.refused.length > 0) process.exitCode = exitStatus.refused.status
    else if (!flags["dry-run"]) print([sheetsHint(this.config.bin, report.event_id, flags.as)])
    return Schema.encodeSync(Schema.toCodecJson(PlanReport))(report)
  }
}

/** How the new event's devices get their codes. */
const sheetsHint = (bin: string, event: bigint | null, as: string) =>
  `Sheets for the tills: ${bin} terminal code --event ${event} --as ${as} --output sheets.pdf`
