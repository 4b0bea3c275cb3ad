import { Schema } from "effect"

/** The category of a tax rate for the tax office, independent of its name and percentage. */
export const TaxType = Schema.Literals([
  "regular_vat",
  "reduced_vat",
  "avg_24_1_3",
  "avg_24_1_1",
  "no_tax",
  "exempt",
  "transparent"
])
export type TaxType = typeof TaxType.Type

/**
 * The position of a type's gross amounts in process data, from 0 (Kassenbeleg-V1: general, reduced, § 24 (1) 3, 1,
 * none).
 */
export const slotOf: { readonly [Type in TaxType]: 0 | 1 | 2 | 3 | 4 } = {
  regular_vat: 0,
  reduced_vat: 1,
  avg_24_1_3: 2,
  avg_24_1_1: 3,
  no_tax: 4,
  exempt: 4,
  transparent: 4
}

/**
 * The position of amounts without a tax type: that of untaxed amounts, because each position before it means one rate.
 */
export const untypedSlot = 4

/** The key of a type in DSFinV-K (UST_SCHLUESSEL); keys from 1000 on are for individual use. */
export const keyOf: { readonly [Type in TaxType]: number } = {
  regular_vat: 1,
  reduced_vat: 2,
  avg_24_1_3: 3,
  avg_24_1_1: 4,
  no_tax: 5,
  exempt: 6,
  transparent: 1337
}
