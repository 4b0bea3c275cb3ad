import { assert, describe, it } from "@effect/vitest"
import { ExportRefused, type ExportState, problemsOf } from "@wristbank/core/fiscal/ExportProblem"
import { business } from "./SampleOrders.ts"

const nothing: ExportState = { business, untypedRates: [], unsigned: { count: 0, ids: [] }, unrecorded: [] }

const rulesOf = (found: ReturnType<typeof problemsOf>) => found.map(({ fields, rule }) => [rule, fields])

const problems = (more: Partial<ExportState["business"]>) =>
  problemsOf({ ...nothing, business: { ...business, ...more } })

describe("what stands in the way of an export", () => {
  it("is nothing when all is there", () => assert.deepStrictEqual(problemsOf(nothing), []))

  it.each(["name", "street", "zip", "city", "country"] as const)("is a business without %s", (lacks) => {
    const field = lacks === "name" ? "bon_issuer" : lacks
    for (const empty of ["", "  "]) {
      assert.deepStrictEqual(rulesOf(problems({ [lacks]: empty })), [["dsfinvk.business_incomplete", [field]]])
    }
  })

  it("is a business with neither tax number nor VAT id", () => {
    assert.deepStrictEqual(problems({ taxNumber: "", vatId: "DE123456789" }), [])
    for (const neither of [{ taxNumber: " ", vatId: "" }, { taxNumber: "", vatId: " " }]) {
      assert.deepStrictEqual(rulesOf(problems(neither)), [["dsfinvk.tax_id_missing", ["tax_number", "ust_id"]]])
    }
  })

  it("is what the export would have to cut", () => {
    assert.deepStrictEqual(problems({ name: "ü".repeat(60), vatId: "X".repeat(15) }), [])
    assert.deepStrictEqual(rulesOf(problems({ name: "ü".repeat(61), vatId: "X".repeat(16) })), [
      ["dsfinvk.business_too_long", ["bon_issuer"]],
      ["dsfinvk.business_too_long", ["ust_id"]]
    ])
  })

  it("is all of it at once, in both languages", () => {
    const refused = ExportRefused.because(problemsOf({
      business: { ...business, city: "" },
      untypedRates: ["19 %"],
      unrecorded: [{ tillId: 4n, zNr: 2 }],
      unsigned: { count: 3, ids: [41n, 43n] }
    }))
    assert.strictEqual(refused.rule, "dsfinvk.export_incomplete")
    assert.deepStrictEqual(refused.problems.map(({ rule }) => rule), [
      "dsfinvk.business_incomplete",
      "dsfinvk.tax_type_missing",
      "dsfinvk.closing_unrecorded",
      "dsfinvk.orders_unsigned"
    ])
    assert.deepStrictEqual(refused.message.split("\n"), [
      "Nothing was exported:",
      "- There is no city of the business (fiscal settings)",
      "- The tax rate 19 % has no tax type: set its tax_type",
      "- Till 4 has orders of closing 2, which was never recorded",
      "- 3 orders wait for their signature: 41, 43, …"
    ])
    assert.deepStrictEqual(refused.messageIn("de").split("\n"), [
      "Es wurde nichts exportiert:",
      "- Es fehlt: Ort des Betriebs (Fiskal-Einstellungen)",
      "- Der Steuersatz 19 % hat keine Steuerart: bitte tax_type setzen",
      "- Kasse 4 hat Bestellungen des Abschlusses 2, der nie aufgezeichnet wurde",
      "- 3 Bestellungen warten auf ihre Signatur: 41, 43, …"
    ])
  })
})
