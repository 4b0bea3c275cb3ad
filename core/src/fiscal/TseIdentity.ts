import { DateTime, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import type { TseFacts } from "../tse/TseDevice.ts"
import { canBeVerified } from "./GenuineSignature.ts"
import { certificateEnd } from "./Tse.ts"

/** Nothing may be signed with this device. `final`: no other try can succeed. */
export class TseRejected extends Schema.TaggedError<TseRejected>()("TseRejected", {
  message: Schema.String,
  final: Schema.Boolean
}) {}

/** The device that a record describes. */
export interface ExpectedTse {
  /** Null until the first contact, unless the operator gave it: then any device is accepted. */
  readonly serial: string | null
  /** Base64; null before the first contact. */
  readonly public_key: string | null
}

const reject = (message: string, final = false) => Result.fail(new TseRejected({ message, final }))

/** Two records in use would sign with one device. */
export const alreadyInUse = new TseRejected({ message: "Another record in use is of this device", final: false })

/** Decides whether the device that answered is the one of the record and may sign. */
export const recognise = (
  expected: ExpectedTse,
  facts: TseFacts,
  now: DateTime.Utc
): Result.Result<void, TseRejected> => {
  if (expected.serial !== null && expected.serial.trim().toLowerCase() !== facts.serial.toLowerCase()) {
    return reject(`This is another device: its serial number is ${facts.serial}`)
  }
  if (expected.public_key !== null && expected.public_key !== Base64.encode(facts.publicKey)) {
    return reject("This is another device: its key is not the one that it signed with before")
  }
  if (!canBeVerified(facts)) {
    return reject(`Nobody could verify what the device signs: ${facts.algorithm}, ${facts.timeFormat}`, true)
  }
  const end = certificateEnd(facts.certificateEnd)
  return end !== null && DateTime.isLessThanOrEqualTo(end, now)
    ? reject(`The device's certificate ended on ${DateTime.formatIsoDateUtc(end)}`, true)
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
