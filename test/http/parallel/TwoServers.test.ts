import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { administrator } from "../../support/administration.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { type ButtonName, Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { type Body, caller, done } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"
import { proxiedFestival, startServer } from "../../support/Servers.ts"
import { atOnce, ordersWith, tally, watched } from "./Rush.ts"

/** A second server on the festival's database, with the calls of a till and of the administrator to each of the two. */
const twoServers = Effect.gen(function*() {
  const festival = yield* Festival
  const second = yield* startServer((yield* DatabaseProxy).url)
  const addresses = [festival.address, second] as const
  const credentials = { username: administrator.login, password: administrator.password, node_id: null }
  const signedIn = done(
    yield* caller(`${festival.address}/administration`, null)("POST", "/auth/login", credentials)
  ).body
  const token = String((signedIn.success as Body).token)
  const tillAt = (server: 0 | 1, till: FestivalTill) => {
    const call = caller(`${addresses[server]}/terminal`, till.token)
    return {
      get: (path: string) => call("GET", path),
      post: (path: string, body?: unknown) => call("POST", path, body)
    }
  }
  const officeAt = (server: 0 | 1) => {
    const call = caller(`${addresses[server]}/administration`, token)
    return (method: "GET" | "POST", path: string, body?: unknown) =>
      call(method, `${path}?node_id=${festival.event}`, body)
  }
  return { officeAt, tillAt }
})

const others = [[0, 1], [1, 0]] as const

/** A till with a layout of its own, cached by both servers. */
const barOfItsOwn = Effect.gen(function*() {
  const { buttons, office, tills } = yield* Festival
  const shown: ReadonlyArray<ButtonName> = ["beerOnly", "food"]
  const layoutBody = (names: ReadonlyArray<ButtonName>) => ({
    name: crypto.randomUUID(),
    button_ids: names.map((name) => buttons[name])
  })
  const layoutId = Number(done(yield* office("POST", "/till-layouts", layoutBody(shown))).body.id)
  const till = yield* tills.open({ profileId: yield* tills.profile({}, layoutId), float: 100 })
  return { layoutBody, layoutId, till }
})

layer(proxiedFestival, { excludeTestServices: true })("two servers on one database", (it) => {
  it.effect("the same orders sent to both are booked once and answered alike", () =>
    Effect.gen(function*() {
      const { bar, guest, has, holdings, press } = yield* Festival
      const { tillAt } = yield* twoServers
      const [one, two] = [tillAt(0, bar), tillAt(1, bar)]
      const guests = yield* Effect.forEach(Array.from({ length: 16 }), () => guest({ balance: 60 }), { concurrency: 4 })
      const bodies = guests.flatMap((buyer) => [
        ["/order/book-sale", sale([press("beer")], buyer)] as const,
        ["/order/book-sale", sale([press("food", 2)], buyer)] as const,
        ["/order/book-topup", topUp(buyer, 10)] as const,
        ["/order/book-payout", payOut(buyer, -3)] as const
      ])
      const { answer: pairs, booked } = yield* watched(atOnce(
        bodies.map(([path, body], n) => {
          const both = [one.post(path, body), two.post(path, body)]
          return atOnce(n % 2 === 0 ? both : both.toReversed())
        })
      ))
      for (const [first, second] of pairs) assert.deepStrictEqual(done(first!).body, done(second!).body)
      assert.strictEqual(booked, bodies.length)
      assert.strictEqual(yield* ordersWith(bodies.map(([, body]) => body)), bodies.length)
      for (const buyer of guests) {
        assert.deepStrictEqual(yield* has(buyer), { balance: 60 - 5 - 8 + 10 - 3, vouchers: 0 })
      }
      yield* holdings
    }).pipe(Effect.scoped))

  it.effect("64 sales on different tags through both: none is tried again", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { tillAt } = yield* twoServers
      const servers = [tillAt(0, bar), tillAt(1, bar)]
      for (const { get } of servers) done(yield* get("/order"))
      const guests = yield* Effect.forEach(Array.from({ length: 64 }), () => guest({ balance: 10 }), { concurrency: 4 })
      const { answer, ...cost } = yield* watched(
        atOnce(guests.map((one, n) => servers[n % 2]!.post("/order/book-sale", sale([press("beer")], one))))
      )
      assert.deepStrictEqual(tally(answer), { 200: 64 })
      assert.deepStrictEqual(cost, { booked: 64, triedAgain: 0, undone: 0 })
    }).pipe(Effect.scoped))

  it.effect("one balance spent through both buys what it is enough for", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const { tillAt } = yield* twoServers
      const servers = [tillAt(0, bar), tillAt(1, bar)]
      const buyer = yield* guest({ balance: 31 })
      const answers = yield* atOnce(
        Array.from({ length: 24 }, (_, n) => servers[n % 2]!.post("/order/book-sale", sale([press("deposit")], buyer)))
      )
      assert.deepStrictEqual(tally(answers), { 200: 15, NotEnoughFunds: 9 })
      assert.deepStrictEqual(yield* has(buyer), { balance: 1, vouchers: 0 })
    }).pipe(Effect.scoped))

  it.effect.each(others)(
    "what server %s changes the next call to server %s knows",
    ([changing, asked]) =>
      Effect.gen(function*() {
        const { buttons, guest, press, products } = yield* Festival
        const { officeAt, tillAt } = yield* twoServers
        const { layoutBody, layoutId, till } = yield* barOfItsOwn
        const office = officeAt(changing)
        const far = tillAt(asked, till)
        const buyer = yield* guest({ balance: 100 })
        const book = (name: ButtonName) => far.post("/order/book-sale", sale([press(name)], buyer))
        const shown = Effect.map(far.get("/config"), (answer) => answer.body)
        assert.strictEqual(done(yield* book("beerOnly")).body.total_price, 3)
        done(yield* book("food"))

        // The button sells other goods now; the booking server must notice by itself.
        const sell = (product: "beer" | "food") =>
          office("POST", `/till-buttons/${buttons.beerOnly}`, { name: "beerOnly", product_ids: [products[product]] })
        done(yield* sell("food"))
        assert.strictEqual(done(yield* book("beerOnly")).body.total_price, 4)
        done(yield* sell("beer"))
        assert.strictEqual(
          done(yield* far.post("/order/check-sale", sale([press("beerOnly")], buyer))).body.total_price,
          3
        )

        // The layout loses a button.
        done(yield* office("POST", `/till-layouts/${layoutId}`, layoutBody(["beerOnly"])))
        assert.strictEqual((yield* book("food")).body.rule, "order.button_unknown")
        assert.notInclude(JSON.stringify(yield* shown), `"id":${buttons.food},`)

        // A cashier signs out and in again.
        done(yield* office("POST", `/terminal/${till.terminalId}/force-logout-user`))
        assert.strictEqual((yield* book("beerOnly")).status, 403)
        assert.isNull((yield* far.get("/user")).body)
        done(yield* tillAt(changing, till).post("/user/login", login(till.cashier)))
        done(yield* book("beerOnly"))

        // A role is withdrawn and given back.
        done(yield* office("POST", "/user-to-roles", { user_id: till.cashier.id, role_ids: [] }))
        assert.strictEqual((yield* book("beerOnly")).status, 403)
        done(yield* office("POST", "/user-to-roles", { user_id: till.cashier.id, role_ids: [till.cashier.roleId] }))
        done(yield* book("beerOnly"))

        // The terminal is unregistered.
        done(yield* office("POST", `/terminal/${till.terminalId}/logout`))
        assert.strictEqual((yield* book("beerOnly")).status, 401)
        assert.strictEqual((yield* far.get("/config")).status, 401)
      }).pipe(Effect.scoped)
  )
})
