import { assert, it } from "@effect/vitest"
import { requestHash } from "@wristbank/core/journal/RequestHash"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { newSale, pressed, uuid } from "../sale/OrderWorld.ts"

const hash = (fields: { readonly [field: string]: unknown }) =>
  requestHash(
    "sale",
    newSale({ uuid, payment_method: "tag", customer_tag_uid: 5, buttons: pressed(["beer", 2]), ...fields })
  )

it("is a SHA-256 in hexadecimal", () => {
  assert.match(hash({}), /^[0-9a-f]{64}$/)
})

it("is the same for the same request, however it was written and whatever its uuid", () => {
  const same = [
    { uuid: "11111111-1111-4111-8111-111111111111" },
    { used_vouchers: null },
    { customer_tag_uid: "05" },
    { buttons: [{ quantity: 2.0, price: null, till_button_id: 11 }] }
  ]
  for (const fields of same) assert.strictEqual(hash(fields), hash({}))
})

it("is another one for another request", () => {
  const others = [
    { payment_method: "cash" },
    { customer_tag_uid: 6 },
    { used_vouchers: 0 },
    { buttons: pressed(["beer", 3]) },
    { buttons: pressed(["beer", 1], ["beer", 1]) },
    { buttons: pressed(["beer", 2], ["food", 1]) },
    { buttons: pressed(["food", 1], ["beer", 2]) },
    { buttons: pressed(["open", "2"]) },
    {}
  ].map(hash)
  assert.strictEqual(new Set(others).size, others.length)
  assert.notStrictEqual(requestHash("top_up", { amount: 5n }), requestHash("pay_out", { amount: 5n }))
})

it("tells all different contents apart", () => {
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "uuid"), tie("any"), { maxKeys: 3 })
    )
  })).any
  fc.assert(fc.property(value, value, (a, b) => {
    const same = requestHash("x", { a }) === requestHash("x", { a: b })
    // Plain JSON with sorted keys decides independently whether two requests are the same.
    assert.strictEqual(same, sortedJson(a) === sortedJson(b))
  }))
})

it("takes an absent field for null, and no text for anything but itself", () => {
  assert.strictEqual(requestHash("x", { a: 1, b: null }), requestHash("x", { a: 1 }))
  assert.strictEqual(requestHash("x", { a: 1, b: undefined }), requestHash("x", { a: 1 }))
  assert.notStrictEqual(requestHash("x", { a: "b+" }), requestHash("x", { ab: true }))
  assert.notStrictEqual(requestHash("x", { a: "1" }), requestHash("x", { a: 1 }))
})

it("is of one text, which must stay as it is: a request may be repeated after an update", () => {
  const content = { c: { f: 2, e: 1.5 }, a: [null, undefined, 0, -0, 7n, true, false, "text"], b: null, d: 3 }
  const text = `"1:x{"1:a[--#0;#0;#7;+!"4:text]"1:c{"1:e#1.5;"1:f#2;}"1:d#3;}`
  assert.strictEqual(requestHash("x", content), createHash("sha256").update(text).digest("hex"))
})

it("refuses what no request can hold", () => {
  assert.throws(() => requestHash("sale", { when: () => 1 }))
})

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) =>
    typeof field === "object" && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field)
