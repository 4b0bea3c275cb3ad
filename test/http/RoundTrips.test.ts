import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { Festival, payOut, sale, topUp } from "../support/Festival.ts"
import { takeCards } from "../support/FestivalCards.ts"
import { type Answer, caller, done } from "../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../support/FestivalTickets.ts"
import { login } from "../support/FestivalTill.ts"
import { proxiedFestival } from "../support/Servers.ts"

/** The calls that `warm` makes. */
const calls = 6

/** Repeats a call until all its data is cached and its statements are prepared, then counts the round trips of one more. */
const warm = Effect.fnUntraced(function*<E, R>(call: Effect.Effect<Answer, E, R>) {
  const { counted } = yield* DatabaseProxy
  for (let n = 0; n < calls / 2; n++) done(yield* call)
  const counts: Array<number> = []
  for (let n = 0; n < calls / 2; n++) {
    const { answer, roundTrips } = yield* counted(call)
    done(answer)
    counts.push(roundTrips)
  }
  assert.isAbove(Math.min(...counts), 0, "a call can't do without the database")
  assert.strictEqual(Math.max(...counts), Math.min(...counts), `the same for each: ${counts.join(" ")}`)
  return counts[0]!
})

/** Makes the objects of all calls first, then makes the calls one after the other. */
const prepared = <A, E, R, E2, R2>(make: Effect.Effect<A, E, R>, call: (made: A) => Effect.Effect<Answer, E2, R2>) =>
  Effect.map(
    Effect.all(Array.from({ length: calls }, () => make)),
    (made) => Effect.suspend(() => call(made.pop()!))
  )

const proxiedTickets = Layer.provideMerge(Layer.effect(FestivalTickets, FestivalTickets.make), proxiedFestival)

layer(proxiedTickets, { excludeTestServices: true })("round trips when warm", (it) => {
  it.effect("the counter counts what is sent", () =>
    Effect.gen(function*() {
      const { counted, url } = yield* DatabaseProxy
      const client = yield* Layer.build(PgClient.layer({ url, maxConnections: 1 })).pipe(
        Effect.map(Context.get(PgClient.PgClient))
      )
      yield* client`select 1`
      const one = yield* counted(client`select 1`)
      assert.strictEqual(one.roundTrips, 1)
      const several = yield* counted(Effect.all([client`select 1`, client`select 1`, client`select 1`]))
      assert.strictEqual(several.roundTrips, 3)
      const transaction = yield* counted(client.withTransaction(client`select 1`))
      assert.isAtLeast(transaction.roundTrips, 3)
      assert.strictEqual((yield* counted(Effect.void)).roundTrips, 0)
    }).pipe(Effect.scoped))

  it.effect("check-sale takes one, with or without a tag", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest()
      const pressed = [press("beer"), press("meal"), press("food")]
      assert.strictEqual(yield* warm(Effect.suspend(() => bar.post("/order/check-sale", sale(pressed, buyer)))), 1)
      const cash = Effect.suspend(() => bar.post("/order/check-sale", sale(pressed, null, { payment_method: "cash" })))
      assert.strictEqual(yield* warm(cash), 1)
    }))

  it.effect("book-sale takes two: one to load, one to store", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest({ balance: 150 })
      const book = Effect.suspend(() => bar.post("/order/book-sale", sale([press("beer"), press("food")], buyer)))
      assert.strictEqual(yield* warm(book), 2)
      const cash = Effect.suspend(() =>
        bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" }))
      )
      assert.strictEqual(yield* warm(cash), 2)
    }))

  it.effect("a repeated booking takes three, with that about the standby; a refused one takes one", () =>
    Effect.gen(function*() {
      const { counted } = yield* DatabaseProxy
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest({ balance: 5 })
      const again = sale([press("deposit")], buyer)
      assert.strictEqual(yield* warm(bar.post("/order/book-sale", again)), 3)
      const refused = yield* counted(bar.post("/order/book-sale", sale([press("beer", 9)], buyer)))
      assert.strictEqual(refused.answer.body.id, "NotEnoughFunds")
      assert.strictEqual(refused.roundTrips, 1)
    }))

  it.effect("top-up and pay-out take as many as a sale", () =>
    Effect.gen(function*() {
      const { bar, guest } = yield* Festival
      const buyer = yield* guest({ balance: 20 })
      const checkTopUp = Effect.suspend(() => bar.post("/order/check-topup", topUp(buyer, 5)))
      const bookTopUp = Effect.suspend(() => bar.post("/order/book-topup", topUp(buyer, 5)))
      const checkPayOut = Effect.suspend(() => bar.post("/order/check-payout", payOut(buyer, -5)))
      const bookPayOut = Effect.suspend(() => bar.post("/order/book-payout", payOut(buyer, -5)))
      assert.deepStrictEqual(yield* Effect.forEach([checkTopUp, bookTopUp, checkPayOut, bookPayOut], warm), [
        1,
        2,
        1,
        2
      ])
    }))

  it.effect("a payment by card takes two as well, three when it was registered", () =>
    Effect.gen(function*() {
      const { counted } = yield* DatabaseProxy
      const { bar, press } = yield* Festival
      yield* takeCards
      const card = () => sale([press("beer")], null, { payment_method: "sumup" })
      const book = (request: ReturnType<typeof card>) => bar.post("/order/book-sale", request)
      assert.strictEqual(yield* warm(Effect.suspend(() => book(card()))), 2)
      const register = (request: ReturnType<typeof card>) => bar.post("/order/register-pending-sale", request)
      assert.strictEqual(yield* warm(Effect.suspend(() => register(card()))), 2)
      for (const _ of [1, 2, 3]) {
        const request = card()
        done(yield* register(request))
        const { answer, roundTrips } = yield* counted(book(request))
        done(answer)
        assert.isAtMost(roundTrips, 3)
      }
    }))

  it.effect("the configuration of a terminal takes two, one of them for the token of its card reader", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      assert.strictEqual(yield* warm(bar.get("/config")), 2)
    }))

  it.effect("what is sold out takes none, but one a second for all tills together", () =>
    Effect.gen(function*() {
      const { bar, tills } = yield* Festival
      const { counted } = yield* DatabaseProxy
      const all = [bar, ...(yield* Effect.replicateEffect(tills.open(), 3))]
      const ask = Effect.forEach(Array.from({ length: 10 }, () => all).flat(), ({ get }) => get("/availability"), {
        concurrency: "unbounded"
      })
      yield* ask
      const started = performance.now()
      const { answer: answers, roundTrips } = yield* counted(ask)
      for (const answer of answers) assert.deepStrictEqual(done(answer).body, { sold_out: [] })
      assert.isAtMost(roundTrips, 1 + Math.ceil((performance.now() - started) / 1000))
    }))

  it.effect("the account of a tag, its orders, a colleague and the own orders take two, the scan of a ticket takes one", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const buyer = yield* guest()
      assert.strictEqual(yield* warm(bar.get(`/customer/${buyer.uid}`)), 2)
      const staff = Effect.suspend(() => bar.post("/user-info", { user_tag_uid: bar.cashier.uid }))
      assert.strictEqual(yield* warm(staff), 2)
      assert.strictEqual(yield* warm(bar.get("/order")), 2)
      done(yield* bar.post("/order/book-sale", sale([press("beer")], buyer)))
      assert.strictEqual(yield* warm(bar.get(`/customer/${buyer.uid}/orders`)), 2)
      const scan = { customer_tags: [scanOf(yield* tills.tag())] }
      assert.strictEqual(yield* warm(entrance.post("/order/check-ticket-scan", scan)), 1)
    }))

  it.effect("what the portal shows of a guest takes two, one of them for the token", () =>
    Effect.gen(function*() {
      const { address, event, guest } = yield* Festival
      const { pin } = yield* guest()
      const credential = { pin, node_id: event }
      const { access_token } = done(yield* caller(`${address}/customer`, null)("POST", "/auth/login", credential)).body
      const portal = caller(`${address}/customer`, String(access_token))
      for (
        const path of [
          "/customer",
          "/payout_info",
          "/sumup/open-checkouts",
          "/orders_with_bon?limit=11",
          "/get_payout_transactions"
        ]
      ) {
        assert.strictEqual(yield* warm(portal("GET", path)), 2, path)
      }
    }))

  it.effect("a guest who signs in at the portal takes eleven", () =>
    Effect.gen(function*() {
      const { address, event, guest } = yield* Festival
      const { pin } = yield* guest()
      const signIn = caller(`${address}/customer`, null)("POST", "/auth/login", { pin, node_id: event })
      assert.strictEqual(yield* warm(signIn), 11)
    }))

  it.effect("who signs in or out takes two: one that reads what decides, one that stores", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const { counted } = yield* DatabaseProxy
      const signIn = Effect.suspend(() => bar.post("/user/login", login(bar.cashier)))
      assert.strictEqual(yield* warm(signIn), 2)
      for (const _ of [1, 2, 3]) {
        const out = yield* counted(bar.post("/user/logout"))
        assert.strictEqual(out.answer.status, 204)
        assert.strictEqual(out.roundTrips, 2)
        done(yield* signIn)
      }
      const check = Effect.suspend(() => bar.post("/user/check-login", { uid: bar.cashier.uid }))
      assert.strictEqual(yield* warm(check), 1)
      assert.strictEqual(yield* warm(bar.get("/user")), 1)
    }))

  it.effect("the first call after a change of the configuration takes one more, which reads all of it", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { counted } = yield* DatabaseProxy
      const buyer = yield* guest()
      const check = Effect.suspend(() => bar.post("/order/check-sale", sale([press("beer")], buyer)))
      done(yield* check)
      done(yield* bar.post("/user/login", login(bar.cashier)))
      const first = yield* counted(check)
      done(first.answer)
      assert.strictEqual(first.roundTrips, 2)
      assert.strictEqual(yield* warm(check), 1)
    }))

  it.effect("a sale of tickets takes as many as any other", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const tag = yield* tills.tag()
      const check = Effect.suspend(() => entrance.post("/order/check-ticket-sale", ticketSale([scanOf(tag)])))
      assert.strictEqual(yield* warm(check), 1)
      const book = yield* prepared(
        Effect.all([tills.tag(), tills.tag()]),
        (tags) => entrance.post("/order/book-ticket-sale", ticketSale(tags.map((one) => scanOf(one))))
      )
      assert.strictEqual(yield* warm(book), 2)
    }))

  it.effect("a cancel takes as many as a sale", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest()
      const cancel = yield* prepared(
        Effect.map(Effect.suspend(() => bar.post("/order/book-sale", sale([press("beer")], buyer))), done),
        ({ body }) => bar.post(`/order/${String(body.id)}/cancel`)
      )
      assert.strictEqual(yield* warm(cancel), 2)
    }))

  it.effect("what is sold by card takes two to be registered and to be given up", () =>
    Effect.gen(function*() {
      const { bar, guest, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const card = { payment_method: "sumup" }
      const buyer = yield* guest({ balance: 0 })
      const register = Effect.suspend(() => bar.post("/order/register-pending-topup", topUp(buyer, 1, card)))
      assert.strictEqual(yield* warm(register), 2)
      const giveUp = yield* prepared(
        Effect.map(register, done),
        ({ body }) => bar.post("/order/cancel-pending-topup", { order_uuid: body.uuid })
      )
      assert.strictEqual(yield* warm(giveUp), 2)
      const tickets = yield* prepared(
        tills.tag(),
        (tag) => entrance.post("/order/register-pending-ticket-sale", ticketSale([scanOf(tag)], card))
      )
      assert.strictEqual(yield* warm(tickets), 2)
    }))

  it.effect("a grant takes two: one to load, one to store", () =>
    Effect.gen(function*() {
      const { bar, guest, tills } = yield* Festival
      const buyer = yield* guest()
      const granting = () => ({ vouchers: 1, user_tag_uid: buyer.uid, request_id: randomUUID() })
      const vouchers = Effect.suspend(() => bar.post("/user/grant-vouchers", granting()))
      const free = yield* prepared(
        tills.tag(),
        ({ pin, uid }) => bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: uid })
      )
      const again = granting()
      assert.strictEqual(yield* warm(vouchers), 2)
      assert.strictEqual(yield* warm(free), 2)
      assert.isAtMost(yield* warm(bar.post("/user/grant-vouchers", again)), 3)
    }))
})
