import { assert, layer } from "@effect/vitest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { refusalName } from "@wristbank/core/base/Rule"
import { Books } from "@wristbank/core/journal/Books"
import { CardBookings } from "@wristbank/core/sale/CardBookings"
import { CardInquiries } from "@wristbank/core/sale/CardInquiries"
import { OnlineTopUps } from "@wristbank/core/sale/OnlineTopUps"
import { PayerRepository } from "@wristbank/core/sale/PayerRepository"
import { isUnverified } from "@wristbank/core/sale/PendingOrder"
import { PendingOrderRepository } from "@wristbank/core/sale/PendingOrderRepository"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import type { Fault, ShopCall } from "@wristbank/stand-ins/card-provider/FakeShop"
import { type Context, DateTime, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { randomUUID } from "node:crypto"
import { bare } from "../../support/bare.ts"
import { Festival, maximum, topUp } from "../../support/Festival.ts"
import { type Payer, payer, shop, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { cents, shownOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { settle } from "../../support/FestivalSettlements.ts"
import { counted, tell } from "../../support/Torture.ts"

/** A process that dies whenever it is about to store a result. */
const crashing = Layer.provideMerge(bare(PendingOrderSweeps), Layer.provide(bare(OnlineTopUps), PayerRepository.layer))
  .pipe(
    Layer.provide(bare(CardBookings)),
    Layer.provide(bare(CardInquiries)),
    Layer.provide(Layer.effect(Books, Books.useSync((books) => ({ ...books, store: () => Effect.interrupt })))),
    Layer.provide(Layer.effect(
      PendingOrderRepository,
      Effect.map(PendingOrderRepository, (repository) => ({
        ...repository,
        change: () => Effect.interrupt,
        nameCheckout: () => Effect.interrupt
      }))
    ))
  )

/** More runs than the default take some time. */
const numRuns = Number(process.env.ONLINE_RUNS ?? 5)

const some = fc.nat({ max: 5 })

const faults: { readonly [name: string]: Fault } = {
  away: { answer: Fake.broken, done: false },
  lost: { answer: Fake.broken, done: true },
  strange: { answer: Fake.text(200, `{"id":1}`), done: true }
}

type Step = readonly [action: string, which: number, amount: number]

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("create", "create and crash") },
    { weight: 5, arbitrary: fc.constantFrom("pay", "pay other money", "fail to pay", "pay what was given up") },
    { weight: 4, arbitrary: fc.constantFrom("check", "check and crash", "give up", "give up and crash") },
    { weight: 4, arbitrary: fc.constantFrom("sweep", "sweep and crash", "sweep at the end") },
    { weight: 2, arbitrary: fc.constantFrom("till tops up", "pays out") },
    { weight: 1, arbitrary: fc.constantFrom("settle book", "settle dismiss") },
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constantFrom("create", "read", "find", "deactivate"),
        fc.constantFrom("away", "lost", "strange")
      ).map(([call, fault]) => `${call} ${fault}`)
    }
  ),
  some,
  fc.constantFrom(10, 40, 90)
)

/** A run with every possible outcome. */
const examples: ReadonlyArray<ReadonlyArray<Step>> = [
  [
    ["create", 0, 40],
    ["create", 1, 90],
    ["pay", 0, 40],
    ["check and crash", 0, 40],
    ["pay other money", 1, 90],
    ["sweep", 0, 40]
  ],
  [
    ["create", 0, 90],
    ["sweep at the end", 0, 40],
    ["till tops up", 0, 90],
    ["pay what was given up", 0, 40],
    ["create lost", 0, 40],
    ["create and crash", 1, 40],
    ["create", 1, 10]
  ],
  [["create", 0, 40], ["pay other money", 0, 90], ["check", 0, 40], ["settle dismiss", 0, 40]]
]

interface World {
  readonly broken: Context.Context<OnlineTopUps | PendingOrderSweeps>
  readonly payers: ReadonlyArray<Payer>
  /** Orders that the provider has charged: with the right amount or another one. */
  readonly paid: Map<string, "ours" | "other">
  readonly settled: Set<string>
  later: number
}

/** The orders of the run, oldest first. */
const ordersOf = Effect.fnUntraced(function*({ payers }: World) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ uuid: string; customer_account_id: bigint; orders: number }>`
    select uuid::text, customer_account_id,
      (select count(*)::int4 from ordr where ordr.uuid = card_payment.uuid) as orders
    from card_payment where payment_type = 'sumup_online'
      and ${sql.in("customer_account_id", payers.map(({ guest }) => guest.accountId))} order by created_at, uuid`
})

/** Takes a step. Its answer does not matter; the test compares what is stored in the end. */
const perform = Effect.fnUntraced(function*(world: World, [action, which, amount]: Step) {
  const { bar, event } = yield* Festival
  const fake = yield* shop
  const by = world.payers[which % world.payers.length]!
  const row = (yield* ordersOf(world))[which]
  const guestOf = (id: bigint) => ({ eventId: BigInt(event), accountId: id, sessionHash: new Uint8Array() })
  const within = <A, E>(effect: Effect.Effect<A, E, OnlineTopUps | PendingOrderSweeps>) =>
    Effect.exit(Effect.provide(effect, world.broken))
  switch (action) {
    case "create":
      yield* by.call("POST", "/sumup/create-checkout", { amount })
      return
    case "create and crash": {
      const guest = guestOf(BigInt(by.guest.accountId))
      yield* within(OnlineTopUps.use(({ create }) => create(guest, { amount: cents(amount) })))
      return
    }
    case "till tops up":
      yield* bar.post("/order/book-topup", topUp(by.guest, amount))
      return
    case "pays out":
      yield* bar.post("/order/book-payout", { uuid: randomUUID(), customer_tag_uid: by.guest.uid, amount: -amount })
      return
    case "sweep":
    case "sweep at the end":
      world.later += action === "sweep" ? 70 : 90_000
      yield* sweepAfter(world.later)
      return
    case "sweep and crash":
      world.later += 70
      yield* within(sweepAfter(world.later))
      return
  }
  const [call, fault] = action.split(" ")
  if (fault !== undefined && fault in faults) {
    fake.fail(call as ShopCall, faults[fault]!)
    return
  }
  if (row === undefined) return
  const { uuid } = row
  switch (action) {
    case "check":
      yield* world.payers.find(({ guest }) => BigInt(guest.accountId) === row.customer_account_id)!
        .call("POST", "/sumup/check-checkout", { order_uuid: uuid })
      return
    case "give up":
      yield* world.payers.find(({ guest }) => BigInt(guest.accountId) === row.customer_account_id)!
        .call("POST", "/sumup/cancel-checkout", { order_uuid: uuid })
      return
    case "give up and crash":
      yield* within(OnlineTopUps.use(({ cancel }) => cancel(guestOf(row.customer_account_id), { order_uuid: uuid })))
      return
    case "check and crash":
      yield* within(OnlineTopUps.use(({ check }) => check(guestOf(row.customer_account_id), { order_uuid: uuid })))
      return
    case "settle book":
    case "settle dismiss": {
      const settled = yield* Effect.result(settle(uuid, action === "settle book" ? "book" : "dismiss"))
      if (settled._tag === "Success") world.settled.add(uuid)
      return
    }
    case "fail to pay":
      fake.pay(uuid, { status: "FAILED" }, yield* DateTime.now)
      return
    default: {
      const checkout = fake.find(uuid)
      // A provider may err until its status is final; the money that it charged is a guest's all the same.
      const order = yield* PendingOrderRepository.use(({ find }) => find(BigInt(event), uuid))
      const isOpen = order?.next_check !== null
      if (action === "pay what was given up" && checkout?.status === "EXPIRED" && isOpen) checkout.status = "PENDING"
      const other = action === "pay other money"
      if (fake.pay(uuid, other ? { amount: cents(amount + 1) } : {}, yield* DateTime.now) !== undefined) {
        const isOurs = !other || checkout?.amount === cents(amount + 1)
        world.paid.set(uuid, isOurs ? "ours" : "other")
      }
    }
  }
})

const seen = { booked: 0, held: 0, cancelled: 0, settled: 0, full: 0 }

const examine = Effect.fnUntraced(function*(world: World) {
  const { paid, payers, settled } = world
  const { event, has } = yield* Festival
  const fake = yield* shop
  for (const { orders, uuid } of yield* ordersOf(world)) {
    const status = fake.find(uuid)?.status
    // A dismissed order is no longer asked about; its checkout expires by itself.
    if (!settled.has(uuid)) assert.include(["EXPIRED", "PAID", undefined], status)
    const order = (yield* PendingOrderRepository.use(({ find }) => find(BigInt(event), uuid)))!
    const isShown = (yield* shownOf(uuid)) !== undefined
    assert.strictEqual(orders, order.status === "booked" ? 1 : 0)
    assert.strictEqual(isShown, isUnverified(order))
    if (settled.has(uuid)) seen.settled++
    else if (paid.get(uuid) === "ours") {
      assert.strictEqual(order.verification, "verified")
      assert.strictEqual(isShown, order.status !== "booked")
      if (order.status !== "booked") seen.full++
      seen.booked += orders
    } else if (paid.get(uuid) === "other") {
      assert.deepInclude(order, { verification: "mismatch" })
      assert.deepStrictEqual([orders, isShown], [0, true])
      seen.held++
    } else {
      assert.deepInclude(order, { status: "cancelled", problem: null })
      seen.cancelled++
    }
  }
  if (settled.size === 0) {
    for (const { guest } of payers) assert.isAtMost(Number((yield* has(guest)).balance), maximum)
  }
  yield* sound
})

layer(withCheckouts, { excludeTestServices: true })("whatever guests, tills and time do", (it) => {
  it.effect("money paid on the web is booked once or held, and nothing stays payable", () =>
    Effect.gen(function*() {
      const broken = yield* Layer.build(Layer.fresh(crashing))
      const fake = yield* shop
      const play = Effect.fnUntraced(function*(steps: ReadonlyArray<Step>) {
        const payers = [yield* payer(50), yield* payer()]
        const world: World = { broken, payers, paid: new Map(), settled: new Set(), later: 0 }
        for (const one of steps) yield* perform(world, one)
        for (const call of ["create", "read", "find", "deactivate"] as const) {
          while (fake.nextFault(call) !== undefined);
        }
        for (let sweeps = 1; sweeps <= 5; sweeps++) yield* sweepAfter(world.later + 90_000 * sweeps)
        yield* examine(world)
      })
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof play>>>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(step, { minLength: 10, maxLength: 40, size: "max" }),
            (steps) => Effect.runPromiseWith(context)(Effect.provide(play(steps), Logger.layer([])))
          ),
          { numRuns, endOnFailure: true, examples: examples.map((steps) => [steps]) }
        )
      )
      // Runs without any outcome would prove nothing; the examples alone are enough.
      for (const [kind, times] of Object.entries(seen)) assert.isAbove(times, 0, kind)
      const ends = Object.entries(seen).map(([kind, times]) => `${counted(times)} ${kind}`).join(", ")
      tell(`${counted(numRuns, "run")} of payments on the web with faults: ${ends}; none lost or booked twice`)
    }).pipe(Effect.scoped))

  it.effect("an installation without top-ups on the web lets no one begin one", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { guest } = yield* payer()
      const off = Layer.effect(Configuration, Effect.map(Configuration, (known) => ({ ...known, sumupEnabled: false })))
      const context = yield* Layer.build(Layer.fresh(Layer.provide(crashing, off)))
      const holder = { eventId: BigInt(event), accountId: BigInt(guest.accountId), sessionHash: new Uint8Array() }
      const error = yield* Effect.flip(
        Effect.provide(OnlineTopUps.use(({ create }) => create(holder, { amount: cents(10) })), context)
      )
      assert.strictEqual(refusalName(error), "order.top_up_web_off")
    }).pipe(Effect.scoped))
})
