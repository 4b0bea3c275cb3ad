// Sells a beer at the bar of the demo festival with the typed client of the terminal API:
//   npx node examples/sell-a-beer.ts http://localhost:8000 <registration code of Bar 2>
import { Money } from "@wristbank/core/ledger"
import { Sale, TopUp } from "@wristbank/core/order"
import { SignIn, Terminal } from "@wristbank/core/till"
import { TerminalApi } from "@wristbank/http/terminal"
import { Console, Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { runExample } from "./runExample.ts"

/** Ben's tag, who leads the shift at Bar 2, and a guest's. */
const lead = new SignIn.UserTag({ uid: 1002n })
const guest = 2002n

/** Raised when the till has no such button. */
class NoButton extends Schema.TaggedError<NoButton>()("NoButton", { name: Schema.String }) {
  override readonly message = `This till has no button ${this.name}`
}

const terminal = (address: string, token = "") =>
  HttpApiClient.make(TerminalApi, {
    baseUrl: `${address}/api/terminal`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token))
  })

const sellABeer = Effect.fnUntraced(function*(address: string, registration_uuid: string) {
  const unregistered = yield* terminal(address)
  const { token } = yield* unregistered.registration.register({
    payload: new Terminal.TerminalRegistrationPayload({ registration_uuid })
  })
  const till = yield* terminal(address, token)
  const { roles: [role] } = yield* till["sign-in"].check({ payload: lead })
  const cashier = yield* till["sign-in"].login({
    payload: new SignIn.LoginPayload({ user_tag: lead, user_role_id: role?.id ?? 0n })
  })
  yield* Console.log(`${cashier.display_name} is signed in`)

  // A new uuid for each booking; a client that gets no answer sends the same uuid again, and it is booked once.
  const topUp = yield* till.orders.bookTopUp({
    payload: new TopUp.NewTopUp({
      uuid: randomUUID(),
      payment_method: "cash",
      amount: Money.Cents.make(10_00n),
      customer_tag_uid: guest
    })
  })
  yield* Console.log(`Topped up to ${Money.format(topUp.new_balance)}`)

  const { till: layout } = yield* till.config.get()
  const beer = layout?.buttons?.find(({ name }) => name === "Beer")
  if (beer === undefined) return yield* new NoButton({ name: "Beer" })
  const sale = yield* till.orders.bookSale({
    payload: new Sale.NewSale({
      uuid: randomUUID(),
      payment_method: "tag",
      customer_tag_uid: guest,
      used_vouchers: 0,
      buttons: [{ till_button_id: beer.id, quantity: 1, price: null }]
    })
  })
  const { balance } = yield* till.customers.get({ params: { customer_tag_uid: guest } })
  yield* Console.log(`Sold a beer for ${Money.format(sale.total_price)}, ${Money.format(balance)} are left`)
})

runExample("sell-a-beer.ts", ["address", "registration code of Bar 2"], sellABeer)
