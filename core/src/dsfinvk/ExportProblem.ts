import { Schema } from "effect"
import type { Business } from "./ExportedOrder.ts"

/** Why an event can't be exported as it should be; `--anyway` exports what there is. */
export class ExportRefused extends Schema.TaggedError<ExportRefused>()("ExportRefused", {
  problems: Schema.Array(Schema.String)
}) {
  override readonly message = `Nothing was exported:\n${this.problems.map((problem) => `- ${problem}`).join("\n")}`
}

/** What the closings that are to be exported lack. */
export interface ExportState {
  readonly business: Business
  /** Names of rates that were used and have no tax type. */
  readonly untypedRates: ReadonlyArray<string>
  /** Orders that wait for their signature: how many, and the first of them. */
  readonly unsigned: { readonly count: number; readonly ids: ReadonlyArray<bigint> }
  /** Numbers of tills with orders and no record of when the number was closed. */
  readonly unrecorded: ReadonlyArray<{ readonly tillId: bigint; readonly zNr: number }>
}

/** All that prevents an export, in words for the person who has to mend it. */
export const problemsOf = ({ business, unrecorded, unsigned, untypedRates }: ExportState): ReadonlyArray<string> => [
  ...lacks(business.name, "issuer of receipts (bon_issuer)"),
  ...lacks(business.street, "street of the business (fiscal settings)"),
  ...lacks(business.zip, "post code of the business (fiscal settings)"),
  ...lacks(business.city, "city of the business (fiscal settings)"),
  ...lacks(business.country, "country of the business (fiscal settings)"),
  ...(business.taxNumber.trim() === "" && business.vatId.trim() === ""
    ? ["There is neither a tax number (fiscal settings) nor a VAT id (ust_id)"]
    : []),
  ...exceeds(business.name, 60, "issuer of receipts (bon_issuer)"),
  ...exceeds(business.vatId, 15, "VAT id (ust_id)"),
  ...untypedRates.map((name) =>
    `The tax rate ${name} has no tax type: give it its tax_type (POST /tax-rates/{tax_rate_id})`
  ),
  ...unrecorded.map(({ tillId, zNr }) => `Till ${tillId} has orders of closing ${zNr}, which was never recorded`),
  ...(unsigned.count === 0 ? [] : [`${unsigned.count} orders wait for their signature: ${listed(unsigned)}`])
]

const lacks = (value: string, what: string) => value.trim() === "" ? [`There is no ${what}`] : []

/** The export would cut it: half of a name or a VAT id is another's. Fiscal settings have the lengths of their columns. */
const exceeds = (value: string, length: number, what: string) =>
  Array.from(value).length > length ? [`The ${what} is longer than ${length} characters`] : []

const listed = ({ count, ids }: ExportState["unsigned"]) => ids.length < count ? `${ids.join(", ")}, …` : ids.join(", ")
