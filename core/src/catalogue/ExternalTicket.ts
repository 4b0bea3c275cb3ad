import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { Moment } from "../primitives/Moment.ts"

/** A ticket that another shop sold before the event. */
export class ExternalTicket extends Schema.Class<ExternalTicket>("ExternalTicket")({
  id: Id,
  /** The number of its order in the shop. */
  external_reference: Schema.String,
  created_at: Moment,
  token: Schema.String,
  ticket_type: Schema.Literals(["pretix"]),
  /** The address at which the shop shows the order. */
  external_link: Schema.NullOr(Schema.String),
  customer_email: Schema.NullOr(Schema.String),
  customer_account_id: Id,
  /** Whether the guest already has a wristband. */
  has_checked_in: Schema.Boolean
}) {}
