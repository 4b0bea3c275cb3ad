import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"

/** An open closing of a till with at least one order that has a receipt. */
export class OpenClosing extends Schema.Class<OpenClosing>("OpenClosing")({
  /** The till. */
  till_id: Id,
  /** The name of the till. */
  till_name: Schema.String,
  /** The number of the closing; those of a till ascend. */
  z_nr: Schema.Int,
  /** When the last of its orders was booked. */
  last_booked_at: Moment
}) {}

/** The closings that an operator ends. */
export class EndClosings extends Schema.Class<EndClosings>("EndClosings")({
  /** The tills whose closings end; null or absent for all tills at the node and below. */
  till_ids: Schema.optionalKey(nullOr(Schema.Array(Id)))
}) {}
