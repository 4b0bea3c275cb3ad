import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { Moment } from "../primitives/Moment.ts"

/** A closing of a till that has not ended and in which something was booked that receipts tell of. */
export class OpenClosing extends Schema.Class<OpenClosing>("OpenClosing")({
  till_id: Id,
  till_name: Schema.String,
  z_nr: Schema.Int,
  /** When the last of its orders was booked. */
  last_booked_at: Moment
}) {}

/** Which closings are to end. */
export class EndClosings extends Schema.Class<EndClosings>("EndClosings")({
  /** Those of these tills; of all tills at the node and below when it is left out or null. */
  till_ids: Schema.optionalKey(Schema.NullOr(Schema.Array(Id)))
}) {}
