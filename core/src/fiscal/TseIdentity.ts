import { DateTime, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import type { Language } from "../base/Language.ts"
import { madeByRule, messageByRule, ruleFields } from "../base/Rule.ts"
import type { TseFacts } from "../tse/TseDevice.ts"
import { fiscalRules } from "./FiscalRules.ts"
import { canBeVerified } from "./GenuineSignature.ts"
import { certificateEnd } from "./Tse.ts"

/** Nothing may be signed with this device. `final`: no other try can succeed. */
export class TseRejected extends Schema.TaggedError<TseRejected>()("TseRejected", {
  ...ruleFields,
  final: Schema.Boolean
}) {
  static readonly of = madeByRule((fields) => new TseRejected({ ...fields, final: false }))
  static readonly permanent = madeByRule((fields) => new TseRejected({ ...fields, final: true }))

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** The device that a record describes. */
export interface ExpectedTse {
  /** Null until the first contact, unless the operator gave it: then any device is accepted. */
  readonly serial: string | null
  /** Base64; null before the first contact. */
  readonly public_key: string | null
}

/** Two records in use would sign with one device. */
export const alreadyInUse = TseRejected.of(fiscalRules.tse_in_use)

/** Decides whether the device that answered is the one of the record and may sign. */
export const recognise = (
  expected: ExpectedTse,
  facts: TseFacts,
  now: DateTime.Utc
): Result.Result<void, TseRejected> => {
  if (expected.serial !== null && expected.serial.trim().toLowerCase() !== facts.serial.toLowerCase()) {
    return Result.fail(TseRejected.of(fiscalRules.tse_of_other_serial, { serial: facts.serial }))
  }
  if (expected.public_key !== null && expected.public_key !== Base64.encode(facts.publicKey)) {
    return Result.fail(TseRejected.of(fiscalRules.tse_of_other_key))
  }
  if (!canBeVerified(facts)) {
    const { algorithm, timeFormat: format } = facts
    return Result.fail(TseRejected.permanent(fiscalRules.tse_unverifiable, { algorithm, format }))
  }
  const end = certificateEnd(facts.certificateEnd)
  return end !== null && DateTime.isLessThanOrEqualTo(end, now)
    ? Result.fail(TseRejected.permanent(fiscalRules.tse_certificate_ended, { day: DateTime.formatIsoDateUtc(end) }))
    : Result.void
}

const warningDays = [7, 30, 90] as const
const daySeconds = 86_400

/** Within how many days (90, 30 or 7) the certificate ends; null if it is valid for longer, or the date can't be read. */
export const endsWithinDays = (certificateDate: string, now: DateTime.Utc): number | null => {
  const end = certificateEnd(certificateDate)
  if (end === null) return null
  const seconds = (end.epochMilliseconds - now.epochMilliseconds) / 1000
  return warningDays.find((days) => seconds <= days * daySeconds) ?? null
}
