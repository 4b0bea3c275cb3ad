import { assert, it } from "@effect/vitest"
import type { TaxType } from "@wristbank/core/base/TaxType"
import * as TaxRate from "@wristbank/core/event/TaxRate"
import { Result, Schema } from "effect"

it.prop("a system tax rate never changes, another one changes unless its name is taken", [
  TaxRate.TaxRate,
  TaxRate.NewTaxRate,
  Schema.Boolean
], ([current, given, nameTaken]) => {
  const input = new TaxRate.NewTaxRate({ ...given, tax_type: "regular_vat" })
  const decided = TaxRate.decide(input, { current, nameTaken, sold: false })
  assert.strictEqual(Result.isSuccess(decided), !current.is_system && !nameTaken)
  assert.strictEqual(Result.isSuccess(TaxRate.decideDeletion(current, false)), !current.is_system)
  assert.isTrue(Result.isFailure(TaxRate.decideDeletion(current, true)))
})

const rateOf = (name: string, tenThousandths: number, tax_type: TaxType | null = null) =>
  new TaxRate.NewTaxRate({ name, rate: tenThousandths, description: "", tax_type })

const typeOf = (decided: ReturnType<typeof TaxRate.decide>) =>
  Result.isSuccess(decided) ? decided.success.tax_type : decided.failure.message

/** The message of a refusal; empty if it was accepted. */
const refusalOf = (decided: ReturnType<typeof TaxRate.decide>) =>
  Result.isSuccess(decided) ? "" : decided.failure.message

it("a new tax rate says what it is to the tax office, by its name, by its height or itself, or says nothing", () => {
  const made = (input: TaxRate.NewTaxRate) => typeOf(TaxRate.decide(input, { nameTaken: false, sold: false }))
  const known: ReadonlyArray<readonly [string, number, TaxType | null]> = [
    ["ust", 1600, "regular_vat"],
    ["eust", 500, "reduced_vat"],
    ["none", 0, "no_tax"],
    ["transparent", 0, "transparent"],
    ["19 %", 1900, "regular_vat"],
    ["7 %", 700, "reduced_vat"],
    ["Farm", 1070, "avg_24_1_3"],
    ["Forest", 550, "avg_24_1_1"],
    ["Free", 0, "no_tax"],
    ["AT20", 2000, null],
    ["CH", 810, null],
    ["IT", 2200, null],
    ["toString", 500, null]
  ]
  for (const [name, height, type] of known) assert.strictEqual(made(rateOf(name, height)), type, name)
  assert.strictEqual(made(rateOf("Tenth", 1000, "regular_vat")), "regular_vat")
  assert.strictEqual(made(rateOf("Free", 0, "exempt")), "exempt")
  for (const type of ["no_tax", "exempt", "transparent"] as const) {
    assert.match(String(made(rateOf("X", 1, type))), /above 0/)
  }
})

it.prop("the type of a tax rate stays once something was sold with it", [
  TaxRate.TaxRate,
  TaxRate.NewTaxRate,
  Schema.Boolean
], ([drawn, input, sold]) => {
  const current = new TaxRate.TaxRate({ ...drawn, is_system: false, tax_type: drawn.tax_type ?? "regular_vat" })
  const decided = TaxRate.decide(input, { current, nameTaken: false, sold })
  const asked = input.tax_type
  if (sold && asked !== null && asked !== current.tax_type) {
    return assert.match(refusalOf(decided), /its tax type stays/)
  }
  if (Result.isFailure(decided)) return assert.match(decided.failure.message, /above 0/)
  if (sold || (input.name === current.name && input.rate === current.rate)) {
    assert.strictEqual(decided.success.tax_type, asked ?? current.tax_type)
  }
  if (asked !== null) assert.strictEqual(decided.success.tax_type, asked)
})

it("rates are fractions below 1 with at most four decimals", () => {
  const decode = Schema.decodeUnknownResult(Schema.toCodecJson(TaxRate.Rate))
  for (let rate = 0; rate < 10_000; rate++) {
    assert.deepStrictEqual(decode(Number(`0.${String(rate).padStart(4, "0")}`)), Result.succeed(rate))
  }
  for (const rate of [1, 19, -0.01, 0.12345, Number.NaN, "0.19", null]) {
    assert.isTrue(Result.isFailure(decode(rate)), String(rate))
  }
})
