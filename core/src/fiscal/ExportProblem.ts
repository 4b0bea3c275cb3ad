import { Schema } from "effect"
import type { Language } from "../base/Language.ts"
import {
  byRule,
  madeByRule,
  messageByRule,
  type Problem,
  problem,
  ProblemAnswer,
  problemsIn,
  ruleFields
} from "../base/Rule.ts"
import { say, type Text, text } from "../base/Sentence.ts"
import type { Business } from "./ExportedOrder.ts"
import { exportRules } from "./ExportRules.ts"

/** The event can't be exported correctly; `--anyway` exports it nevertheless. */
export class ExportRefused extends Schema.TaggedError<ExportRefused>()("ExportRefused", {
  ...ruleFields,
  problems: Schema.Array(ProblemAnswer)
}, { httpApiStatus: 400 }) {
  static readonly because = (problems: ReadonlyArray<Problem>): ExportRefused =>
    madeByRule((fields) => new ExportRefused({ ...fields, problems: problemsIn(problems, "en") }))(
      exportRules.export_incomplete,
      { problems: problems.map(({ sentence }) => sentence) }
    )

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** Stored records contradict each other, so nothing can be exported until an operator has looked at them. */
export class InconsistentRecord extends Schema.TaggedError<InconsistentRecord>()(
  "InconsistentRecord",
  ruleFields,
  { httpApiStatus: 400 }
) {
  static readonly of = byRule(InconsistentRecord)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

const issuer = text({ en: "issuer of receipts (bon_issuer)", de: "Aussteller der Belege (bon_issuer)" })
const vatId = text({ en: "VAT id (ust_id)", de: "USt-IdNr. (ust_id)" })
const street = text({
  en: "street of the business (fiscal settings)",
  de: "Straße des Betriebs (Fiskal-Einstellungen)"
})
const zip = text({
  en: "post code of the business (fiscal settings)",
  de: "Postleitzahl des Betriebs (Fiskal-Einstellungen)"
})
const city = text({ en: "city of the business (fiscal settings)", de: "Ort des Betriebs (Fiskal-Einstellungen)" })
const country = text({
  en: "country of the business (fiscal settings)",
  de: "Land des Betriebs (Fiskal-Einstellungen)"
})

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
export const problemsOf = ({ business, unrecorded, unsigned, untypedRates }: ExportState): ReadonlyArray<Problem> => [
  ...lacks(business.name, "bon_issuer", issuer),
  ...lacks(business.street, "street", street),
  ...lacks(business.zip, "zip", zip),
  ...lacks(business.city, "city", city),
  ...lacks(business.country, "country", country),
  ...(business.taxNumber.trim() === "" && business.vatId.trim() === ""
    ? [problem(exportRules.tax_id_missing, ["tax_number", "ust_id"])]
    : []),
  ...exceeds(business.name, 60, "bon_issuer", issuer),
  ...exceeds(business.vatId, 15, "ust_id", vatId),
  ...untypedRates.map((rate) => problem(exportRules.tax_type_missing, ["tax_type"], { rate })),
  ...unrecorded.map(({ tillId, zNr }) => problem(exportRules.closing_unrecorded, [], { till: tillId, closing: zNr })),
  ...(unsigned.count === 0
    ? []
    : [problem(exportRules.orders_unsigned, [], { count: unsigned.count, orders: listed(unsigned) })])
]

const lacks = (value: string, field: string, missing: Text) =>
  value.trim() === "" ? [problem(exportRules.business_incomplete, [field], { missing: say(missing) })] : []

/**
 * The export would cut the text, and a cut name or VAT id could be another's. Fiscal settings are limited to the
 * lengths of their columns.
 */
const exceeds = (value: string, length: number, field: string, long: Text) =>
  Array.from(value).length > length
    ? [problem(exportRules.business_too_long, [field], { field: say(long), length })]
    : []

const listed = ({ count, ids }: ExportState["unsigned"]) => ids.length < count ? `${ids.join(", ")}, …` : ids.join(", ")
