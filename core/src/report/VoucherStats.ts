import { Schema } from "effect"

/** Vouchers in a period. A number is negative if more were taken back or returned than issued or spent. */
export class VoucherStats extends Schema.Class<VoucherStats>("VoucherStats")({
  /** Issued, less those taken back by the back office. */
  vouchers_issued: Schema.Int,
  /** Spent in sales, less those returned by cancellations. */
  vouchers_spent: Schema.Int
}) {}
