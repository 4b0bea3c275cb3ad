// A server with a PostgreSQL of its own, and something that never ends before that.
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { EffectCommand } from "@wristbank/cli/shell/EffectCommand"
import { Effect } from "effect"
import { wristbank } from "../runCommand.ts"

class Stubborn extends EffectCommand {
  static override strict = false
  protected override endsOnSignal = true
  protected override endsWithin = 200

  async run() {
    const { argv } = await this.parse(Stubborn)
    await this.runEffect(
      start({ folder: `${argv[0]}` }).pipe(
        Effect.andThen(Effect.addFinalizer(() => Effect.never)),
        Effect.andThen(Effect.sync(() => this.log("ready"))),
        Effect.andThen(Effect.never)
      )
    )
  }
}

await Stubborn.run(process.argv.slice(2), wristbank)
