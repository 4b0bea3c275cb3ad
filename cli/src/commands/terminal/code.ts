import { Args } from "@oclif/core"
import { Effect } from "effect"
import { callerFlags } from "../../CallerFlags.ts"
import { confirm } from "../../Confirmation.ts"
import { EventCommand } from "../../EventCommand.ts"
import { yesFlag } from "../../PayoutCommand.ts"

export default class TerminalCode extends EventCommand {
  static override summary = "Print the code that registers a terminal; a registered terminal gets a new code."
  static override description = "A code works once. A terminal that is registered already stops working until it is " +
    "registered with the new code: whoever is signed in there is signed out; its till stays its own."
  static override args = {
    terminal: Args.string({ description: "name of the terminal, or its number", required: true })
  }
  static override flags = { ...callerFlags("node_administration"), ...yesFlag }

  async run() {
    const { args, flags } = await this.parse(TerminalCode)
    const { Terminals } = await import("@wristbank/core/cash/Terminals")
    const { terminalServices } = await import("../../TerminalServices.ts")
    const code = await this.inEvent(
      { ...flags, write: true },
      terminalServices,
      ({ caller }) =>
        Effect.gen(function*() {
          const terminals = yield* Terminals
          const terminal = yield* terminals.called(caller, args.terminal)
          if (terminal.registration_uuid !== null) return terminal.registration_uuid
          yield* confirm(`${terminal.name} will have to be registered anew`, flags)
          return yield* terminals.renewCode(caller, terminal.id)
        })
    )
    this.log(code)
  }
}
