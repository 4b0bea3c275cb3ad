import { Schema } from "effect"
import { Currency } from "../base/Currency.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"

/** The version of the ISO 20022 message for credit transfers. Banks take the one of 2019, some still the one of 2009. */
export const SepaVersion = Schema.Literals(["pain.001.001.09", "pain.001.001.03"])
export type SepaVersion = typeof SepaVersion.Type

/** How bank files write names; `SepaText.ts` says what each means. */
export const SepaSpelling = Schema.Literals(["national", "plain"])

/**
 * Identifies a payment for good: a bank that returns the payment repeats the id. At most 35 characters, as SEPA demands.
 */
export const EndToEndId = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9-]{1,35}$/, { expected: "an end-to-end id of 1 to 35 letters, digits and -" })
)

/**
 * One payout in a bank file and in the list for accounting. Fields that are not null were checked when the run was created.
 */
export class PayoutLine extends Schema.Class<PayoutLine>("PayoutLine")({
  id: Id,
  customerAccountId: Id,
  endToEndId: EndToEndId,
  /** Goes to the bank, in cents. A payout of 0, which is donated as a whole, is in no bank file. */
  amount: Money.NonNegativeCents,
  /** Stays with the event, in cents. */
  donation: Money.NonNegativeCents,
  accountName: nullOr(Schema.String),
  /** Without spaces. */
  iban: nullOr(Schema.String),
  email: nullOr(Schema.String),
  userTagUid: nullOr(TagUid),
  /** Null when the tag no longer exists. */
  userTagPin: nullOr(Schema.String),
  /** The event's description with the chip's number filled in. */
  remittance: Schema.String
}) {}

/** A file that was made of a payout run, without its content. */
export class PayoutFileRecord extends Schema.Class<PayoutFileRecord>("PayoutFileRecord")({
  id: Id,
  /** `csv`: the list for accounting. `sepa`: a bank file. */
  kind: Schema.Literals(["csv", "sepa"]),
  /** The file name. */
  name: Schema.String,
  /** SHA-256 of the content in UTF-8, in hexadecimal. */
  sha256: Schema.String,
  /** The user who had it made. */
  created_by: Id,
  /** When it was made. */
  created_at: Schema.DateTimeUtc
}) {}

/** The content of all files of a payout run. */
export class PayoutFile extends Schema.Class<PayoutFile>("PayoutFile")({
  runId: Id,
  createdAt: Schema.DateTimeUtc,
  /** A day in the event's calendar, as 2026-06-30. */
  executionDate: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/, { expected: "a date as 2026-06-30" })),
  currency: Currency,
  debtor: Schema.Struct({
    name: Schema.String,
    /** As people write it; the bank file has it without spaces. */
    iban: Schema.String,
    bic: nullOr(Schema.String)
  }),
  /** `national` if left out. */
  spelling: Schema.optionalKey(SepaSpelling),
  /** By id. */
  payouts: Schema.Array(PayoutLine)
}) {}
