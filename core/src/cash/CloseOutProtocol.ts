import { Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"
import { CashierShift } from "./Cashier.ts"
import { CountedDenomination } from "./CloseOut.ts"

/** What is printed of a close-out for the two people to sign. */
export class CloseOutProtocol extends Schema.Class<CloseOutProtocol>("CloseOutProtocol")({
  ...CashierShift.fields,
  /** The name of the cashier. */
  cashier_name: Schema.String,
  /** The name of the register; null if it is unknown. */
  register_name: nullOr(Schema.String),
  /** The name of the user who counted. */
  closing_out_user_name: Schema.String,
  /** The name of the user who booked the close-out. */
  booked_by_name: Schema.String,
  /** What was counted by notes and coins, the largest first; null where only a sum was counted. */
  denominations: nullOr(Schema.Array(CountedDenomination)),
  /** Whether the person who counted saw the expected amount before. */
  expected_shown: Schema.Boolean
}) {}
