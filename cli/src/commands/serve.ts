import { EffectCommand } from "../EffectCommand.ts"
import { portFlags } from "../portFlags.ts"

export default class Serve extends EffectCommand {
  static override summary = "Serve the APIs on a migrated database; any number of servers may share one."
  static override flags = portFlags
  protected override endsOnSignal = true

  async run() {
    await this.parse(Serve)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { serve } = await import("../Up.ts")
    await this.runEffect(serve((line) => this.log(line)))
  }
}
