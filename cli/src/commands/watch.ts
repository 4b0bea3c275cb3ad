import { Args, Flags } from "@oclif/core"
import { Schema } from "effect"
import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Watch extends EffectCommand {
  static override summary = "Watch an event: takings, tills, signing devices, and what needs attention."
  static override description =
    "Shows the event in the whole terminal and reads it anew every five seconds from a server that you are signed in at (wristbank " +
    "login), so it works from any computer. It shows what the user may see in the back office. Where the output is no terminal, it " +
    "prints a line a minute, and one for whatever begins or ceases to need attention."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 1",
    "<%= config.bin %> <%= command.id %> \"Demo Festival\" --server https://wristbank.example",
    "<%= config.bin %> <%= command.id %> 1 --once"
  ]
  static override enableJsonFlag = true
  static override args = {
    event: Args.string({ description: "number or name of the event, or of a part of it", required: true })
  }
  static override flags = {
    server: Flags.string({
      description: "address of the server (default: the one signed in at last)",
      helpValue: "<address>"
    }),
    once: Flags.boolean({ description: "show the state once (also with --json)" })
  }

  protected override endsOnSignal = true

  async run() {
    const { args, flags } = await this.parse(Watch)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { EventStatus } = await import("@wristbank/core/overview/EventStatus")
    const { watching } = await import("../watch/Watching.ts")
    const status = await this.runEffect(watching(
      { folder: this.config.configDir, server: flags.server, event: args.event },
      { once: flags.once || this.jsonEnabled(), print: (text) => this.log(text) }
    ))
    return status === undefined ? undefined : Schema.encodeSync(Schema.toCodecJson(EventStatus))(status)
  }
}
