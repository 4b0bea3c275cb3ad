import type { DateTime } from "effect"
import type { SqlClient } from "effect/sql"
import type { Cents } from "../base/Money.ts"
import type { ProductType } from "../event/Product.ts"
import type { OrderType, PaymentMethod } from "../journal/Order.ts"
import type { ExportedLine, ExportedOrder, ExportedSignature } from "./ExportedOrder.ts"
import { rateKey, taxKeyOf, type TaxTypes, type UsualRates } from "./TaxKey.ts"

/**
 * An order as the database streams it, with its lines as parallel arrays, by item. Decoding each row with a schema
 * would take most of the time.
 */
export interface OrderRow {
  readonly id: bigint
  readonly z_nr: number
  readonly order_type: OrderType
  readonly payment_method: PaymentMethod
  readonly begun_at: DateTime.Utc
  readonly booked_at: DateTime.Utc
  readonly cashier_id: bigint | null
  readonly customer_account_id: bigint | null
  readonly cash_register_id: bigint | null
  readonly cancelled_id: bigint | null
  readonly cancelled_till: bigint | null
  readonly cancelled_z_nr: number | null
  readonly item_count: number
  readonly items: ReadonlyArray<number> | null
  readonly quantities: ReadonlyArray<number> | null
  readonly products: ReadonlyArray<bigint> | null
  readonly revisions: ReadonlyArray<bigint> | null
  readonly prices: ReadonlyArray<Cents> | null
  readonly list_prices: ReadonlyArray<Cents | null> | null
  readonly rate_ids: ReadonlyArray<bigint> | null
  readonly rates: ReadonlyArray<number> | null
  readonly totals: ReadonlyArray<Cents> | null
  readonly taxes: ReadonlyArray<Cents> | null
  readonly is_signed: boolean
  readonly status: string | null
  readonly tse_id: bigint | null
  readonly transaction_number: bigint | null
  readonly started_at: DateTime.Utc | null
  readonly finished_at: DateTime.Utc | null
  readonly process_type: string | null
  readonly process_data: string | null
  readonly signature_counter: bigint | null
  readonly signature: Uint8Array | null
  readonly result_message: string | null
}

/** Selects the streamed orders. */
export interface RequestedOrders {
  readonly eventId: bigint
  readonly tillId: bigint
  readonly zNrs: ReadonlyArray<number>
}

/** The start and end of a shift are orders without lines; they are not business and are not exported. */
export const isBusiness = (sql: SqlClient.SqlClient) =>
  sql`ordr.order_type not in ('cashier_shift_start', 'cashier_shift_end')`

/** The orders of a till in these closings, by closing and id. */
export const ordersOfTill = (sql: SqlClient.SqlClient, { eventId, tillId, zNrs }: RequestedOrders) =>
  sql<OrderRow>`select ordr.id, ordr.z_nr, ordr.order_type, ordr.payment_method, ordr.booked_at,
      least(payment.created_at, ordr.booked_at) as begun_at, ordr.cashier_id, ordr.customer_account_id, ordr.cash_register_id,
      cancelled.id as cancelled_id, cancelled.till_id as cancelled_till, cancelled.z_nr as cancelled_z_nr, ordr.item_count, line.*,
      coalesce(ordr.id > fiscal.signing_from, false) as is_signed, job.status, job.tse_id, job.transaction_number,
      job.started_at, job.finished_at, job.process_type, job.process_data, job.signature_counter, job.signature,
      job.result_message
    from ordr
      cross join lateral (
        select array_agg(item_id) as items, array_agg(quantity) as quantities, array_agg(product_id) as products,
          array_agg(product_revision_id) as revisions, array_agg(product_price) as prices, array_agg(list_price) as list_prices,
          array_agg(tax_rate_id) as rate_ids, array_agg(tax_rate) as rates, array_agg(total_price) as totals,
          array_agg(total_tax) as taxes
        from (
          select * from line_item where event_id = ordr.event_id and order_id = ordr.id order by item_id
        ) item
      ) line
      left join ordr cancelled on cancelled.event_id = ordr.event_id and cancelled.id = ordr.cancels_order
      left join card_payment payment on payment.event_id = ordr.event_id and payment.uuid = ordr.uuid
      left join fiscal_settings fiscal on fiscal.event_id = ordr.event_id
      left join signing_job job on job.event_id = ordr.event_id and job.order_id = ordr.id
    where ordr.event_id = ${eventId} and ordr.till_id = ${tillId} and ordr.z_nr = any(${zNrs}::int[])
      and ${isBusiness(sql)}
    order by ordr.z_nr, ordr.id`

/** Data for the lines of orders, by id. */
export interface LineFacts {
  readonly revisions: ReadonlyMap<bigint, {
    readonly name: string
    readonly type: ProductType
    readonly isReturnable: boolean
  }>
  readonly taxTypes: TaxTypes
  /** For each rate whose type was set late: the last order that was booked before. */
  readonly typedAfter: ReadonlyMap<bigint, bigint>
  /** Of a closing of a till: the rates that its first order could have had. */
  readonly usualRates: (tillId: bigint, zNr: number) => UsualRates
  readonly abandoned: ReadonlyMap<bigint, ExportedOrder["abandoned"]>
  /** Whether the event has or had a device; if so, an unsigned order gives the reason. */
  readonly hasDevices: boolean
}

/** The order of a row; undefined if a line has an unknown product. */
export const orderOf = (tillId: bigint, row: OrderRow, facts: LineFacts): ExportedOrder | undefined => {
  const usual = facts.usualRates(tillId, row.z_nr)
  const lines = (row.items ?? []).flatMap((_, i) => lineAt(row, i, facts, usual) ?? [])
  if (lines.length !== (row.items ?? []).length) return undefined
  const { cancelled_id: id, cancelled_till: till, cancelled_z_nr: zNr } = row
  return {
    id: row.id,
    orderType: row.order_type,
    paymentMethod: row.payment_method,
    startedAt: row.begun_at,
    bookedAt: row.booked_at,
    cashierId: row.cashier_id,
    customerAccountId: row.customer_account_id,
    cashRegisterId: row.cash_register_id,
    cancels: id === null || till === null || zNr === null ? null : { id, tillId: till, zNr },
    itemCount: row.item_count,
    lines,
    signature: signatureOf(row, facts),
    // A number that is part of the signature is reported there.
    abandoned: (facts.abandoned.get(row.id) ?? []).filter(({ transactionNumber, tseId }) =>
      tseId !== row.tse_id || transactionNumber !== row.transaction_number
    )
  }
}

const lineAt = (
  row: OrderRow,
  i: number,
  { revisions, taxTypes, typedAfter }: LineFacts,
  usual: UsualRates
): ExportedLine | undefined => {
  const product = revisions.get(row.revisions![i]!)
  if (product === undefined) return undefined
  const rateId = row.rate_ids![i]!
  const rate = row.rates![i]!
  const taxType = row.id <= (typedAfter.get(rateId) ?? 0n) ? null : taxTypes.get(rateKey(rateId, rate)) ?? null
  return {
    itemId: row.items![i]!,
    quantity: row.quantities![i]!,
    productId: row.products![i]!,
    productName: product.name,
    productType: product.type,
    isReturnable: product.isReturnable,
    price: row.prices![i]!,
    listPrice: row.list_prices![i]!,
    total: row.totals![i]!,
    tax: row.taxes![i]!,
    taxType,
    taxRate: rate,
    taxKey: taxKeyOf({ taxType, rate }, usual)
  }
}

/** The reason for orders from before the first device was in use, or after signing was switched off. */
const noDevice = "keine TSE in Betrieb"

/** The database guarantees that a completed signature has all fields. */
const signatureOf = (row: OrderRow, { hasDevices }: LineFacts): ExportedSignature | null => {
  switch (row.status) {
    case "done":
      return {
        status: "done",
        tseId: row.tse_id!,
        transactionNumber: row.transaction_number!,
        startedAt: row.started_at!,
        finishedAt: row.finished_at!,
        processType: row.process_type!,
        processData: row.process_data!,
        counter: row.signature_counter!,
        signature: row.signature!
      }
    case "failure":
      return {
        status: "failure",
        tseId: row.tse_id,
        transactionNumber: row.transaction_number,
        message: row.result_message!
      }
    default:
      if (row.is_signed) return { status: "open" }
      return hasDevices ? { status: "failure", tseId: null, transactionNumber: null, message: noDevice } : null
  }
}
