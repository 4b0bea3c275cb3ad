import { assert, describe, it } from "@effect/vitest"
import { keyOf, slotOf, TaxType } from "@wristbank/core/base/TaxType"
import { slotOfKey, taxKeyOf, usualRates } from "@wristbank/core/fiscal/TaxKey"
import fc from "fast-check"

const usual = usualRates([
  { taxType: "regular_vat", rate: 1900 },
  { taxType: "reduced_vat", rate: 700 },
  { taxType: "regular_vat", rate: 1600 }
])

describe("the key of a rate", () => {
  it("is the official one for what is usual", () => {
    assert.strictEqual(taxKeyOf({ taxType: "regular_vat", rate: 1900 }, usual), 1)
    assert.strictEqual(taxKeyOf({ taxType: "reduced_vat", rate: 700 }, usual), 2)
    assert.strictEqual(taxKeyOf({ taxType: null, rate: 700 }, usual), 7)
  })

  it("is one of our own for a rate that was changed, or is another of its type", () => {
    assert.strictEqual(taxKeyOf({ taxType: "regular_vat", rate: 1600 }, usual), 11_600)
    assert.strictEqual(taxKeyOf({ taxType: "reduced_vat", rate: 0 }, usual), 20_000)
  })

  const type = fc.option(fc.constantFrom(...TaxType.literals))
  const typed = fc.record({ taxType: type, rate: fc.integer({ min: 0, max: 9_999 }) })

  it("stands for one percentage of one type, and for its slot in what is signed", () =>
    fc.assert(fc.property(fc.array(typed), typed, typed, (rates, one, other) => {
      const known = usualRates([...rates, one, other])
      const [key, otherKey] = [taxKeyOf(one, known), taxKeyOf(other, known)]
      assert.strictEqual(key === otherKey, one.taxType === other.taxType && one.rate === other.rate)
      assert.strictEqual(slotOfKey(key) - 1, one.taxType === null ? 4 : slotOf[one.taxType])
      assert.isTrue(Object.values(keyOf).includes(key) || key === 7 || key >= 1000)
    })))
})
