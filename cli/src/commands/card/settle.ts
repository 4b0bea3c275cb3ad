import { Args, Flags } from "@oclif/core"
import { Effect, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { FlagNotRead } from "../../flags/FlagNotRead.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

const kinds = ["book", "dismiss", "acknowledge"] as const

const kindFlag = (summary: string) => Flags.boolean({ summary, exactlyOne: [...kinds] })

export default class Settle extends EventCommand {
  static override summary = "Settle an unverified card payment; this is final."
  static override description =
    "Look at the payment at the card provider first. The audit log records who settles it and the " +
    "reason; the card provider is no longer asked about the payment."
  static override examples = [
    "<%= config.bin %> <%= command.id %> 6f1f64f4-2b3e-4c55-9d0e-0b5f3f1f7a10 --dismiss --reason \"Paid back at the terminal\" --event 2 --as olga"
  ]
  static override enableJsonFlag = true
  static override args = { uuid: Args.string({ required: true, description: "uuid of the order in the list" }) }
  static override flags = {
    ...callerFlags("node_administration"),
    book: kindFlag("book the order after all, as it was prepared"),
    dismiss: kindFlag("give the order up: its money was given back, or never taken"),
    acknowledge: kindFlag("leave the order booked and list it no more"),
    reason: Flags.string({
      description: "reason, for later readers of the audit log",
      required: true,
      helpValue: "<text>"
    })
  }

  async run() {
    const { args, flags } = await this.parse(Settle)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { HeldPayments } = await import("@wristbank/core/sale/HeldPayments")
    const { SettledPayment, Settlement } = await import("@wristbank/core/sale/Settlement")
    const { maySeePayments } = await import("@wristbank/core/card/ListedPayment")
    const asked = {
      order_uuid: args.uuid,
      kind: kinds.find((kind) => flags[kind]),
      reason: flags.reason
    }
    const settled = await this.inEvent(
      { ...flags, write: true },
      { privileges: maySeePayments, layer: HeldPayments.layer },
      ({ caller }) =>
        Schema.decodeUnknownEffect(Settlement)(asked).pipe(
          Effect.mapError(({ message }) => new FlagNotRead({ message })),
          Effect.flatMap((settlement) => HeldPayments.use(({ settle }) => settle(caller, settlement)))
        )
    )
    this.log(
      `${settled.order_uuid} is ${settled.status === "booked" ? "booked" : "dismissed"} and not listed any more`
    )
    return Schema.encodeSync(SettledPayment)(settled)
  }
}
