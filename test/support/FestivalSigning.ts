import { Id } from "@wristbank/core/base/Id"
import * as Money from "@wristbank/core/base/Money"
import { TaxType } from "@wristbank/core/base/TaxType"
import { processData } from "@wristbank/core/fiscal/OrderProcessData"
import { OrderType, PaymentMethod } from "@wristbank/core/journal/Order"
import { TillClosingRepository } from "@wristbank/core/till/TillClosingRepository"
import { processType } from "@wristbank/core/tse/ProcessData"
import { bytesOf } from "@wristbank/core/tse/SignedMessage"
import { type DeviceKey, keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { DateTime, Effect, Result, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Festival, payOut, sale, topUp } from "./Festival.ts"
import { type Body, done } from "./FestivalServer.ts"

const Job = Schema.Struct({
  id: Id,
  till: Id,
  type: OrderType,
  method: PaymentMethod,
  booked: Schema.DateTimeUtc,
  totals: Schema.Array(Money.Cents),
  types: Schema.Array(Schema.NullOr(TaxType))
})

/** The business data of the tests. */
export const business: Body = { street: "Wiesenweg 1", zip: "83646", city: "Bad Tölz", tax_number: "9181081508155" }

/** A festival that signs with devices that exist in the database alone; their signatures are real. */
export const signingFestival = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const decide = (settings: Body) =>
    sql`insert into fiscal_settings (event_id, settings) values (${event}, ${JSON.stringify(settings)}::jsonb)
      on conflict (event_id) do update set settings = excluded.settings`
  yield* decide({ ...business, signing: true })

  /** A device that can be assigned to tills, with a `certificate` of the given length. */
  const device = Effect.fnUntraced(function*(seed: string, certificate = 35) {
    const key = keyOfSeed(seed)
    const [made] = yield* sql<{ id: bigint }>`
      insert into tse (event_id, node_id, name, type, status, ws_url, ws_timeout, password, serial, hashalgo, time_format,
        public_key, certificate, process_data_encoding, tse_description, certificate_date)
      values (${event}, ${event}, ${seed}, 'diebold_nixdorf', 'active', 'ws://localhost:1', 5, '', ${key.serial},
        ${key.algorithm}, 'unixTime', ${Buffer.from(key.publicKey).toString("base64")}, ${"C".repeat(certificate)},
        'UTF-8', 'BSI-K-TR-0393', '2029-08-01T23:59:59+00:00')
      returning id`
    return { id: made!.id, key, number: 0n, counter: 0n }
  })

  const waiting = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Job,
    execute: () =>
      sql`select ordr.id, ordr.till_id as till, ordr.order_type as type, ordr.payment_method as method,
          ordr.booked_at as booked, array_agg(line.total_price) as totals, array_agg(rate.tax_type) as types
        from signing_job job
          join ordr on ordr.event_id = job.event_id and ordr.id = job.order_id
          join line_item line on line.event_id = job.event_id and line.order_id = job.order_id
          join rate_types() rate
            on rate.event_id = line.event_id and rate.tax_rate_id = line.tax_rate_id and rate.rate = line.tax_rate
        where job.event_id = ${event} and job.status = 'new' group by ordr.event_id, ordr.id order by ordr.id`
  })(undefined)

  type Device = { readonly id: bigint; readonly key: DeviceKey; number: bigint; counter: bigint }

  const sign = Effect.fnUntraced(function*(by: Device, job: typeof Job.Type) {
    const data = Result.getOrThrow(processData({
      orderType: job.type,
      paymentMethod: job.method,
      currency: "EUR",
      cashMovements: "slot_five",
      lines: job.totals.map((total, i) => ({ total, taxType: job.types[i] ?? null }))
    }))
    const time = DateTime.makeUnsafe(Math.ceil(job.booked.epochMilliseconds / 1000) * 1000)
    by.number += 1n
    by.counter += 2n
    const signature = by.key.sign(bytesOf({
      operation: "FinishTransaction",
      clientId: String(job.till),
      processData: data,
      processType,
      transactionNumber: by.number,
      serial: Buffer.from(by.key.serial, "hex"),
      algorithm: by.key.algorithm,
      signatureCounter: by.counter,
      logTime: time,
      timeFormat: "unixTime"
    }))
    yield* sql`update signing_job set status = 'done', tse_id = ${by.id}, result_message = 'success',
        process_type = ${processType}, process_data = ${data}, transaction_number = ${by.number}, started_at = ${
      DateTime.toDateUtc(time)
    },
        finished_at = ${
      DateTime.toDateUtc(time)
    }, signature_counter = ${by.counter}, signature = ${signature}, duration = 0.5
      where event_id = ${event} and order_id = ${job.id}`
  })

  /** Signs all waiting orders; returns their ids. */
  const signAll = Effect.fnUntraced(function*(by: Device) {
    const jobs = yield* waiting
    yield* Effect.forEach(jobs, (job) => sign(by, job))
    return jobs.map(({ id }) => id)
  })

  /** Fails all waiting orders, with the message of an outage. */
  const failAll = sql<{ order_id: bigint }>`
    update signing_job set status = 'failure', failure_reason = 'outage',
      result_message = 'TSE did not react, signature timeout'
    where event_id = ${event} and status = 'new' returning order_id`

  /** Ends the open closing of every till, as a sign-in of another user does. */
  const closeAll = TillClosingRepository.use((closings) =>
    sql.withTransaction(Effect.gen(function*() {
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      const used = yield* closings.used(BigInt(event), BigInt(event))
      yield* closings.raise(BigInt(event), used, "sign_in")
    }))
  ).pipe(Effect.provide(TillClosingRepository.layer))

  return { closeAll, decide, device, failAll, signAll }
})

/** One order of each kind, as guests and cashiers make them at a bar in an evening. */
export const evening = Effect.gen(function*() {
  const { bar, guest, press } = yield* Festival
  const anna = yield* guest({ vouchers: 1 })
  done(yield* bar.post("/order/book-topup", topUp(anna, 20)))
  const sold = done(yield* bar.post("/order/book-sale", sale([press("beer", 2), press("food")], anna)))
  done(yield* bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })))
  done(yield* bar.post("/order/book-sale", sale([press("deposit", -1)], anna)))
  done(yield* bar.post(`/order/${Number(sold.body.id)}/cancel`))
  done(yield* bar.post("/order/book-payout", payOut(anna, -5)))
})
