import { DateTime, Effect, Option, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant, Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import {
  isAlgorithm,
  isTimeFormat,
  serialNumberOf,
  verifiedAtOnce,
  type Verifier,
  verifierOf,
  verifiesInBackground,
  verifiesStartInBackground
} from "../tse/SignatureCheck.ts"
import { FindingList } from "./FindingList.ts"
import { Finding } from "./Invariants.ts"

const DeviceRow = Schema.Struct({
  event_id: Id,
  id: Id,
  serial: nullOr(Schema.String),
  hashalgo: nullOr(Schema.String),
  time_format: nullOr(Schema.String),
  public_key: nullOr(Schema.String),
  has_signed: Schema.Boolean
})

const SignedRow = Schema.Struct({
  event_id: Id,
  order_id: Id,
  till_id: Id,
  tse_id: Id,
  status: Schema.Literals(["done", "failure"]),
  process_type: nullOr(Schema.String),
  process_data: nullOr(Schema.String),
  transaction_number: nullOr(Id),
  started_at: nullOr(Moment),
  start_counter: nullOr(Id),
  start_signature: nullOr(Schema.Uint8Array),
  finished_at: nullOr(Moment),
  signature_counter: nullOr(Id),
  signature: nullOr(Schema.Uint8Array)
})
type Signed = typeof SignedRow.Type

/** Which signatures are verified: all, none, or those that were made since a moment. */
export type VerifiedSignatures = "all" | "none" | { readonly since: DateTime.Utc }

/** A device whose signatures can be verified. */
interface Device {
  readonly verifier: Verifier
  readonly algorithm: string
  readonly timeFormat: string
}

/** Signatures that are read at a time. */
const pageSize = 1000

const deviceOf = ({ hashalgo, public_key, time_format }: typeof DeviceRow.Type): Device | undefined => {
  const point = Option.getOrUndefined(Result.getSuccess(Base64.decode(public_key ?? "")))
  const verifier = point === undefined ? undefined : verifierOf(point)
  return verifier === undefined || !isAlgorithm(hashalgo) || !isTimeFormat(time_format)
    ? undefined
    : { verifier, algorithm: hashalgo, timeFormat: time_format }
}

/** What is wrong about a device's record, undefined if nothing is. */
const faultOf = (row: typeof DeviceRow.Type): string | undefined => {
  if (deviceOf(row) === undefined) return row.has_signed ? "nothing to verify its signatures with" : undefined
  const serial = serialNumberOf(Buffer.from(row.public_key!, "base64"))
  return row.serial?.toLowerCase() === serial ? undefined : `the key of device ${serial}`
}

const keyOf = (eventId: bigint, id: bigint) => `${eventId}/${id}`

/** What is wrong about the signatures of an order, by the key of its device. */
const faultsOf = async (row: Signed, { algorithm, timeFormat, verifier }: Device): Promise<ReadonlyArray<string>> => {
  const { process_data, process_type, signature, signature_counter, start_counter, start_signature } = row
  if (row.transaction_number === null) return []
  const transaction = {
    clientId: String(row.till_id),
    transactionNumber: row.transaction_number,
    algorithm,
    timeFormat
  }
  const starts = start_signature === null || start_counter === null || row.started_at === null ||
    await verifiesStartInBackground(verifier, {
      ...transaction,
      signatureCounter: start_counter,
      logTime: row.started_at,
      signature: start_signature
    })
  if (
    signature === null || signature_counter === null || row.finished_at === null || process_data === null ||
    process_type === null
  ) return starts ? [] : [changedStart]
  const finishes = await verifiesInBackground(verifier, {
    ...transaction,
    processType: process_type,
    processData: process_data,
    signatureCounter: signature_counter,
    logTime: row.finished_at,
    signature
  })
  // A signature that does not verify when it comes is kept with its order, which then failed.
  if (row.status === "failure") return finishes ? [...starts ? [] : [changedStart], failedAlthoughValid] : []
  return [...starts ? [] : [changedStart], ...finishes ? [] : [changedFinish]]
}

const changedStart = "the signature of its start does not verify: that, its counter, its time or the till is another"
const changedFinish =
  "its signature does not verify: that, its counter, its time, the signed data or the till is another"
const failedAlthoughValid = "it failed as not verifiable, and its signature does verify"

const devices = SqlClient.SqlClient.use((sql) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: DeviceRow,
    execute: () =>
      sql`select event_id, id, serial, hashalgo, time_format, public_key, exists (
            select from signing_job job where job.event_id = tse.event_id and job.tse_id = tse.id and job.status = 'done'
          ) as has_signed
        from tse order by event_id, id`
  })(undefined)
)

const Place = Schema.Struct({ eventId: Id, orderId: Id })

/** Orders whose signatures can be verified. */
const isSigned = `status in ('done', 'failure') and tse_id is not null
            and (signature is not null or start_signature is not null)`

/** Orders that were signed since a moment; those without a time are among them, as nothing says that they are older. */
const isRecent = (sql: SqlClient.SqlClient, since: DateTime.Utc | undefined) =>
  since === undefined ? sql`` : sql`and coalesce(finished_at, started_at, 'infinity') >= ${instant(since)}::timestamptz`

/** The next orders with signatures after one, by event and id. */
const pageAfter = (place: typeof Place.Type, since: DateTime.Utc | undefined) =>
  SqlClient.SqlClient.use((sql) =>
    SqlSchema.findAll({
      Request: Place,
      Result: SignedRow,
      execute: ({ eventId, orderId }) =>
        sql`select event_id, order_id, till_id, tse_id, status, process_type, process_data, transaction_number, started_at,
            start_counter, start_signature, finished_at, signature_counter,
            case when status = 'done' or failure_reason = 'bad_signature' then signature end as signature
          from signing_job
          where (event_id, order_id) > (${eventId}, ${orderId}) and ${sql.literal(isSigned)} ${isRecent(sql, since)}
          order by event_id, order_id limit ${pageSize}`
    })(place)
  )

const deviceFinding = (row: typeof DeviceRow.Type, found: string) =>
  new Finding({
    event_id: row.event_id,
    object: "signing device",
    ids: [row.id],
    expected: `key, algorithm and time format of device ${row.serial ?? "without a serial number"}`,
    found
  })

const orderFinding = (row: Signed, found: string) =>
  new Finding({
    event_id: row.event_id,
    object: "order",
    ids: [row.order_id],
    expected: `transaction ${row.transaction_number} as signing device ${row.tse_id} signed it`,
    found
  })

/** What of the signatures is not verified, as a sentence; undefined if all are. */
export const unverified = Effect.fnUntraced(function*(verified: VerifiedSignatures) {
  if (verified === "all") return undefined
  const sql = yield* SqlClient.SqlClient
  const isOlder = verified === "none"
    ? sql``
    : sql`and coalesce(finished_at, started_at) < ${instant(verified.since)}::timestamptz`
  const [left] = yield* sql<{ orders: bigint }>`
    select count(*) as orders from signing_job where ${sql.literal(isSigned)} ${isOlder}`
  const orders = `${left!.orders} ${left!.orders === 1n ? "order" : "orders"}`
  if (left!.orders === 0n) return undefined
  return verified === "none"
    ? `The signatures of ${orders} were not verified`
    : `The signatures of ${orders} from before ${DateTime.formatIso(verified.since)} were not verified`
})

/** Verifies signatures with the key of their device, page by page: about a millisecond each. The records of devices are always examined. */
export const genuineSignatures = Effect.fnUntraced(function*(limit: number, verified: VerifiedSignatures) {
  const found = new FindingList(limit)
  const known = new Map<string, Device>()
  for (const row of yield* devices) {
    const device = deviceOf(row)
    if (device !== undefined) known.set(keyOf(row.event_id, row.id), device)
    const fault = faultOf(row)
    if (fault !== undefined) found.add(deviceFinding(row, fault))
  }
  const examined = (row: Signed): Effect.Effect<ReadonlyArray<string>> => {
    const device = known.get(keyOf(row.event_id, row.tse_id))
    return device === undefined ? Effect.succeed([]) : Effect.promise(() => faultsOf(row, device))
  }
  const since = typeof verified === "object" ? verified.since : undefined
  let place: typeof Place.Type | undefined = verified === "none" ? undefined : { eventId: 0n, orderId: 0n }
  while (place !== undefined) {
    const rows: ReadonlyArray<Signed> = yield* pageAfter(place, since)
    const faults = yield* Effect.forEach(rows, examined, { concurrency: verifiedAtOnce })
    rows.forEach((row, at) => faults[at]!.forEach((fault) => found.add(orderFinding(row, fault))))
    const last = rows.at(-1)
    place = last === undefined || rows.length < pageSize
      ? undefined
      : { eventId: last.event_id, orderId: last.order_id }
  }
  return found
})
