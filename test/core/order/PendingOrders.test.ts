import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/cli/demo/sumup/FakeAnswer"
import { FakeSumUp } from "@wristbank/cli/demo/sumup/FakeSumUp"
import { BookingLanes } from "@wristbank/core/ledger/BookingLanes"
import { Cents } from "@wristbank/core/ledger/Money"
import { BookingLoad } from "@wristbank/core/order/BookingLoad"
import { Bookings } from "@wristbank/core/order/Bookings"
import { CardBookings } from "@wristbank/core/order/CardBookings"
import { CardInquiries } from "@wristbank/core/order/CardInquiries"
import { PendingOrderRepository } from "@wristbank/core/order/PendingOrderRepository"
import { PendingOrders } from "@wristbank/core/order/PendingOrders"
import { PendingOrderSweeps } from "@wristbank/core/order/PendingOrderSweeps"
import { TicketSaleRepository } from "@wristbank/core/order/TicketSaleRepository"
import { NewTopUp } from "@wristbank/core/order/TopUp"
import { TopUps } from "@wristbank/core/order/TopUps"
import { hashToken } from "@wristbank/core/organisation/Session"
import { Context, DateTime, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { Festival, type Guest, topUp } from "../../support/Festival.ts"
import { shownOf, sound, sweepAfter, withCards } from "../../support/FestivalPayments.ts"

/** A process that dies whenever it is about to store what it has found out. */
const crashing = Layer.mergeAll(TopUps.layer, PendingOrderSweeps.layer).pipe(
  Layer.provide(PendingOrders.layer),
  Layer.provide(Bookings.layer),
  Layer.provide(CardBookings.layer),
  Layer.provide(CardInquiries.layer),
  Layer.provide(BookingLoad.layer),
  Layer.provide(Layer.mock(BookingLanes, { store: () => Effect.interrupt })),
  Layer.provide(Layer.mock(TicketSaleRepository, { store: () => Effect.interrupt })),
  Layer.provide(Layer.effect(
    PendingOrderRepository,
    Effect.map(PendingOrderRepository, (repository) => ({ ...repository, change: () => Effect.interrupt }))
  ))
)

const amounts = [700n, 1100n, 1300n].map((amount) => Cents.make(amount))

const order = fc.nat({ max: amounts.length - 1 })

/** How the provider will end up seeing each payment; before that it knows nothing, waits or is away. */
const outcome = fc.constantFrom("paid", "failed", "other money")

const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom("register", "book", "cancel", "book and crash"), order) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom("pending", "absent", "broken", "final"), order) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom("sweep", "sweep and crash"), fc.constantFrom(5, 30, 90, 301)) }
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

const requestOf = (guest: Guest, amount: bigint) => topUp(guest, Number(amount) / 100, { payment_method: "sumup" })
type Request = ReturnType<typeof requestOf>

/** Does what a step says; how it is answered is of no matter, what is stored in the end is. */
const perform = Effect.fnUntraced(function*(
  broken: Context.Context<PendingOrderSweeps | TopUps>,
  requests: ReadonlyArray<Request>,
  { outcomes, steps }: Run
) {
  const { bar, event } = yield* Festival
  const { book } = yield* FakeSumUp
  const signedIn = {
    eventId: BigInt(event),
    terminalId: BigInt(bar.terminalId),
    sessionHash: hashToken(bar.token)
  }
  const settled = new Set<number>()
  let later = 0
  for (const [what, n] of steps) {
    const request = requests[n]
    switch (what) {
      case "sweep":
        later += n
        yield* sweepAfter(later)
        break
      case "sweep and crash": {
        later += n
        const now = DateTime.add(yield* DateTime.now, { seconds: later })
        yield* Effect.exit(Context.get(broken, PendingOrderSweeps).sweep(now))
        break
      }
      case "register":
        yield* bar.post("/order/register-pending-topup", request)
        break
      case "book":
        yield* bar.post("/order/book-topup", request)
        break
      case "cancel":
        yield* bar.post("/order/cancel-pending-topup", { order_uuid: request!.uuid })
        break
      case "book and crash": {
        const asked = new NewTopUp({
          uuid: request!.uuid,
          payment_method: "sumup",
          amount: amounts[n]!,
          customer_tag_uid: BigInt(request!.customer_tag_uid)
        })
        yield* Effect.exit(Context.get(broken, TopUps).book(signedIn, asked))
        break
      }
      default:
        // What the provider has said finally it does not take back.
        if (settled.has(n)) break
        if (what === "final") settled.add(n)
        book.answer(request!.uuid, answers[what === "final" ? outcomes[n]! : what]!(amounts[n]!))
    }
  }
  for (const [n, request] of requests.entries()) book.answer(request.uuid, answers[outcomes[n]!]!(amounts[n]!))
  for (let sweeps = 1; sweeps <= 4; sweeps++) yield* sweepAfter(later + 301 * sweeps)
})

const seen = { booked: 0, listed: 0, cancelled: 0, held: 0 }

/** Money that came in is booked once or shown to an operator; money that did not is at most booked on a terminal's word. */
const examine = Effect.fnUntraced(function*(guest: Guest, requests: ReadonlyArray<Request>, { outcomes }: Run) {
  const { event, has } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  let balance = 0
  for (const [n, request] of requests.entries()) {
    const orders = yield* sql`select id from ordr where uuid = ${request.uuid}::uuid`
    assert.isAtMost(orders.length, 1)
    const payment = yield* PendingOrderRepository.use(({ find }) => find(BigInt(event), request.uuid))
    const shown = yield* shownOf(request.uuid)
    const isBooked = orders.length === 1
    if (isBooked) balance += Number(amounts[n]!) / 100
    if (payment === undefined) {
      assert.isFalse(isBooked)
      continue
    }
    assert.strictEqual(payment.status === "booked", isBooked)
    switch (outcomes[n]) {
      case "paid":
        assert.deepInclude(payment, { status: "booked", verification: "verified", amount: amounts[n]! })
        assert.isUndefined(shown)
        seen.booked++
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
  }
  assert.deepStrictEqual(yield* has(guest), { balance, vouchers: 0 })
  yield* sound
})

layer(withCards, { excludeTestServices: true, timeout: 120_000 })("orders paid by card", (it) => {
  it.effect("are booked once and never lost, whatever happens in whatever order", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const broken = yield* Layer.build(Layer.fresh(crashing))
      const context = yield* Effect.context<
        Effect.Services<ReturnType<typeof examine>> | Effect.Services<ReturnType<typeof perform>>
      >()
      const play = Effect.fnUntraced(function*(run: Run) {
        const payer = yield* guest({ balance: 0 })
        const requests = amounts.map((amount) => requestOf(payer, amount))
        yield* perform(broken, requests, run)
        yield* examine(payer, requests, run)
      })
      const arbitrary = fc.record({
        outcomes: fc.tuple(outcome, outcome, outcome),
        steps: fc.array(step, { minLength: 6, maxLength: 24, size: "max" })
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(arbitrary, (run) =>
            Effect.runPromiseWith(context)(Effect.provide(play(run), Logger.layer([])))),
          { numRuns: 60, endOnFailure: true }
        )
      )
      // Runs in which nothing ever happens would prove nothing.
      for (const [kind, times] of Object.entries(seen)) {
        assert.isAbove(times, 2, kind)
      }
    }).pipe(Effect.scoped), 120_000)
})
