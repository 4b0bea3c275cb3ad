import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { PendingOrder } from "@wristbank/core/sale/PendingOrder"
import { PendingOrderRepository } from "@wristbank/core/sale/PendingOrderRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, maximum } from "../../support/Festival.ts"
import { begun, checked, create, pays, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { cents, paymentOf, sound } from "../../support/FestivalPayments.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { casesOf, imported, orderOf, ticketsIn, withCredit } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

/** A guest with a presale ticket and its credit (major units) who is signed in at the portal and has no wristband yet. */
const awaited = Effect.fnUntraced(function*(code: string, credit: number) {
  const { signIn } = yield* FestivalPortal
  const sql = yield* SqlClient.SqlClient
  const positions = withCredit(credit)
  yield* imported(orderOf(code, positions))
  const [ticket] = yield* ticketsIn(code)
  const [link] = yield* sql<{ pin: string }>`select portal_token as pin from ticket_voucher where id = ${ticket!.id}`
  const balance = sql<{ balance: bigint }>`select balance from account where id = ${ticket!.account}`
  return {
    balance: Effect.map(balance, ([row]) => Number(row!.balance) / 100),
    call: yield* signIn(link!),
    positions,
    token: positions[0].secret
  }
})

/** Tops up in the portal, and pays. */
const toppedUp = Effect.fnUntraced(function*(by: Parameters<typeof begun>[0], amount: number) {
  const { uuid } = yield* begun(by, amount)
  assert.isTrue(yield* pays(uuid))
  assert.strictEqual(yield* checked(by, uuid), "PAID")
})

/** Shows the ticket at the entrance. */
const arriving = Effect.fnUntraced(function*(voucher_token: string, more: Body = {}) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const sale = ticketSale([scanOf(yield* tills.tag(), { voucher_token, ...more })])
  return entrance.post("/order/book-ticket-sale", sale)
})

const admitted = (token: string, more: Body = {}) => Effect.map(Effect.flatten(arriving(token, more)), done)

const turnedAway = (token: string, more: Body = {}) =>
  Effect.flatMap(arriving(token, more), (answer) => refused(answer, "order.maximum_exceeded"))

const settled = Effect.gen(function*() {
  const { event } = yield* Festival
  yield* (yield* PresaleImports).settleAll(BigInt(event))
})

layer(Layer.mergeAll(withCheckouts, FestivalTickets.layer), { excludeTestServices: true })(
  "a guest with a presale ticket who tops up on the web",
  (it) => {
    it.effect("has only the room that the credit of the ticket leaves, and gets in", () =>
      Effect.gen(function*() {
        const anna = yield* awaited("ROOM", 100)
        yield* refused(create(anna, 100), "order.maximum_exceeded")
        yield* refused(create(anna, 51), "order.maximum_exceeded")
        yield* toppedUp(anna, 50)
        yield* refused(create(anna, 1), "order.maximum_exceeded")
        yield* settled
        assert.deepStrictEqual(yield* casesOf("ROOM"), [])
        yield* admitted(anna.token)
        assert.strictEqual(yield* anna.balance, maximum)
        yield* refused(create(anna, 1), "order.maximum_exceeded")
        yield* sound
      }))

    it.effect("has one taker for that room when many ask at once", () =>
      Effect.gen(function*() {
        const anna = yield* awaited("MANY", 100)
        const answers = yield* Effect.all(Array.from({ length: 5 }, () => create(anna, 30)), { concurrency: 5 })
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400])
      }))

    it.effect("is held to that room by the database too, if credit was paid since it was decided", () =>
      Effect.gen(function*() {
        const { event } = yield* Festival
        const { register } = yield* PendingOrderRepository
        const anna = yield* awaited("SINCE", 100)
        const known = yield* paymentOf((yield* begun(anna, 20)).uuid)
        const { version } = yield* EventConfigurations.use(({ current }) => current(BigInt(event)))
        const outcomeOf = (amount: number) => {
          const order = new PendingOrder({ ...known, uuid: randomUUID(), checkout_id: null, amount: cents(amount) })
          return register({
            order,
            content: {},
            openings: [],
            version,
            userTagId: null,
            maximum: Cents.make(15_000n)
          })
        }
        assert.strictEqual(yield* outcomeOf(31), "lost")
        assert.strictEqual(yield* outcomeOf(30), "registered")
      }))

    it.effect("is an operator's case if credit arrives after that and does not fit, until the shop lowers it", () =>
      Effect.gen(function*() {
        const anna = yield* awaited("PAID LATER", 100)
        yield* imported(orderOf("PAID LATER", anna.positions, { status: "pending" }))
        yield* toppedUp(anna, 100)
        yield* imported(orderOf("PAID LATER", anna.positions))
        assert.deepStrictEqual(yield* casesOf("PAID LATER"), [["credit_over_limit_before_admission", 10_000]])
        yield* turnedAway(anna.token)
        const [ticket] = anna.positions
        yield* imported(orderOf("PAID LATER", [ticket, withCredit(50, { id: ticket.id })[1]]))
        assert.deepStrictEqual(yield* casesOf("PAID LATER"), [])
        yield* admitted(anna.token)
        assert.strictEqual(yield* anna.balance, maximum)
        yield* sound
      }))

    it.effect("gets all that was paid, above the highest balance, if a card was being read at the entrance meanwhile", () =>
      Effect.gen(function*() {
        const { tills } = yield* Festival
        const { entrance } = yield* FestivalTickets
        const anna = yield* awaited("AT ONCE", 30)
        const scan = scanOf(yield* tills.tag(), { voucher_token: anna.token, top_up_amount: 100 })
        const sale = ticketSale([scan], { payment_method: "sumup" })
        done(yield* entrance.post("/order/register-pending-ticket-sale", sale))
        yield* toppedUp(anna, 120)
        assert.strictEqual(yield* anna.balance, 120)
        done(yield* entrance.post("/order/book-ticket-sale", sale))
        assert.strictEqual(yield* anna.balance, 250)
        yield* refused(create(anna, 1), "order.maximum_exceeded")
        yield* settled
        assert.deepStrictEqual(yield* casesOf("AT ONCE"), [])
        yield* sound
      }))

    it.effect("gets at the entrance what fits besides credit and balance", () =>
      Effect.gen(function*() {
        const anna = yield* awaited("BESIDES", 30)
        yield* toppedUp(anna, 100)
        yield* turnedAway(anna.token, { top_up_amount: 25 })
        yield* admitted(anna.token, { top_up_amount: 20 })
        assert.strictEqual(yield* anna.balance, maximum)
        yield* sound
      }))
  }
)
