import { OverdueOrders } from "@wristbank/core/fiscal/OverdueOrders"
import { SigningRepository } from "@wristbank/core/fiscal/SigningRepository"
import { SigningSweeps } from "@wristbank/core/fiscal/SigningSweeps"
import { TillTseRepository } from "@wristbank/core/fiscal/TillTseRepository"
import { TseSessions } from "@wristbank/core/fiscal/TseSessions"
import { TseStateRepository } from "@wristbank/core/fiscal/TseStateRepository"
import { TsePause, TseWorker } from "@wristbank/core/fiscal/TseWorker"
import { tsePassword } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as Database from "@wristbank/core/sql/Database"
import { isValid } from "@wristbank/core/tse/SignatureCheck"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { type DateTime, Duration, Effect, Layer, Logger, Redacted, Result, Schedule } from "effect"
import { Socket } from "effect/socket"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { databaseLayer, TestDatabase } from "../../support/database.ts"
import { secretsLayer } from "../../support/secrets.ts"
import { devicePassword, openSignedDevice, type SignedDevice } from "../../support/SignedDevice.ts"
import { ledgerOrders } from "./LedgerOrders.ts"

/** Time limit for an answer of a device: much longer than a busy machine takes, so that no signature is lost. */
export const answerMillis = 3000

/** Delays an answer for long enough to do something before it, and not so long that it comes too late. */
export const heldBack = { kind: "delay_answer", milliseconds: 1500 } as const

const devices = Vendors.layerOf({ answer: Duration.millis(answerMillis), ping: Duration.millis(100) }).pipe(
  Layer.provide(Socket.layerWebSocketConstructorGlobal)
)

/** A short pause before a device is connected to again. */
const promptly = Layer.succeed(TsePause, () => Duration.millis(50))

/** The signing services of one process, on connections of its own to this database. */
export const signerOn = (url: Redacted.Redacted) =>
  Layer.fresh(
    Layer.mergeAll(
      OverdueOrders.layer,
      SigningRepository.layer,
      SigningSweeps.layer,
      TillTseRepository.layer,
      TseSessions.layer,
      TseStateRepository.layer,
      TseWorker.layer
    ).pipe(
      Layer.provide([devices, promptly, secretsLayer]),
      Layer.provideMerge(Database.layer({ url, connections: 3, freshPlans: true }))
    )
  )

/** The signing services of one process; each layer that is built is another process. */
export const signerLayer = Layer.unwrap(TestDatabase.useSync(({ serverUrl }) => signerOn(serverUrl)))

/** `signingLayer` with the rights of the tables' owner, for tests that fill tables in ways that servers may not. */
export const signingLayerOfOwner = Layer.mergeAll(
  Layer.unwrap(TestDatabase.useSync(({ url }) => signerOn(url))),
  secretsLayer,
  Logger.layer([])
).pipe(Layer.provideMerge(databaseLayer))

/** Database, signing services and secrets. */
export const signingLayer = Layer.mergeAll(signerLayer, secretsLayer, Logger.layer([])).pipe(
  Layer.provideMerge(databaseLayer)
)

/** An event that signs, with tills. Orders are booked through the ledger. */
export const signingEvent = Effect.fnUntraced(function*(
  { limitSeconds = 10, signs = true, tills = 1 }: {
    readonly limitSeconds?: number
    readonly signs?: boolean
    readonly tills?: number
  } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const { seal } = yield* Secrets
  const one = (rows: ReadonlyArray<{ readonly id: bigint }>) => rows[0]!.id
  const event = one(
    yield* sql<{ id: bigint }>`with made as (
      insert into node (parent, name, description, parent_ids) values (0, ${randomUUID()}, '', '{0}') returning id
    ) select id from made`
  )
  yield* sql`update node set event_id = id where id = ${event}`
  yield* sql`insert into event (event_id, settings) values (${event}, '{"currency_identifier": "EUR"}')`
  if (signs) {
    yield* sql`insert into fiscal_settings (event_id, settings)
      values (${event}, ${JSON.stringify({ signing: true, outage_limit: limitSeconds })}::jsonb)`
  }
  const layout = one(
    yield* sql<{ id: bigint }>`insert into till_layout (event_id, node_id, name) values (${event}, ${event}, 'Bar')
      returning id`
  )
  const profile = one(
    yield* sql<{ id: bigint }>`insert into till_profile (event_id, node_id, name, layout_id, allow_top_up,
        allow_cash_out, allow_ticket_sale, allow_ticket_vouchers, enable_ssp_payment, enable_cash_payment,
        enable_card_payment)
      values (${event}, ${event}, 'Bar', ${layout}, true, true, true, true, true, true, true) returning id`
  )
  const tillIds = (yield* sql<{ id: bigint }>`insert into till (event_id, node_id, name, active_profile_id)
    select ${event}, ${event}, 'Till ' || n, ${profile} from generate_series(1, ${tills}::integer) as n returning id`)
    .map(({ id }) => id)
  const rates = new Map<string | null, bigint>()
  for (const type of ["regular_vat", "reduced_vat", "no_tax", null]) {
    rates.set(
      type,
      one(
        yield* sql<{ id: bigint }>`insert into tax_rate (event_id, node_id, name, rate, description, tax_type)
          values (${event}, ${event}, ${type ?? "untyped"}, 0, '', ${type}) returning id`
      )
    )
  }

  const book = yield* ledgerOrders(event, rates)

  /** Adds a device, as an administrator does. */
  const addDevice = Effect.fnUntraced(function*(
    device: Pick<SignedDevice, "serial" | "url">,
    { password = Redacted.value(devicePassword), tills: own = [] }: {
      readonly password?: string
      readonly tills?: ReadonlyArray<bigint>
    } = {}
  ) {
    const id = one(yield* sql<{ id: bigint }>`select nextval(pg_get_serial_sequence('tse', 'id')) as id`)
    yield* sql`insert into tse (event_id, id, node_id, name, type, ws_url, ws_timeout, password, serial)
        values (${event}, ${id}, ${event}, ${randomUUID()}, 'diebold_nixdorf', ${device.url}, 1,
          ${seal(tsePassword(event, id), password)}, ${device.serial})`
    yield* sql`update till set tse_id = ${id} where event_id = ${event} and id = any(${own}::bigint[])`
    return id
  })

  const record = (tse: bigint) =>
    Effect.map(
      sql<TseRow>`select * from tse where event_id = ${event} and id = ${tse}`,
      ([row]) => row!
    )

  const jobs = sql<JobRow>`select * from signing_job where event_id = ${event} order by order_id`

  const unsettled = Effect.map(
    sql<{ orders: number }>`select count(*)::integer as orders from signing_job
      where event_id = ${event} and status in ('new', 'pending')`,
    ([row]) => row!.orders
  )

  return {
    event,
    tills: tillIds,
    till: tillIds[0]!,
    book,
    addDevice,
    jobs,
    record,
    job: (order: bigint) => Effect.map(jobs, (rows) => rows.find(({ order_id }) => order_id === order)!),
    history: sql<HistoryRow>`select client_id, tse_id, what, z_nr from till_tse_history
      where event_id = ${event} order by id`,
    orphans: sql<OrphanRow>`select tse_id, order_id, transaction_number, closed_as from tse_orphan
      where event_id = ${event} order by id`,
    /** Sets how long orders may wait. */
    allow: (seconds: number) =>
      sql`update fiscal_settings set settings = ${JSON.stringify({ signing: true, outage_limit: seconds })}::jsonb
        where event_id = ${event}`,
    /** Runs a device's worker until the scope ends, as a process of its own does. */
    work: (tse: bigint) => Effect.forkScoped(TseWorker.use(({ supervise }) => supervise(event, tse))),
    /** Waits until all orders are done or failed, longer for more of them; returns their jobs. */
    settled: Effect.andThen(
      Effect.flatMap(unsettled, (orders) => until(unsettled, (left) => left === 0, 2400 + orders * 5)),
      jobs
    ),
    /** Waits until the record is as asked. */
    becomes: (tse: bigint, is: (row: TseRow) => boolean) => until(record(tse), is)
  }
})

/** A device with a key of its own, on a curve that is cheap to sign on. */
export const opened = () => openSignedDevice({ seed: randomUUID(), curve: "secp256r1" })

/** An event with a device that signs for all its tills, and its worker. */
export const signing = Effect.fnUntraced(function*(options: Parameters<typeof signingEvent>[0] = {}) {
  const device = yield* opened()
  const event = yield* signingEvent(options)
  const tse = yield* event.addDevice(device, { tills: event.tills })
  yield* event.work(tse)
  yield* event.becomes(tse, ({ connected, status }) => connected && status === "active")
  return { device, event, tse }
})

/** How each order of an event ended: done, or why not. */
export const outcomes = (event: SigningEvent) =>
  Effect.map(event.settled, (rows) => rows.map(({ failure_reason, status }) => failure_reason ?? status))

/** The transaction of each order. */
export const signedNumbers = (event: SigningEvent) =>
  Effect.map(event.settled, (rows) => rows.map(({ transaction_number }) => Number(transaction_number)))

export type SigningEvent = Effect.Success<ReturnType<typeof signingEvent>>

/** Whether the stored signature of a row is valid for the stored data. */
export const isVerified = (row: JobRow, { publicKey, serial }: Pick<SignedDevice, "publicKey" | "serial">) =>
  isValid(
    {
      operation: "FinishTransaction",
      clientId: String(row.till_id),
      processData: row.process_data!,
      processType: row.process_type!,
      transactionNumber: row.transaction_number!,
      serial: Buffer.from(serial, "hex"),
      algorithm: "ecdsa-plain-SHA256",
      signatureCounter: row.signature_counter!,
      logTime: row.finished_at!,
      timeFormat: "unixTime"
    },
    row.signature!,
    Buffer.from(publicKey, "base64")
  )

/** Asks until the answer is as wanted; dies with the last answer after a number of times, by default about two minutes. */
export const until = <A, E, R>(ask: Effect.Effect<A, E, R>, is: (answer: A) => boolean, times = 2400) =>
  Effect.flatMap(ask, (answer) => is(answer) ? Effect.succeed(answer) : Effect.fail({ answer })).pipe(
    Effect.retry({ times, schedule: Schedule.spaced("50 millis") }),
    Effect.catch((last) => Effect.die(new Error(`Still ${String(describe(last)).slice(0, 2000)}`)))
  )

const describe = (value: unknown) =>
  Result.getOrElse(
    Result.try(() => JSON.stringify(value, (_, inner: unknown) => typeof inner === "bigint" ? String(inner) : inner)),
    () => value
  )

export interface JobRow {
  readonly order_id: bigint
  readonly till_id: bigint
  readonly status: string
  readonly stage: string | null
  readonly attempts: number
  readonly tse_id: bigint | null
  readonly process_type: string | null
  readonly process_data: string | null
  readonly transaction_number: bigint | null
  readonly started_at: DateTime.Utc | null
  readonly start_counter: bigint | null
  readonly finished_at: DateTime.Utc | null
  readonly signature_counter: bigint | null
  readonly signature: Uint8Array | null
  readonly failure_reason: string | null
  readonly result_message: string | null
  readonly duration: number | null
}

interface TseRow {
  readonly status: string
  readonly connected: boolean
  readonly fault: string | null
  readonly password_refused: boolean
  readonly revision: number
  readonly stopped_at_revision: number | null
  readonly epoch: bigint
  readonly serial: string | null
  readonly hashalgo: string | null
  readonly time_format: string | null
  readonly public_key: string | null
  readonly certificate: string | null
  readonly process_data_encoding: string | null
  readonly tse_description: string | null
  readonly certificate_date: string | null
  readonly last_transaction: bigint | null
  readonly last_counter: bigint | null
}

interface HistoryRow {
  readonly client_id: string
  readonly tse_id: bigint
  readonly what: string
  readonly z_nr: number
}

interface OrphanRow {
  readonly tse_id: bigint
  readonly order_id: bigint | null
  readonly transaction_number: bigint | null
  readonly closed_as: string | null
}
