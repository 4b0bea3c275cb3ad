import { Effect } from "effect"
import { isServerProcess } from "../processes/ServerProcess.ts"
import { type ServerProcesses, startProcesses } from "../processes/ServerProcesses.ts"
import { type CommandServices, EffectCommand } from "../shell/EffectCommand.ts"
import type { ExpectedFailure } from "../shell/Remedies.ts"
import { checkPorts } from "./Ports.ts"

/** A command that serves the APIs. It is run by the main process of a server, and by each of its server processes. */
export abstract class ServingCommand extends EffectCommand {
  protected override endsOnSignal = true

  /**
   * Runs the work of the main process. With null for the processes it serves by itself. Server processes finish their calls
   * before anything else ends, as they need the database for that. The code of a server is loaded when it is needed: every
   * run of the command line loads this file, for the list of commands.
   */
  protected async runMain<A, E extends ExpectedFailure>(
    work: (processes: ServerProcesses | null) => Effect.Effect<A, E, CommandServices>,
    isTrial = false
  ): Promise<void> {
    if (!isServerProcess) {
      await this.runEffect(Effect.flatMap(
        Effect.andThen(checkPorts, startProcesses(this.config.root, isTrial)),
        (processes) => processes === null ? work(null) : Effect.ensuring(work(processes), processes.end)
      ))
      return
    }
    const { serveAssigned } = await import("../processes/AssignedServer.ts")
    await this.runEffect(serveAssigned)
  }
}
