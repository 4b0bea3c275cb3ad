import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { denominations, NewCashRegisterStocking, total } from "@wristbank/core/cash/Stocking"
import { Schema } from "effect"

const read = Schema.decodeUnknownSync(Schema.toCodecJson(NewCashRegisterStocking))

it("notes count single, coins count rolls", () => {
  const stocking = read({ name: "Bar", euro20: 2, euro2: 1, cent1: 3, variable_in_euro: 1.25 })
  assert.strictEqual(total(stocking), 9275n)
  assert.strictEqual(total(read({ name: "nothing" })), 0n)
})

it.each([
  ["euro200", 20000n],
  ["euro100", 10000n],
  ["euro50", 5000n],
  ["euro20", 2000n],
  ["euro10", 1000n],
  ["euro5", 500n],
  ["euro2", 5000n],
  ["euro1", 2500n],
  ["cent50", 2000n],
  ["cent20", 800n],
  ["cent10", 400n],
  ["cent5", 250n],
  ["cent2", 100n],
  ["cent1", 50n]
])("one %s is worth %d cents", (unit, cents) => assert.strictEqual(total(read({ name: "one", [unit]: 1 })), cents))

it.prop("two templates together are worth their sum", [NewCashRegisterStocking, NewCashRegisterStocking], ([a, b]) => {
  const both = {
    ...Object.fromEntries(denominations.map((unit) => [unit, a[unit] + b[unit]])) as Record<
      typeof denominations[number],
      number
    >,
    variable_in_euro: Money.add(a.variable_in_euro, b.variable_in_euro)
  }
  assert.strictEqual(total(both), total(a) + total(b))
  assert.isTrue(total(a) >= a.variable_in_euro && total(a) <= Money.limit)
})

it.each([{ euro5: -1 }, { euro5: 1.5 }, { euro5: "1.5" }, { variable_in_euro: -0.01 }, { variable_in_euro: 0.001 }])(
  "refuses %o",
  (counts) => assert.throws(() => read({ name: "bad", ...counts }))
)
