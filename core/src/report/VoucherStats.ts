import { Schema } from "effect"

/** Vouchers in a period. A number is negative if the period has more returns than issues or spendings. */
export class VoucherStats extends Schema.Class<VoucherStats>("VoucherStats")({
  /** Issued, less those taken back by the back office. */
  vouchers_issued: Schema.Int,
  /** Spent in sales, less those returned by cancellations. */
  vouchers_spent: Schema.Int
}) {}
