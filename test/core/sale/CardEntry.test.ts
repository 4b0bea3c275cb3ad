import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import type { EventConfiguration, TillRow } from "@wristbank/core/event/EventConfiguration"
import { cardEntry } from "@wristbank/core/sale/CardEntry"
import { reversed } from "@wristbank/core/sale/CardReversal"
import { PendingOrder, unasked } from "@wristbank/core/sale/PendingOrder"
import { PreparedOrder, unconditional } from "@wristbank/core/sale/PreparedOrder"
import { DateTime } from "effect"
import { customer, event, sale, sold, uuid } from "./OrderWorld.ts"

const now = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
const { draft } = sold(sale([["beer", 3]], { customer: customer("100") }))

const order = (more: Partial<PendingOrder> = {}) =>
  new PendingOrder({
    event_id: 7n,
    uuid,
    order_type: "sale",
    payment_type: "sumup_terminal",
    amount: Cents.make(900n),
    currency: "EUR",
    ...unasked(now),
    till_id: 5n,
    cashier_id: 4n,
    z_nr: 6,
    customer_account_id: null,
    request_hash: "hash",
    content: null,
    created_at: now,
    checkout_id: null,
    valid_until: null,
    settled_at: null,
    settled_reason: null,
    ...more
  })

describe("the entry of an order that a card paid", () => {
  const tills: EventConfiguration["tills"] = new Map([
    [5n, { id: 5n, z_nr: 60, is_virtual: false } as TillRow],
    [8n, { id: 8n, z_nr: 80, is_virtual: true } as TillRow]
  ])
  const configuration = { eventId: 7n, version: 3n, settings: event.settings, tills } as EventConfiguration
  const prepared = new PreparedOrder({ draft: unconditional(draft), buttons: [], openings: [], answer: null })
  const entryOf = (one: PendingOrder, limited = false, at = configuration) => {
    const entry = cardEntry({ configuration: at, order: one, prepared, next: unasked(now), limited })
    return entry.order === null ? assert.fail("an order has lines") : entry
  }

  it("is of the till of its registration and its closing now, or of the virtual till", () => {
    const placed = (one: PendingOrder) => [entryOf(one).context.tillId, entryOf(one).context.zNr]
    assert.deepStrictEqual(placed(order()), [5n, 60])
    assert.deepStrictEqual(placed(order({ till_id: 99n })), [8n, 80])
    assert.deepStrictEqual(placed(order({ payment_type: "sumup_online" })), [8n, 80])
  })

  it("keeps to the highest balance where nothing was reserved for it", () => {
    const maxima = (limited: boolean) => entryOf(order(), limited).order.guards.map(({ maximum }) => maximum)
    assert.deepStrictEqual([maxima(true), maxima(false)], [[event.settings.max_account_balance], [null]])
  })

  it("tells what was known of the payment before", () => {
    const { context } = entryOf(order({ verification: "mismatch" }))
    assert.deepInclude(context, { cashierId: 4n, requestHash: "hash", buttons: [] })
    assert.deepInclude(context.paymentEvidence, { verification: "unverified", instead_of: "mismatch" })
  })

  it("can't be without a virtual till", () => {
    const none = { ...configuration, tills: new Map() }
    assert.throws(() => entryOf(order({ till_id: 99n }), false, none), /virtual till/)
  })
})

describe("a card payment that goes back", () => {
  const back = (refunded: bigint, chargedBack: bigint, more: Partial<PendingOrder> = {}) =>
    reversed(order({ status: "booked", verification: "verified", ...more }), {
      refunded: Cents.make(refunded),
      chargedBack: Cents.make(chargedBack)
    })

  it("is listed with what went back, and stays booked", () => {
    const refunded = back(1n, 0n)
    assert.deepInclude(refunded, {
      status: "booked",
      verification: "verified",
      problem: "Booked, but of the card payment 0.01 EUR were refunded"
    })
    assert.strictEqual(back(0n, 1n)?.problem, "Booked, but of the card payment 0.01 EUR were charged back")
    assert.strictEqual(
      back(900n, 50n)?.problem,
      "Booked, but of the card payment 9.00 EUR were refunded and 0.50 EUR were charged back"
    )
  })

  it("is not listed if nothing went back, nor twice, nor after it was settled or if it never was booked", () => {
    assert.isNull(back(0n, 0n))
    assert.isNull(back(1n, 0n, { problem: back(1n, 0n)!.problem }))
    assert.isNotNull(back(2n, 0n, { problem: back(1n, 0n)!.problem }))
    assert.isNull(back(1n, 0n, { settled_at: now }))
    for (const status of ["cancelled", "pending"] as const) assert.isNull(back(1n, 0n, { status }))
  })
})
