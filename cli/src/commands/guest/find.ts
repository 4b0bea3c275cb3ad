import { Args } from "@oclif/core"
import { Effect, Schema } from "effect"
import { callerFlags } from "../../flags/CallerFlags.ts"
import { firstOf, limitFlag } from "../../flags/ListFlags.ts"
import { EventCommand } from "../../shell/EventCommand.ts"

export default class GuestFind extends EventCommand {
  static override summary = "Find guests by name, PIN, chip number, e-mail address or bank account."
  static override description =
    "Shows their wristbands and balances. The PIN opens the guest's account in the portal, so treat the list like money. Reads one " +
    "moment and changes nothing."
  static override enableJsonFlag = true
  static override examples = ["<%= config.bin %> <%= command.id %> \"ada@example.org\" --event 2 --as olga"]
  static override args = { text: Args.string({ description: "part of what is looked for", required: true }) }
  static override flags = { ...callerFlags("customer_management"), ...limitFlag }

  async run() {
    const { args, flags } = await this.parse(GuestFind)
    // Loaded here: every run of the command line loads this file, for the list of commands.
    const { Id } = await import("@wristbank/core/base/Id")
    const { nullOr } = await import("@wristbank/core/base/OptionalField")
    const { Cents, format } = await import("@wristbank/core/base/Money")
    const { canViewCustomers } = await import("@wristbank/core/guest/CustomerChange")
    const { Customers } = await import("@wristbank/core/guest/Customers")
    const { maxPageSize } = await import("@wristbank/core/sql/Page")
    const { listLines } = await import("../../views/ListLines.ts")
    const FoundGuest = Schema.Struct({
      account: Id,
      /** The name from the ticket shop; null if there is none. */
      name: nullOr(Schema.String),
      /** The PIN on the wristband; null without one. */
      pin: nullOr(Schema.String),
      balance: Cents,
      vouchers: Schema.Int
    })
    const { currency, guests } = await this.inEvent(
      { ...flags, write: false },
      { privileges: canViewCustomers, layer: Customers.layer },
      ({ caller, settings }) =>
        Effect.map(
          Customers.use(({ search }) => search(caller, args.text, { limit: maxPageSize, cursor: null })),
          (found) => ({
            currency: settings.currency_identifier,
            guests: found.map(({ balance, id, name, user_tag_pin, vouchers }) => ({
              account: id,
              name,
              pin: user_tag_pin,
              balance,
              vouchers
            }))
          })
        )
    )
    const listed = firstOf(guests, flags.limit)
    const columns = {
      account: ({ account }: typeof FoundGuest.Type) => String(account),
      name: ({ name }: typeof FoundGuest.Type) => name ?? "",
      PIN: ({ pin }: typeof FoundGuest.Type) => pin ?? "",
      balance: ({ balance }: typeof FoundGuest.Type) => `${format(balance)} ${currency}`,
      vouchers: ({ vouchers }: typeof FoundGuest.Type) => String(vouchers)
    }
    for (const line of listLines(listed, columns, "No guest has this.")) this.log(line)
    return Schema.encodeSync(Schema.toCodecJson(Schema.Array(FoundGuest)))(listed.shown)
  }
}
