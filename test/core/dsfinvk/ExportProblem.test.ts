import { assert, describe, it } from "@effect/vitest"
import { type ExportState, problemsOf } from "@wristbank/core/dsfinvk/ExportProblem"
import { business } from "./SampleOrders.ts"

const nothing: ExportState = { business, untypedRates: [], unsigned: { count: 0, ids: [] }, unrecorded: [] }

const problems = (more: Partial<ExportState["business"]>) =>
  problemsOf({ ...nothing, business: { ...business, ...more } })

describe("what stands in the way of an export", () => {
  it("is nothing when all is there", () => assert.deepStrictEqual(problemsOf(nothing), []))

  it.each(["name", "street", "zip", "city", "country"] as const)("is a business without %s", (lacks) => {
    for (const empty of ["", "  "]) assert.lengthOf(problems({ [lacks]: empty }), 1)
  })

  it("is a business with neither tax number nor VAT id", () => {
    assert.deepStrictEqual(problems({ taxNumber: "", vatId: "DE123456789" }), [])
    assert.lengthOf(problems({ taxNumber: " ", vatId: "" }), 1)
    assert.lengthOf(problems({ taxNumber: "", vatId: " " }), 1)
  })

  it("is what the export would have to cut", () => {
    assert.deepStrictEqual(problems({ name: "ü".repeat(60), vatId: "X".repeat(15) }), [])
    assert.deepStrictEqual(problems({ name: "ü".repeat(61), vatId: "X".repeat(16) }), [
      "The issuer of receipts (bon_issuer) is longer than 60 characters",
      "The VAT id (ust_id) is longer than 15 characters"
    ])
  })

  it("is all of it at once, by name", () =>
    assert.deepStrictEqual(
      problemsOf({
        business: { ...business, city: "" },
        untypedRates: ["19 %"],
        unrecorded: [{ tillId: 4n, zNr: 2 }],
        unsigned: { count: 3, ids: [41n, 43n] }
      }),
      [
        "There is no city of the business (fiscal settings)",
        "The tax rate 19 % has no tax type: give it its tax_type (POST /tax-rates/{tax_rate_id})",
        "Till 4 has orders of closing 2, which was never recorded",
        "3 orders wait for their signature: 41, 43, …"
      ]
    ))
})
