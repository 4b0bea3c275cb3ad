import { format } from "@wristbank/core/base/Money"
import type { UnverifiedPayment } from "@wristbank/core/sale/PendingOrder"
import { type EventZones, moment, tableLines } from "./Table.ts"

const heading = ["event", "order", "type", "amount", "till", "cashier", "since", "state", "problem"]

/** Card payments as a table: a line each, below a heading. */
export const paymentLines = (payments: ReadonlyArray<UnverifiedPayment>, zones: EventZones): ReadonlyArray<string> => {
  if (payments.length === 0) return ["Every card payment is accounted for."]
  return tableLines(heading, payments.map(cellsOf(zones)))
}

const cellsOf = (zones: EventZones) => (payment: UnverifiedPayment): ReadonlyArray<string> => [
  String(payment.event_id),
  payment.order_uuid,
  payment.order_type.replace("_", "-"),
  `${format(payment.amount)} ${payment.currency}`,
  payment.till_name ?? `${payment.till_id}`,
  payment.cashier_name ?? (payment.cashier_id === null ? "" : `${payment.cashier_id}`),
  moment(payment.created_at, zones.get(payment.event_id)!),
  `${payment.status}, ${payment.verification}`,
  payment.problem ?? ""
]
