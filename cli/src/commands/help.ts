import { Args, Command } from "@oclif/core"

export default class HelpCommand extends Command {
  static override summary = "Show the commands by task, or how a command is used."
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> payout create"
  ]
  static override args = {
    command: Args.string({ description: "topic or command", multiple: true, required: false })
  }

  async run() {
    const { args } = await this.parse(HelpCommand)
    const { default: HelpByTask } = await import("../shell/HelpByTask.ts")
    await new HelpByTask(this.config, this.config.pjson.oclif.helpOptions ?? {}).showHelp(args.command ?? [])
  }
}
