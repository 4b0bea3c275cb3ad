import { format } from "@wristbank/core/ledger/Money"
import type { UnverifiedPayment } from "@wristbank/core/order/PendingOrder"
import { DateTime } from "effect"

const heading = ["event", "order", "type", "amount", "till", "cashier", "since", "state", "problem"]

/** Card payments as a table: a line each, below a heading. */
export const paymentLines = (payments: ReadonlyArray<UnverifiedPayment>): ReadonlyArray<string> => {
  if (payments.length === 0) return ["Every card payment is accounted for."]
  const rows = [heading, ...payments.map(cellsOf)]
  const widths = heading.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd())
}

const cellsOf = (payment: UnverifiedPayment): ReadonlyArray<string> => [
  String(payment.event_id),
  payment.order_uuid,
  payment.order_type.replace("_", "-"),
  `${format(payment.amount)} ${payment.currency}`,
  payment.till_name ?? `${payment.till_id}`,
  payment.cashier_name ?? (payment.cashier_id === null ? "" : `${payment.cashier_id}`),
  DateTime.formatIso(payment.created_at).slice(0, 19).replace("T", " "),
  `${payment.status}, ${payment.verification}`,
  payment.problem ?? ""
]
