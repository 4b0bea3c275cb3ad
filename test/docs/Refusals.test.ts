import { assert, it } from "@effect/vitest"
import { checkedRefusals } from "@wristbank/docs/CheckedRefusals"
import { isGeneral, knownRefusals, linesOf, tableOf } from "@wristbank/docs/KnownRefusals"

const known = knownRefusals()
const lines = linesOf(known)

it("docs/reference/refusals.json is sorted, and leaves out what any call may answer", () => {
  assert.deepStrictEqual(tableOf(lines), known)
  assert.deepStrictEqual(Object.keys(known), ["administration", "customer", "terminal"])
  assert.deepStrictEqual(lines.filter(({ refusal }) => isGeneral(refusal)), [])
})

it("bookings have the refusals of the tables in which they are checked, and no others", () => {
  const ofBookings = lines.filter(({ api, call }) =>
    checkedRefusals.some((checked) => checked.api === api && checked.call === call)
  )
  assert.isAbove(ofBookings.length, 100)
  assert.deepStrictEqual(tableOf(ofBookings), tableOf(checkedRefusals))
})
