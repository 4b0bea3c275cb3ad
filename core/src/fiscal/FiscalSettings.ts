import { Result, Schema } from "effect"
import { integerBetween } from "../base/Integer.ts"
import { orElse } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { SingleLine } from "../base/Text.ts"
import { CountryCode } from "./CountryCode.ts"
import { fiscalRules } from "./FiscalRules.ts"

/** Text of a column of the export; longer text would be cut. */
const column = (length: number) => SingleLine.check(Schema.isMaxLength(length))

const fields = {
  /** Whether orders are signed by a signing device. The first device of an event switches it on. */
  signing: Schema.Boolean,
  /** Seconds that an order may wait for its signature before it counts as made during an outage, from 1 to 3,600. */
  outage_limit: integerBetween({ minimum: 1, maximum: 3600 }),
  /**
   * How cash moved inside the business is signed: `slot_five` in the fifth tax slot and as a payment, `payment_only` as a
   * payment alone.
   */
  cash_movements: Schema.Literals(["slot_five", "payment_only"]),
  /**
   * What goods paid with a wristband count as: `redemption` of a multi-purpose voucher, or `revenue`. A question for the tax
   * adviser.
   */
  tag_payments: Schema.Literals(["redemption", "revenue"]),
  /**
   * How the export names payments: `detailed` by kind (`Guthabenkarte`, `Kreditkarte` …), or `plain` as `Bar` and `Unbar`
   * alone.
   */
  payment_types: Schema.Literals(["detailed", "plain"]),
  /** Street and number of the business, at most 60 characters; without it the export is refused. */
  street: column(60),
  /** Post code of the business, at most 10 characters; without it the export is refused. */
  zip: column(10),
  /** Town of the business, at most 62 characters; without it the export is refused. */
  city: column(62),
  /** Country of the business as three letters (ISO 3166), such as `DEU`. */
  country: CountryCode,
  /** Tax number of the business, at most 20 characters; without it the event needs a VAT id. */
  tax_number: column(20)
}

/** Settings of an event for the tax office. */
export class FiscalSettings extends Schema.Class<FiscalSettings>("FiscalSettings")({
  signing: orElse(fields.signing, false),
  outage_limit: orElse(fields.outage_limit, 10),
  cash_movements: orElse(fields.cash_movements, "slot_five"),
  tag_payments: orElse(fields.tag_payments, "redemption"),
  payment_types: orElse(fields.payment_types, "detailed"),
  street: orElse(fields.street, ""),
  zip: orElse(fields.zip, ""),
  city: orElse(fields.city, ""),
  country: orElse(fields.country, "DEU"),
  tax_number: orElse(fields.tax_number, "")
}) {}

/** The settings of an event that has changed none. */
export const undecided = Schema.decodeUnknownSync(FiscalSettings)({})

/** A change of the settings; absent fields stay as they are. */
export class UpdateFiscalSettings extends Schema.Class<UpdateFiscalSettings>("UpdateFiscalSettings")({
  signing: Schema.optionalKey(fields.signing),
  outage_limit: Schema.optionalKey(fields.outage_limit),
  cash_movements: Schema.optionalKey(fields.cash_movements),
  tag_payments: Schema.optionalKey(fields.tag_payments),
  payment_types: Schema.optionalKey(fields.payment_types),
  street: Schema.optionalKey(fields.street),
  zip: Schema.optionalKey(fields.zip),
  city: Schema.optionalKey(fields.city),
  country: Schema.optionalKey(fields.country),
  tax_number: Schema.optionalKey(fields.tax_number)
}) {}

/** Facts that a change of the settings must agree with. */
export interface SignedSoFar {
  /** Devices that are not disabled. */
  readonly devicesInUse: number
  /** Whether an order waits for its signature. */
  readonly waiting: boolean
  /** Whether anything was signed, or is about to be. */
  readonly signed: boolean
}

/**
 * Decides a change of the settings. Signing can be switched off only without devices, because receipts must be signed while there
 * are any, and without waiting orders. The form of cash movements can't change once something was signed: all must have one form.
 */
export const change = (
  current: FiscalSettings,
  input: UpdateFiscalSettings,
  soFar: SignedSoFar
): Result.Result<FiscalSettings, InvalidArgument> => {
  const next = new FiscalSettings({ ...current, ...input })
  if (current.signing && !next.signing) {
    if (soFar.devicesInUse > 0) {
      return refuse(fiscalRules.devices_in_use)
    }
    // Waiting orders would neither be signed nor fail, and their receipts would say that the event did not sign. An order that is
    // booked at this very moment counts as booked after the change: otherwise bookings would have to lock the settings.
    if (soFar.waiting) return refuse(fiscalRules.orders_unsigned)
  }
  return next.cash_movements !== current.cash_movements && soFar.signed
    ? refuse(fiscalRules.cash_movements_fixed)
    : Result.succeed(next)
}
