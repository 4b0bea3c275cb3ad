import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Moment } from "../primitives/Moment.ts"
import { TicketState } from "../tag/TicketVoucher.ts"

/** A ticket that another shop sold before the event. */
export class ExternalTicket extends Schema.Class<ExternalTicket>("ExternalTicket")({
  id: Id,
  /** The number of its order in the shop; empty for a ticket without one. */
  external_reference: Schema.String,
  /** When it was bought. */
  created_at: Moment,
  token: Schema.String,
  ticket_type: Schema.Literals(["pretix"]),
  /** The address at which the shop shows the order to its staff. */
  external_link: Schema.NullOr(Schema.String),
  customer_email: Schema.NullOr(Schema.String),
  customer_name: Schema.NullOr(Schema.String),
  customer_account_id: Id,
  /** The credit that was paid with it, in cents. */
  initial_top_up_amount: Money.Cents,
  /** The credit that the guest got, in cents: 0 before admission. */
  credit_booked: Money.Cents,
  pretix_item_id: Schema.NullOr(Id),
  pretix_product_name: Schema.NullOr(Schema.String),
  state: TicketState,
  cancelled: Schema.Boolean,
  /** Whether the guest got a wristband for it. */
  has_checked_in: Schema.Boolean,
  /** When the guest got it; null before. */
  checked_in_at: Schema.NullOr(Moment)
}) {}

/** Figures of the presale of an event. Cancelled tickets count nowhere but in their own number. */
export class PresaleStats extends Schema.Class<PresaleStats>("PresaleStats")({
  total_tickets: Schema.Int,
  /** Tickets whose guests got their wristband. */
  checked_in_tickets: Schema.Int,
  cancelled_tickets: Schema.Int,
  /** Tickets that were paid and are not any more; they are part of the total. */
  suspended_tickets: Schema.Int,
  /** The credit that was paid with tickets, in cents. */
  total_credit_sold: Money.Cents,
  /** The part of it that guests got, in cents. Credit that the shop took back after admission is part of neither. */
  credit_activated: Money.Cents,
  /** Credit that was paid and that no guest got yet, in cents. */
  credit_pending: Money.Cents
}) {}
