import { Schema } from "effect"
import type { Business } from "./ExportedOrder.ts"

/** The event can't be exported correctly; `--anyway` exports it nevertheless. */
export class ExportRefused extends Schema.TaggedError<ExportRefused>()("ExportRefused", {
  problems: Schema.Array(Schema.String)
}) {
  override readonly message = `Nothing was exported:\n${this.problems.map((problem) => `- ${problem}`).join("\n")}`
}

/** Facts about the closings to export from which problems are derived. */
export interface ExportState {
  readonly business: Business
  /** Names of used rates without a tax type. */
  readonly untypedRates: ReadonlyArray<string>
  /** Orders that wait for their signature: how many, and the first of them. */
  readonly unsigned: { readonly count: number; readonly ids: ReadonlyArray<bigint> }
  /** Closing numbers of tills with orders but no record of the closing. */
  readonly unrecorded: ReadonlyArray<{ readonly tillId: bigint; readonly zNr: number }>
}

/** Lists all problems that prevent an export, for the person who has to fix them. */
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

/**
 * The export would cut the text, and a cut name or VAT id could be another's. Fiscal settings are limited to the
 * lengths of their columns.
 */
const exceeds = (value: string, length: number, what: string) =>
  Array.from(value).length > length ? [`The ${what} is longer than ${length} characters`] : []

const listed = ({ count, ids }: ExportState["unsigned"]) => ids.length < count ? `${ids.join(", ")}, …` : ids.join(", ")
