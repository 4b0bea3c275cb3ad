import { lineColumns, linesOfOrders, lineSums } from "../sale/BookingSummary.ts"
import { type Check, cursorCheck, money } from "./BalanceChecks.ts"

/** SQL for the cursor of the summaries. */
const cursor = "(select up_to from summary_cursor)"

const key = "event_id, quarter, till_id, order_type, payment_method, product_id"

const sums = "orders, pieces, total, tax, vouchers, voucher_value, voucher_pieces"

const described = (part: string) =>
  `format('%s orders and %s pieces for %s with a tax of %s, %s vouchers for %s pieces and %s', coalesce(${part}.orders, 0),
    coalesce(${part}.pieces, 0), ${money(`coalesce(${part}.total, 0)`)}, ${money(`coalesce(${part}.tax, 0)`)},
    coalesce(${part}.vouchers, 0), coalesce(${part}.voucher_pieces, 0), ${money(`coalesce(${part}.voucher_value, 0)`)})`

const differs = (columns: string) =>
  columns.split(", ").map((column) => `coalesce(booked.${column}, 0) <> coalesce(summed.${column}, 0)`).join(" or ")

// Lines are compared by what reports show them by, orders by till: who changed a row by hand changed one of these sums.
const summaries: Check = `
  with booked as (
    select event_id, date_bin('15 minutes', booked_at, 'epoch') as quarter, till_id, order_type, payment_method, product_id,
      ${lineSums}
    from (select ${lineColumns} from ordr ${linesOfOrders} where ordr.transaction_id < ${cursor}) booked
    group by ${key}
  ), summed as (
    select ${key}, ${lineSums} from booking_summary booked group by ${key}
  ), orders as (
    select event_id, quarter, till_id, order_type, payment_method, sum(orders) as orders from booked group by 1, 2, 3, 4, 5
  ), counted as (
    select event_id, quarter, till_id, order_type, payment_method, sum(orders) as orders from order_summary
    group by 1, 2, 3, 4, 5
  )
  select event_id, format('%s of the product %s at %s', order_type, product_id, quarter) as object, array[till_id] as ids,
    ${described("booked")} as expected, ${described("summed")} as found
  from booked full join summed using (${key}) where ${differs(sums)}
  union all
  select event_id, format('%s at %s', order_type, quarter), array[till_id], coalesce(booked.orders, 0) || ' orders',
    coalesce(summed.orders, 0) || ' orders'
  from orders booked full join counted summed using (event_id, quarter, till_id, order_type, payment_method)
  where ${differs("orders")}
  union all
  ${cursorCheck("summary_cursor", "cursor of the summaries")}`

/** The check of what reports read instead of every line. */
export const summaryChecks = { summaries } as const
