import { Effect } from "effect"
import { portFlags } from "../serving/portFlags.ts"
import { ServingCommand } from "../serving/ServingCommand.ts"

export default class Serve extends ServingCommand {
  static override summary = "Serve the APIs on a migrated database; any number of servers may share one."
  static override examples = [
    "<%= config.bin %> <%= command.id %> --port 8000 --processes 2"
  ]
  static override flags = portFlags

  async run() {
    await this.parse(Serve)
    await this.runMain((processes) =>
      Effect.flatMap(
        Effect.promise(() => import("../serving/Serve.ts")),
        ({ serve }) => serve((line) => this.log(line), processes)
      )
    )
  }
}
