import { assert, describe, it } from "@effect/vitest"
import { CardPayment } from "@wristbank/core/card/CardProvider"
import { TagOpening } from "@wristbank/core/journal/TagOpening"
import { unasked } from "@wristbank/core/sale/PendingOrder"
import {
  decodePrepared,
  encodePayment,
  encodePrepared,
  PreparedOrder,
  toPaymentEvidence,
  unconditional
} from "@wristbank/core/sale/PreparedOrder"
import { DateTime } from "effect"
import { customer, euro, sale, sold } from "./OrderWorld.ts"

const { draft } = sold(sale([["beerWithDeposit", 3]], { customer: customer("100", 2) }))

describe("an order that waits for its card payment", () => {
  /** Stored and read again with a chip number. */
  const readWith = (uid: bigint, answer: unknown = null) => {
    const opening = new TagOpening({ userTagId: 1n, uid, accountId: 2n, ticketVoucherId: null, credit: euro("0") })
    const prepared = new PreparedOrder({ draft: unconditional(draft), buttons: null, openings: [opening], answer })
    return decodePrepared(JSON.stringify(encodePrepared(prepared)))
  }

  it("is read as it was stored, whatever the number of its chip", () => {
    for (const uid of [5n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
      const { draft: read, openings } = readWith(uid)
      assert.strictEqual(openings[0]!.uid, uid)
      assert.deepStrictEqual(read.postings, draft.postings)
    }
  })

  it("keeps numbers with a fraction or an exponent as they are", () => {
    const numbers = [1.5, 1e300, -1e300, "9007199254740993", null]
    assert.deepStrictEqual(readWith(5n, numbers).answer, numbers)
  })

  it("is booked whatever has happened to its accounts", () => {
    assert.isAbove(draft.guards.length, 0)
    for (const guard of unconditional(draft).guards) {
      assert.deepInclude(guard, { minimum: null, maximum: null, userTagId: null })
    }
  })
})

it("the state of a payment is stored with its times, and without those that are not known", () => {
  const created = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
  const evidence = new CardPayment({
    id: "payment",
    transactionCode: "T1",
    status: "successful",
    amount: euro("7"),
    tip: euro("0"),
    returned: null,
    currency: "EUR",
    merchantCode: "M1",
    at: created
  })
  const state = unasked(created)
  assert.deepStrictEqual(toPaymentEvidence(state), {
    verification: "unverified",
    evidence: null,
    last_checked: null,
    check_interval: 1,
    next_check: "2026-07-01T20:00:20.000Z"
  })
  const known = { ...state, evidence, last_checked: created, next_check: null }
  assert.deepInclude(toPaymentEvidence(known), {
    evidence: encodePayment(evidence),
    last_checked: "2026-07-01T20:00:00.000Z",
    next_check: null
  })
})
