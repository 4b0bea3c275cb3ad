// `wristbank up`, but without a pause before PostgreSQL is started again.
import Up from "@wristbank/cli/commands/up"
import { RestartPause } from "@wristbank/cli/postgres/Restarts"
import { up } from "@wristbank/cli/serving/Up"
import { EffectCommand } from "@wristbank/cli/shell/EffectCommand"
import { Duration, Effect } from "effect"
import { wristbank } from "../runCommand.ts"

class ImpatientUp extends EffectCommand {
  static override flags = Up.flags

  async run() {
    await this.parse(ImpatientUp)
    const impatiently = Effect.provideService(RestartPause, () => Duration.zero)
    await this.runEffect(impatiently(up((line) => this.log(line), { demo: false, processes: null })))
  }
}

await ImpatientUp.run(process.argv.slice(2), wristbank)
