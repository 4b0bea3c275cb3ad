import { DateTime, Effect, Schema } from "effect"
import { EffectCommand } from "../shell/EffectCommand.ts"
import { exitStatus } from "../shell/ExitStatus.ts"

export default class Status extends EffectCommand {
  static override summary = "Show what runs here, with which data, for which event, and what needs attention."
  static override description =
    "Starts and changes nothing. Ends with 4 if the data can't be read or the server does not take bookings. `watch` follows one event."
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --json"
  ]
  static override enableJsonFlag = true

  async run() {
    await this.parse(Status)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { choiceOf, storedChoice } = await import("../shell/Choice.ts")
    const { installationStatus } = await import("../serving/InstallationStatus.ts")
    const { InstallationStatus, statusLines } = await import("../views/StatusLines.ts")
    const folder = this.config.configDir
    const chosen = choiceOf(await storedChoice(folder), process.env)
    const { now, status } = await this.runEffect(
      Effect.all({ status: installationStatus(folder, chosen), now: DateTime.now })
    )
    for (const line of statusLines(status, now)) this.log(line)
    if (status.events === null || status.server.state !== "ready") process.exitCode = exitStatus.away.status
    return Schema.encodeSync(Schema.toCodecJson(InstallationStatus))(status)
  }
}
