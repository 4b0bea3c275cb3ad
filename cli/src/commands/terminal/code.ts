import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { confirm } from "../../shell/Confirmation.ts"
import { EventCommand } from "../../shell/EventCommand.ts"
import { yesFlag } from "../../shell/PayoutCommand.ts"

export default class TerminalCode extends EventCommand {
  static override hiddenAliases = ["terminal:codes", "terminals:codes", "terminals:code"]
  static override summary =
    "Print the codes that register terminals, or write sheets with QR codes; a registered terminal gets a new code."
  static override description =
    "Without a terminal, those of all terminals that wait for a device. A code works once. A terminal that is registered already " +
    "stops working until it is registered with the new code: the user who is signed in there is signed out; its till stays its own."
  static override enableJsonFlag = true
  static override examples = [
    "<%= config.bin %> <%= command.id %> \"Bar 1\" --event 2 --as olga",
    "<%= config.bin %> <%= command.id %> --event 2 --as olga --output sheets.pdf --address https://wristbank.example/till/"
  ]
  static override args = {
    terminal: Args.string({ description: "name of a terminal, or its number (default: all that wait for a device)" })
  }
  static override flags = {
    ...callerFlags("node_administration"),
    ...yesFlag,
    output: Flags.string({
      description: "PDF to write, with a sheet and a QR code for each terminal",
      dependsOn: ["address"],
      helpValue: "<file>"
    }),
    address: Flags.string({
      description: "where devices open the till, as https://wristbank.example/till/",
      dependsOn: ["output"],
      helpValue: "<address>"
    }),
    force: Flags.boolean({ description: "replace an existing file" })
  }

  async run() {
    const { args, flags } = await this.parse(TerminalCode)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Terminals } = await import("@wristbank/core/till/Terminals")
    const { Registration } = await import("@wristbank/core/till/Terminal")
    const { mayManage } = await import("@wristbank/core/organisation/Place")
    const { mayWrite } = await import("../../files/OutputFile.ts")
    const { tillAddress, writeSheets } = await import("../../files/RegistrationSheets.ts")
    const { codeLines } = await import("../../views/CodeLines.ts")
    const { terminal } = args
    const { codes, path } = await this.inEvent(
      { ...flags, write: true },
      { privileges: mayManage, layer: Terminals.layer },
      ({ caller }) =>
        Effect.gen(function*() {
          const address = flags.address === undefined ? null : yield* tillAddress(flags.address)
          const destination = flags.output === undefined ? null : { path: flags.output, force: flags.force }
          // Before a terminal gets a new code, which ends its registration.
          if (destination !== null) yield* mayWrite(destination)
          const terminals = yield* Terminals
          const found = terminal === undefined
            ? yield* terminals.waiting(caller)
            : yield* terminals.codeOf(
              caller,
              terminal,
              (name) => confirm(`${name} will have to be registered anew`, flags)
            )
          return destination === null || address === null
            ? { codes: found, path: null }
            : { codes: found, path: yield* writeSheets(destination, { event: caller.node.name, address }, found) }
        })
    )
    if (path !== null) this.log(`${codes.length} ${codes.length === 1 ? "sheet" : "sheets"} written to ${path}`)
    else if (terminal === undefined) { for (const line of codeLines(codes)) this.log(line) }
    else for (const { code } of codes) this.log(code)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(Registration)))(codes)
  }
}
