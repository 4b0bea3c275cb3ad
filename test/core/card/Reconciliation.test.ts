import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { CardTransaction } from "@wristbank/core/card/CardTransaction"
import {
  type CardOrder,
  type DayRecords,
  isPaid,
  isReturn,
  isVoid,
  reconcile,
  totalsOf
} from "@wristbank/core/card/Reconciliation"
import type { Difference } from "@wristbank/core/card/ReconciliationReport"
import { dayOf } from "@wristbank/core/card/Reconciliations"
import { DateTime } from "effect"
import fc from "fast-check"

const merchantCode = "MFESTIVAL"
const noon = DateTime.makeUnsafe("2026-07-01T12:00:00Z")

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

const movement = (id: string, more: Partial<CardTransaction> = {}) =>
  new CardTransaction({
    id,
    transactionCode: `T${id}`,
    reference: null,
    amount: Cents.make(500n),
    tip: Cents.make(0n),
    currency: "EUR",
    status: "successful",
    type: "payment",
    at: noon,
    refundedAmount: null,
    merchantCode,
    paymentType: null,
    productSummary: null,
    cardType: null,
    ...more
  })

const order = (n: number, more: Partial<CardOrder> = {}): CardOrder => ({
  uuid: uuidOf(n),
  amount: Cents.make(500n),
  currency: "EUR",
  isBooked: true,
  isDue: true,
  isSettled: false,
  at: noon,
  paymentId: null,
  transactionCode: null,
  tip: Cents.make(0n),
  ...more
})

const found = (
  orders: ReadonlyArray<CardOrder>,
  movements: ReadonlyArray<CardTransaction>,
  otherEvents: Array<string> = []
) => reconcile({ merchantCode, orders, movements, otherEvents: new Set(otherEvents) })

const summary = (differences: ReadonlyArray<Difference>) =>
  differences.map(({ kind, resolved, transaction_id }) => `${kind} ${transaction_id} ${resolved ? "resolved" : "open"}`)

const amount = fc.constantFrom(500n, 700n).map((cents) => Cents.make(cents))
const currency = fc.constantFrom("EUR", "EUR", "CHF")

/**
 * Orders 0 to 5, and movements that refer to one of them, to an order of another event, to an unknown order, or to
 * nothing.
 */
const records: fc.Arbitrary<DayRecords> = fc.record({
  merchantCode: fc.constant(merchantCode),
  orders: fc.array(
    fc.record({
      amount,
      currency,
      isBooked: fc.boolean(),
      isDue: fc.boolean(),
      isSettled: fc.boolean(),
      known: fc.nat(9)
    }),
    { maxLength: 6 }
  ).map((drawn) =>
    drawn.map(({ isDue, known, ...more }, n) =>
      order(n, {
        ...more,
        isDue: isDue && more.isBooked,
        ...(known < 5 ? { paymentId: `p${n}`, transactionCode: `Tp${n}` } : {})
      })
    )
  ),
  movements: fc.array(
    fc.record({
      amount,
      currency,
      reference: fc.constantFrom(null, "their own", "", ...[0, 1, 2, 3, 4, 5, 8, 9].map(uuidOf)),
      status: fc.constantFrom(
        "successful" as const,
        "successful" as const,
        "refunded" as const,
        "failed" as const,
        "cancelled" as const,
        "pending" as const,
        "unknown" as const
      ),
      type: fc.constantFrom(
        "payment" as const,
        "payment" as const,
        "refund" as const,
        "charge_back" as const,
        "unknown" as const
      ),
      merchantCode: fc.constantFrom(null, merchantCode, "MOTHER"),
      transactionCode: fc.constantFrom(null, "Tp0", "Tp1", "Tp2", "Tother")
    }),
    { maxLength: 12 }
  ).map((drawn) => drawn.map((more, n) => movement(`p${n}`, more))),
  otherEvents: fc.constant(new Set([uuidOf(8)]))
})

it("every movement of money and every order of the day is accounted for exactly once", () =>
  fc.assert(
    fc.property(records, (drawn) => {
      const differences = reconcile(drawn)
      const count = (id: string | null) => differences.filter(({ transaction_id }) => transaction_id === id).length
      for (const made of drawn.movements) assert.strictEqual(count(made.id), isVoid(made) ? 0 : 1)
      const accounts = ["matched", "differs", "not_booked", "not_at_provider"]
      for (const { isDue, uuid } of drawn.orders) {
        const about = differences.filter(({ kind, order_uuid }) => order_uuid === uuid && accounts.includes(kind))
        assert.isAtMost(about.length, 1)
        if (isDue) assert.lengthOf(about, 1)
      }
      const unpaid = differences.filter(({ kind }) => kind === "not_at_provider")
      assert.lengthOf(differences, drawn.movements.filter((made) => !isVoid(made)).length + unpaid.length)
    }),
    { numRuns: 500 }
  ))

it("what matches is the order's money, and what does not is never called matched", () =>
  fc.assert(
    fc.property(records, (drawn) => {
      for (const { kind, order_uuid, transaction_id } of reconcile(drawn)) {
        const made = drawn.movements.find(({ id }) => id === transaction_id)
        const known = drawn.orders.find(({ uuid }) => uuid === order_uuid)
        const fits = made !== undefined && known !== undefined && isPaid(made) && known.isBooked &&
          made.amount === known.amount && made.currency === known.currency &&
          (made.merchantCode === null || made.merchantCode === merchantCode)
        if (kind === "matched") assert.isTrue(fits)
        if (kind === "differs" || kind === "not_booked") assert.isFalse(fits)
      }
    }),
    { numRuns: 500 }
  ))

it("the sums of a day are those of its movements and orders in the event's currency", () =>
  fc.assert(
    fc.property(records, currency, (drawn, own) => {
      const differences = reconcile(drawn)
      const totals = totalsOf({ ...drawn, currency: own }, differences)
      assert.strictEqual(totals.matched + totals.differences, differences.length)
      const sum = (some: ReadonlyArray<CardOrder | CardTransaction>) =>
        some.reduce((total, one) => one.currency === own ? total + one.amount : total, 0n)
      const sums: ReadonlyArray<bigint> = [totals.paid, totals.booked, totals.returned]
      assert.deepStrictEqual(sums, [
        sum(drawn.movements.filter(isPaid)),
        sum(drawn.orders.filter(({ isDue }) => isDue)),
        sum(drawn.movements.filter(isReturn))
      ])
      assert.strictEqual(totals.transactions, drawn.movements.length)
      assert.isAtMost(totals.unresolved, totals.differences)
    })
  ))

it("a payment for no order needs no one once all of it has gone back, in parts or as the provider says, and not before", () =>
  fc.assert(
    fc.property(
      records,
      amount,
      fc.array(fc.bigInt({ min: 0n, max: 700n }), { maxLength: 4 }),
      fc.constantFrom("refund" as const, "charge_back" as const),
      fc.constantFrom("EUR", "CHF"),
      fc.boolean(),
      (drawn, paid, parts, type, given, isLogged) => {
        const lost = movement("lost", { reference: uuidOf(7), amount: paid })
        const total = parts.reduce((sum, part) => sum + part, 0n)
        const told = { ...lost, status: "refunded" as const, refundedAmount: Cents.make(total) }
        const slip = { reference: lost.reference, transactionCode: lost.transactionCode }
        const returns = parts.map((part, n) =>
          movement(`back${n}`, { ...slip, type, currency: given, amount: Cents.make(-part) })
        )
        const more = isLogged ? [new CardTransaction(told)] : [lost, ...returns]
        const differences = reconcile({ ...drawn, movements: [...drawn.movements, ...more] })
        const about = differences.find(({ transaction_id }) => transaction_id === "lost")
        const isBack = total >= paid && (isLogged || given === lost.currency)
        assert.deepInclude(about, { kind: "unknown_order", resolved: isBack })
        // Changing this movement changes no other difference.
        const others = differences.filter(({ transaction_code }) => transaction_code !== lost.transactionCode)
        assert.deepStrictEqual(others, reconcile(drawn))
        for (const one of differences) if (one.transaction_id?.startsWith("back")) assert.isTrue(one.resolved)
      }
    ),
    { numRuns: 500 }
  ))

it("a second payment of an order is a duplicate, and giving it back is nothing that its guest gained", () => {
  const orders = [order(1, { paymentId: "first", transactionCode: "Tfirst" })]
  const both = [movement("second", { reference: uuidOf(1) }), movement("first")]
  const back = movement("back", { type: "refund", transactionCode: "Tsecond" })
  assert.sameMembers(summary(found(orders, [...both, back])), [
    "matched first resolved",
    "duplicate second open",
    "refunded back resolved"
  ])
})

it("a tip is told apart from other money, from the look-up of the movement or of the order", () => {
  const tip = Cents.make(50n)
  const known = order(1, { paymentId: "known", tip })
  const asked = [movement("known", { amount: Cents.make(550n) })]
  assert.deepStrictEqual(summary(found([known], asked)), ["tip known resolved"])
  const looked = [movement("new", { amount: Cents.make(550n), tip, reference: uuidOf(1) })]
  assert.deepStrictEqual(summary(found([order(1)], looked)), ["tip new resolved"])
  assert.deepStrictEqual(summary(found([known], [movement("known")])), ["differs known open"])
  const other = [movement("known", { amount: Cents.make(551n) })]
  assert.deepStrictEqual(summary(found([known], other)), ["differs known open"])
})

it("money of a booked order that went back needs attention, by the slip that it carries", () => {
  const orders = [order(1, { isDue: false, paymentId: "first", transactionCode: "Tfirst" })]
  const refund = movement("back", { type: "refund", transactionCode: "Tfirst" })
  const chargeBack = movement("bank", { type: "charge_back", transactionCode: "Tfirst" })
  assert.sameMembers(summary(found(orders, [refund, chargeBack])), ["refunded back open", "charged_back bank open"])
  const settled = orders.map((one) => ({ ...one, isSettled: true }))
  assert.deepStrictEqual(summary(found(settled, [refund])), ["refunded back resolved"])
})

it("a payment for an order that is nowhere needs attention; one of another event, or of no one, does not", () => {
  const movements = [
    movement("lost", { reference: uuidOf(7) }),
    movement("theirs", { reference: uuidOf(8) }),
    movement("kiosk", { reference: "order 12" }),
    movement("bare")
  ]
  assert.sameMembers(summary(found([], movements, [uuidOf(8)])), [
    "unknown_order lost open",
    "foreign theirs resolved",
    "foreign kiosk resolved",
    "foreign bare resolved"
  ])
})

it("a day has 23 hours when the clocks go forward and 25 when they go back", () => {
  const hours = (name: string) => {
    const { from, to } = dayOf(name, "Europe/Berlin")
    return (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
  }
  assert.deepStrictEqual(["2026-03-29", "2026-07-01", "2026-10-25"].map(hours), [23, 24, 25])
  assert.strictEqual(DateTime.formatIso(dayOf("2026-07-01", "Europe/Berlin").from), "2026-06-30T22:00:00.000Z")
})
