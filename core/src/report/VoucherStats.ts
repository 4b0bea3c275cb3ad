import { Schema } from "effect"

/** Vouchers in a period. A sum is below 0 when more went back in it than came before. */
export class VoucherStats extends Schema.Class<VoucherStats>("VoucherStats")({
  /** Handed out, less those that the back office took back. */
  vouchers_issued: Schema.Int,
  /** Taken by sales, less those that cancels gave back. */
  vouchers_spent: Schema.Int
}) {}
