import { EffectCommand } from "../shell/EffectCommand.ts"

export default class Work extends EffectCommand {
  static override summary = "Run the workers on a migrated database; any number of processes may."
  static override examples = [
    "<%= config.bin %> <%= command.id %>"
  ]
  protected override endsOnSignal = true

  async run() {
    await this.parse(Work)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { work } = await import("../serving/Up.ts")
    await this.runEffect(work((line) => this.log(line)))
  }
}
