// Books a top-up and a sale without the server: the services on a database, in a program of one's own. The till is one of an
// event that exists, such as the demo's (`DATABASE_URL=… wristbank up --demo`):
//   DATABASE_URL=… WRISTBANK_SECRET_KEY=… npx node examples/embed-the-ledger.ts <registration code of a till> <cashier> <guest>
// The cashier and the guest are the numbers of their chips.
import { SignIns, Terminals } from "@wristbank/core/cash"
import { Embedded } from "@wristbank/core/embedded"
import { EventConfigurations } from "@wristbank/core/event"
import { Money } from "@wristbank/core/ledger"
import { Sale, Sales, TopUp, TopUps } from "@wristbank/core/order"
import { TerminalGuard } from "@wristbank/core/till"
import { Config, Console, Effect, Layer, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { runExample } from "./runExample.ts"

const wristbank = Layer.unwrap(Effect.gen(function*() {
  const databaseUrl = yield* Config.Redacted("DATABASE_URL")
  const secretKey = yield* Config.Redacted("WRISTBANK_SECRET_KEY")
  return Embedded.layer({ databaseUrl, secretKey })
}))

/** Raised when the event has no such button, or no one can sign in at the till with the chip. */
class NotThere extends Schema.TaggedError<NotThere>()("NotThere", { what: Schema.String }) {
  override readonly message = `There is no ${this.what}`
}

/** Registers a terminal and signs a cashier in. Services of bookings take what the guard returns, with the privilege it demands. */
const openTill = Effect.fnUntraced(function*(registrationCode: string, cashier: bigint) {
  const { token } = yield* (yield* Terminals.Terminals).register(registrationCode)
  const guard = yield* TerminalGuard.TerminalGuard
  const terminal = yield* guard.signedIn(token, "this program")
  const signIns = yield* SignIns.SignIns
  const [role] = (yield* signIns.checkLogin(terminal, cashier)).roles
  if (role === undefined) return yield* new NotThere({ what: "role for the chip" })
  yield* signIns.login(terminal, cashier, role.id)
  return guard.call(terminal, ["can_book_orders"])
})

const embedTheLedger = Effect.fnUntraced(function*(registrationCode: string, cashier: string, guest: string) {
  const till = yield* openTill(registrationCode, BigInt(cashier))
  const customer_tag_uid = BigInt(guest)

  // A new uuid for each booking. Anyone who does not learn the outcome books the same uuid again, and it is booked once.
  const topUp = yield* (yield* TopUps.TopUps).book(
    till,
    new TopUp.NewTopUp({
      uuid: randomUUID(),
      payment_method: "cash",
      amount: Money.Cents.make(10_00n),
      customer_tag_uid
    })
  )
  yield* Console.log(`Topped up to ${Money.format(topUp.new_balance)}`)

  const { buttons } = yield* (yield* EventConfigurations.EventConfigurations).current(till.eventId)
  const beer = Array.from(buttons.values()).find(({ name }) => name === "Beer")
  if (beer === undefined) return yield* new NotThere({ what: "button Beer" })
  const sell = (quantity: number) =>
    Effect.flatMap(Sales.Sales, (sales) =>
      sales.book(
        till,
        new Sale.NewSale({
          uuid: randomUUID(),
          payment_method: "tag",
          customer_tag_uid,
          used_vouchers: 0,
          buttons: [{ till_button_id: beer.id, quantity, price: null }]
        })
      ))
  const sale = yield* sell(1)
  yield* Console.log(`Sold a beer for ${Money.format(sale.total_price)}, ${Money.format(sale.new_balance)} are left`)

  // A refusal is a value with its reason, and nothing is booked.
  yield* Effect.catchTag(
    sell(1000),
    "NotEnoughFunds",
    ({ available, needed }) =>
      Console.log(`A thousand beers cost ${Money.format(needed)}, and the guest has ${Money.format(available)}`)
  )
})

runExample(
  "embed-the-ledger.ts",
  ["registration code", "chip of the cashier", "chip of the guest"],
  (registrationCode, cashier, guest) => Effect.provide(embedTheLedger(registrationCode, cashier, guest), wristbank)
)
