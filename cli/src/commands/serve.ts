import { Effect } from "effect"
import { portFlags } from "../portFlags.ts"
import { ServingCommand } from "../ServingCommand.ts"

export default class Serve extends ServingCommand {
  static override summary = "Serve the APIs on a migrated database; any number of servers may share one."
  static override flags = portFlags

  async run() {
    await this.parse(Serve)
    await this.runMain((processes) =>
      Effect.flatMap(
        Effect.promise(() => import("../Serve.ts")),
        ({ serve }) => serve((line) => this.log(line), processes)
      )
    )
  }
}
