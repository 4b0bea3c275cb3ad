import { Effect, Result, Schema } from "effect"
import { integerBetween } from "../ledger/Integer.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { SingleLine } from "../primitives/Text.ts"
import { CountryCode } from "./CountryCode.ts"

/** Text of a column of the export; longer text would be cut. */
const column = (length: number) => SingleLine.check(Schema.isMaxLength(length))

const fields = {
  /** Whether orders are signed by a device. The first device of an event switches it on. */
  signing: Schema.Boolean,
  /** Seconds an order may wait for its signature before it counts as made during an outage. */
  outage_limit: integerBetween({ minimum: 1, maximum: 3600 }),
  /** Whether cash moved inside the business is in the fifth tax slot as well, or a payment alone. */
  cash_movements: Schema.Literals(["slot_five", "payment_only"]),
  /** Whether goods paid by tag are the redemption of a voucher for many purposes, or revenue. */
  tag_payments: Schema.Literals(["redemption", "revenue"]),
  /** Whether the export names kinds of payment (Guthabenkarte, Kreditkarte …) or says Bar and Unbar alone. */
  payment_types: Schema.Literals(["detailed", "plain"]),
  /** The address of the business; the export is refused while it lacks. */
  street: column(60),
  zip: column(10),
  city: column(62),
  /** ISO 3166 alpha-3. */
  country: CountryCode,
  /** Of the business; with none the event's VAT id has to be there. */
  tax_number: column(20)
}

const orElse = <S extends Schema.Codec<unknown, unknown>>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey<S>(Effect.succeed(value)))

/** What an event decides about its records for the tax office. */
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

/** What holds for an event that decided nothing yet. */
export const undecided = Schema.decodeUnknownSync(FiscalSettings)({})

/** What an operator changes of the settings; what is absent stays as it is. */
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

/** What the settings have to fit. */
export interface SignedSoFar {
  /** Devices that are not disabled. */
  readonly devicesInUse: number
  /** Whether an order waits for its signature. */
  readonly waiting: boolean
  /** Whether anything was signed, or is about to be. */
  readonly signed: boolean
}

/**
 * Decides a change of the settings. Signing ends once no device is left, as receipts must be signed where there are any, and no
 * order waits; and all that was signed shows cash movements in one form.
 */
export const change = (
  current: FiscalSettings,
  input: UpdateFiscalSettings,
  soFar: SignedSoFar
): Result.Result<FiscalSettings, InvalidArgument> => {
  const next = new FiscalSettings({ ...current, ...input })
  if (current.signing && !next.signing) {
    if (soFar.devicesInUse > 0) {
      return refuse("The event has signing devices; disable them before signing is switched off")
    }
    // They would never be signed and never fail, and their receipts would say that the event did not sign. One that is booked
    // at this very moment counts as booked afterwards: to wait for it, bookings would have to lock the settings.
    if (soFar.waiting) return refuse("Orders wait for their signature; try again once they are signed or have failed")
  }
  return next.cash_movements !== current.cash_movements && soFar.signed
    ? refuse("Orders were signed already, so the form of cash movements can't change any more")
    : Result.succeed(next)
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
