import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { Books } from "@wristbank/core/journal/Books"
import { Bookings } from "@wristbank/core/sale/Bookings"
import { CardBookings } from "@wristbank/core/sale/CardBookings"
import { CardInquiries } from "@wristbank/core/sale/CardInquiries"
import { CardPayments } from "@wristbank/core/sale/CardPayments"
import { isUnverified } from "@wristbank/core/sale/PendingOrder"
import { PendingOrderRepository } from "@wristbank/core/sale/PendingOrderRepository"
import { PendingOrders } from "@wristbank/core/sale/PendingOrders"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import { Sales } from "@wristbank/core/sale/Sales"
import { TicketSaleLoad } from "@wristbank/core/sale/TicketSaleLoad"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { TopUps } from "@wristbank/core/sale/TopUps"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { type Context, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { bare } from "../../support/bare.ts"
import { Festival, type Guest } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { shownOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { settle } from "../../support/FestivalSettlements.ts"
import { FestivalTickets } from "../../support/FestivalTickets.ts"
import { counted, tell } from "../../support/Torture.ts"
import { type CardOrder, cardOrders, orderCount } from "./CardOrders.ts"

const withTickets = Layer.provideMerge(Layer.effectDiscard(takeCards), FestivalTickets.layer)

/** A process that dies whenever it is about to store a result. */
const crashing = Layer.mergeAll(bare(TopUps), bare(Sales), bare(TicketSales), bare(PendingOrderSweeps)).pipe(
  Layer.provide(bare(PendingOrders)),
  Layer.provide(bare(CardPayments)),
  Layer.provide(bare(Bookings)),
  Layer.provide(bare(CardBookings)),
  Layer.provide(bare(CardInquiries)),
  Layer.provide(TicketSaleLoad.layer),
  Layer.provide(Layer.effect(Books, Books.useSync((books) => ({ ...books, store: () => Effect.interrupt })))),
  Layer.provide(Layer.effect(
    PendingOrderRepository,
    Effect.map(PendingOrderRepository, (repository) => ({
      ...repository,
      change: () => Effect.interrupt,
      hold: () => Effect.interrupt
    }))
  ))
)

/** More runs than the default take some time: each is a day with six orders. */
const numRuns = Number(process.env.CARD_RUNS ?? 6)

const order = fc.nat({ max: orderCount - 1 })

/** The provider's final status of each payment. Before that it has no payment, waits or is away. */
const outcome = fc.constantFrom("paid", "failed", "other money")

const byTerminal = fc.constantFrom("register", "book", "cancel", "book and crash", "outbid")

const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(byTerminal, order) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("lose the tag"), fc.constantFrom(3, 4, 5)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom("pending", "absent", "broken", "final"), order) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom("sweep", "sweep and crash"), fc.constantFrom(5, 30, 90, 301)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom("settle book", "settle dismiss", "settle acknowledge"), order) }
)
type Run = { readonly outcomes: ReadonlyArray<string>; readonly steps: ReadonlyArray<readonly [string, number]> }

const answers: { readonly [state: string]: (amount: bigint) => Fake.FakeAnswer } = {
  pending: (amount) => Fake.pending(Cents.make(amount)),
  absent: () => Fake.absent,
  broken: () => Fake.broken,
  paid: (amount) => Fake.paid(Cents.make(amount)),
  failed: (amount) => Fake.failed(Cents.make(amount)),
  "other money": (amount) => Fake.paid(Cents.make(amount - 1n))
}

/** Runs with every possible outcome. */
const examples: ReadonlyArray<Run> = [
  {
    outcomes: ["paid", "failed", "other money", "paid", "failed", "failed"],
    steps: [["register", 0], ["book", 0], ["book", 1], ["final", 2], ["book", 2], ["lose the tag", 3], ["register", 5]]
  },
  {
    outcomes: ["paid", "failed", "other money", "other money", "paid", "paid"],
    steps: [["final", 2], ["book", 2], ["settle dismiss", 2], ["final", 3], ["book", 3], ["settle book", 3]]
  }
]

/** Takes a step. Its answer does not matter; the test compares what is stored in the end. */
const perform = Effect.fnUntraced(function*(
  broken: Context.Context<PendingOrderSweeps | Sales | TicketSales | TopUps>,
  orders: ReadonlyArray<CardOrder>,
  { outcomes, steps }: Run
) {
  const { book } = yield* FakeSumUp
  const settled = new Set<number>()
  let later = 0
  for (const [what, n] of steps) {
    const one = orders[n]!
    switch (what) {
      case "sweep":
        later += n
        yield* sweepAfter(later)
        break
      case "sweep and crash":
        later += n
        yield* Effect.exit(Effect.provide(sweepAfter(later), broken))
        break
      case "register":
      case "book":
      case "cancel":
      case "outbid":
        yield* one[what]
        break
      case "lose the tag":
        yield* one.register
        if (!settled.has(n)) book.answer(one.uuid, answers["pending"]!(one.amount))
        yield* one.cancel
        yield* one.outbid
        break
      case "book and crash":
        yield* Effect.exit(Effect.provide(one.bookWithin, broken))
        break
      case "settle book":
      case "settle dismiss":
      case "settle acknowledge":
        yield* Effect.result(settle(one.uuid, settlements[what]))
        break
      default:
        // The provider never changes a final status.
        if (settled.has(n)) break
        if (what === "final") settled.add(n)
        book.answer(one.uuid, answers[what === "final" ? outcomes[n]! : what]!(one.amount))
    }
  }
  for (const [n, one] of orders.entries()) book.answer(one.uuid, answers[outcomes[n]!]!(one.amount))
  for (let sweeps = 1; sweeps <= 4; sweeps++) yield* sweepAfter(later + 301 * sweeps)
})

const settlements = { "settle book": "book", "settle dismiss": "dismiss", "settle acknowledge": "acknowledge" } as const

const seen = { booked: 0, listed: 0, cancelled: 0, held: 0, unbookable: 0, settled: 0 }

/**
 * Money that came in is booked once or listed for an operator; an unpaid order is at most booked on a terminal's report.
 */
const examineOne = Effect.fnUntraced(function*(one: CardOrder, final: string) {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const orders = yield* sql`select id from ordr where uuid = ${one.uuid}::uuid`
  assert.isAtMost(orders.length, 1)
  const isBooked = orders.length === 1
  const payment = yield* PendingOrderRepository.use(({ find }) => find(BigInt(event), one.uuid))
  if (payment === undefined) {
    assert.isFalse(isBooked)
    return isBooked
  }
  const shown = yield* shownOf(one.uuid)
  assert.strictEqual(payment.status === "booked", isBooked)
  assert.strictEqual(shown !== undefined, isUnverified(payment))
  if (payment.settled_at !== null) {
    seen.settled++
    return isBooked
  }
  switch (final) {
    case "paid":
      assert.deepInclude(payment, { verification: "verified", amount: one.amount })
      // Only an order whose tag was taken by another guest can't be booked.
      if (!isBooked) assert.deepStrictEqual([one.kind, shown === undefined], ["ticket-sale", false])
      seen[isBooked ? "booked" : "unbookable"]++
      break
    case "failed":
      assert.strictEqual(payment.verification, "failed")
      assert.strictEqual(shown !== undefined, isBooked)
      seen[isBooked ? "listed" : "cancelled"]++
      break
    default:
      assert.strictEqual(payment.verification, "mismatch")
      assert.isDefined(shown)
      seen[isBooked ? "listed" : "held"]++
  }
  return isBooked
})

const examine = Effect.fnUntraced(function*(guest: Guest, orders: ReadonlyArray<CardOrder>, { outcomes }: Run) {
  const { has } = yield* Festival
  let balance = 0
  for (const [n, one] of orders.entries()) {
    const isBooked = yield* examineOne(one, outcomes[n]!)
    if (isBooked && one.kind === "topup") balance += Number(one.amount) / 100
  }
  assert.deepStrictEqual(yield* has(guest), { balance, vouchers: 0 })
  yield* sound
})

layer(withTickets, { excludeTestServices: true })("orders paid by card", (it) => {
  it.effect("are booked once and never lost, whatever happens in whatever order", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const broken = yield* Layer.build(Layer.fresh(crashing))
      const play = Effect.fnUntraced(function*(run: Run) {
        const payer = yield* guest({ balance: 0 })
        const orders = yield* cardOrders(payer)
        yield* perform(broken, orders, run)
        yield* examine(payer, orders, run)
      })
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof play>>>()
      const arbitrary = fc.record({
        outcomes: fc.array(outcome, { minLength: orderCount, maxLength: orderCount }),
        steps: fc.array(step, { minLength: 10, maxLength: 40, size: "max" })
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(arbitrary, (run) =>
            Effect.runPromiseWith(context)(Effect.provide(play(run), Logger.layer([])))),
          { numRuns, endOnFailure: true, examples: examples.map((run) => [run]) }
        )
      )
      // Runs without any outcome would prove nothing; the examples alone are enough.
      for (const [kind, times] of Object.entries(seen)) {
        assert.isAbove(times, 0, kind)
      }
      const ends = Object.entries(seen).map(([kind, times]) =>
        `${counted(times)} ${kind}`
      ).join(", ")
      tell(`${counted(numRuns, "run")} of orders paid by card with faults: ${ends}; none lost or booked twice`)
    }).pipe(Effect.scoped))
})
