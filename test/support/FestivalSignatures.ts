import type { Cents } from "@wristbank/core/base/Money"
import type { TaxType } from "@wristbank/core/base/TaxType"
import { processData } from "@wristbank/core/fiscal/OrderProcessData"
import type { OrderType, PaymentMethod } from "@wristbank/core/journal/Order"
import { processType } from "@wristbank/core/tse/ProcessData"
import { bytesOf } from "@wristbank/core/tse/SignedMessage"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { DateTime, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"

/** A line of an order, as signed. */
interface Line {
  readonly taxType: TaxType | null
  readonly total: Cents
}

/** Lets an event sign with a device that the test plays: nothing is signed until the test does it. */
export const signingBy = Effect.fnUntraced(function*(event: number) {
  const sql = yield* SqlClient.SqlClient
  const key = keyOfSeed(randomUUID())
  const publicKey = Buffer.from(key.publicKey).toString("base64")
  const [device] = yield* sql<{ id: bigint }>`
    insert into tse (event_id, node_id, name, type, status, ws_url, ws_timeout, password, serial, hashalgo, time_format,
      public_key, process_data_encoding)
    values (${event}, ${event}, ${randomUUID()}, 'diebold_nixdorf', 'active', 'ws://127.0.0.1:1', 5, '', ${key.serial},
      ${key.algorithm}, 'unixTime', ${publicKey}, 'UTF-8') returning id`
  yield* sql`insert into fiscal_settings (event_id, settings) values (${event}, '{"signing": true}')
    on conflict (event_id) do update set settings = excluded.settings`
  let number = 0n

  /** Signs an order as the device does. */
  const sign = Effect.fnUntraced(function*(uuid: unknown) {
    const [order] = yield* sql<{ id: bigint; till_id: bigint; order_type: OrderType; payment_method: PaymentMethod }>`
      select id, till_id, order_type, payment_method from ordr where event_id = ${event} and uuid = ${
      String(uuid)
    }::uuid`
    const { id, order_type: orderType, payment_method: paymentMethod, till_id } = order!
    const lines = yield* sql<Line>`
      select rate.tax_type as "taxType", line.total_price as total from line_item line
        join tax_rate rate on rate.event_id = line.event_id and rate.id = line.tax_rate_id
      where line.event_id = ${event} and line.order_id = ${id}`
    const signed = { orderType, paymentMethod, currency: "EUR", cashMovements: "slot_five", lines } as const
    const data = Result.getOrThrow(processData(signed))
    const logTime = DateTime.makeUnsafe("2026-07-03T18:07:52Z")
    number += 1n
    const signature = key.sign(bytesOf({
      operation: "FinishTransaction",
      clientId: String(till_id),
      processData: data,
      processType,
      transactionNumber: number,
      serial: Buffer.from(key.serial, "hex"),
      algorithm: key.algorithm,
      signatureCounter: number * 2n,
      logTime,
      timeFormat: "unixTime"
    }))
    yield* sql`update signing_job set status = 'done', tse_id = ${device!.id}, process_type = ${processType},
        process_data = ${data}, transaction_number = ${number}, started_at = ${
      DateTime.formatIso(logTime)
    }::timestamptz,
        finished_at = ${DateTime.formatIso(logTime)}::timestamptz, signature_counter = ${number * 2n},
        signature = ${signature}, duration = 0.5, result_message = 'success'
      where event_id = ${event} and order_id = ${id}`
    return data
  })

  /** Fails the signing job of an order. */
  const fail = (uuid: unknown, message: string) =>
    sql`update signing_job job set status = 'failure', failure_reason = 'outage', result_message = ${message}
      from ordr where ordr.event_id = ${event} and ordr.uuid = ${String(uuid)}::uuid
        and job.event_id = ordr.event_id and job.order_id = ordr.id`

  return { fail, serial: key.serial, sign }
})
