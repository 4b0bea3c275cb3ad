import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TicketState } from "../wristband/TicketVoucher.ts"

/** A ticket that another shop sold before the event. */
export class ExternalTicket extends Schema.Class<ExternalTicket>("ExternalTicket")({
  id: Id,
  /** The code of its order in the shop; empty for a ticket without one. */
  external_reference: Schema.String,
  /** When it was bought. */
  created_at: Moment,
  /** The code on the ticket, which the guest shows at the entrance. */
  token: Schema.String,
  /** The kind of ticket shop. */
  ticket_type: Schema.Literals(["pretix"]),
  /** The page of the shop that shows the order to its staff. */
  external_link: nullOr(Schema.String),
  /** The address that the guest gave to the shop. */
  customer_email: nullOr(Schema.String),
  /** The name of the guest, as the shop has it. */
  customer_name: nullOr(Schema.String),
  /** The account that the wristband will belong to. It exists from the import on. */
  customer_account_id: Id,
  /** The credit that was paid with it to the shop. */
  initial_top_up_amount: Money.Cents,
  /** The part of the credit bought with it that was paid back in the shop, or not paid there; no part of `initial_top_up_amount`. */
  credit_paid_back: Money.Cents,
  /** The credit that the guest got; 0 before the wristband is handed out. */
  credit_booked: Money.Cents,
  /** The number of its product in the shop. */
  pretix_item_id: nullOr(Id),
  /** The name of its product in the shop. */
  pretix_product_name: nullOr(Schema.String),
  /** When it becomes valid, by the shop; null for always. */
  valid_from: nullOr(Moment),
  /** Until when it is valid, by the shop; null for always. */
  valid_until: nullOr(Moment),
  /** Whether the shop asks the entrance to look more closely. */
  checkin_attention: Schema.Boolean,
  /** What the shop wants to be checked at the entrance; null for nothing. */
  checkin_text: nullOr(Schema.String),
  /** `valid`: the guest gets a wristband for it. `suspended`: it was paid and is not any more. `cancelled`: the shop cancelled it. */
  state: TicketState,
  /** Whether the shop cancelled it. */
  cancelled: Schema.Boolean,
  /** Whether the guest got a wristband for it. */
  has_checked_in: Schema.Boolean,
  /** When the guest got the wristband; null before. */
  checked_in_at: nullOr(Moment)
}) {}

/** Figures of the presale of an event. Cancelled tickets count nowhere but in their own number. */
export class PresaleStats extends Schema.Class<PresaleStats>("PresaleStats")({
  /** Tickets that are not cancelled. */
  total_tickets: Schema.Int,
  /** Tickets of the total whose guests got their wristband. */
  checked_in_tickets: Schema.Int,
  /** Tickets that the shop cancelled. */
  cancelled_tickets: Schema.Int,
  /** Tickets of the total that were paid and are not any more. */
  suspended_tickets: Schema.Int,
  /** The credit that was paid with the tickets of the total. */
  total_credit_sold: Money.Cents,
  /** The part of it that guests got. Credit that the shop took back after the wristband was handed out is part of neither. */
  credit_activated: Money.Cents,
  /** Credit that was paid and that no guest got yet. */
  credit_pending: Money.Cents
}) {}
