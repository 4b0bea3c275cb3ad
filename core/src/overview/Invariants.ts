import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"

/**
 * All invariants of the ledger, which must hold at every commit, by name. For each of them there is an SQL query that
 * finds violations.
 */
export const invariants = {
  "sum-zero": "All balances of an event add up to 0, and so do all vouchers: money only moves.",
  "account-balance": "A guarded account holds the sum of its postings, in money and vouchers.",
  "balance-chain":
    "What a posting notes a guarded account to hold is what the journal entry before noted, plus its own change.",
  "roll-up": "The roll-up of a derived account is the sum of its postings before the cursor.",
  "cash-sources":
    "Value given for cash equals the cash that came in and went out: cash_topup_source = cash_entry + cash_exit.",
  "never-negative": "Private and transport accounts never hold less than nothing.",
  "system-accounts": "An event has every system account once, and what its products refer to.",
  "order-lines": "The postings of an order are what its line items come to.",
  "ticket-lines":
    "Tickets sold go to the sales, and each top-up sold with them to one customer, who also gets the credit of their pre-sale voucher.",
  "ticket-vouchers":
    "A pre-sale voucher has a customer's account, which got its tag from the ticket sale that redeemed it.",
  "presale-credit":
    "What the presale entry account gave is the credit that pre-sale vouchers note: with their ticket sale, and later.",
  "presale-history": "The last that is noted of a pre-sale voucher is the state and the credit that it has.",
  "cash-orders": "Cash that is moved, handed over or counted has one line and at most the posting that it says.",
  "till-cash": "The orders with cash of a till add up to what the register that lies in it holds, to 0 without one.",
  shifts: "A shift that was closed out is what its orders say: what was counted, the difference, and its end.",
  "line-amounts":
    "A line item's total is price times quantity, the tax of an order follows from its rates, and no line is missing.",
  "order-balances": "The balances before and after an order that it notes of its customer differ by its postings.",
  "cancelled-orders": "A cancelled order and its cancel add up to nothing, on every account and in every line.",
  "order-references": "Till, cashier, customer, tag, register and cancelled order of an order exist in its event.",
  "order-wristbands": "An order names the wristband that its customer's account had at that time.",
  "catalogue-rows":
    "A product, ticket or tax rate is as its version in force says: its price, tax rate and percentage.",
  "line-references": "Order, product revision and tax rate of a line item exist in its event.",
  "posting-references":
    "Both accounts of a posting and its order, conducting user or pre-sale voucher exist in its event.",
  "card-payments":
    "Every order paid by card has its card payment, booked and of the same amount; a booked card payment has its order.",
  "reserved-tags": "Tags are reserved only by ticket sales that wait for their card payment.",
  "payout-reserve": "The reserve holds what payouts that are reserved come to.",
  "payout-runs":
    "A payout names its customer and the posting that reserved its money; of an open run it is reserved, of a done one paid, of a revoked one released, or returned.",
  "signing-jobs": "Every order has one signing job with its till, except the orders that open and close a shift.",
  closings: "Every order lies in a closing of its till that ended, or in the open one.",
  "closing-times":
    "The closings of a till follow each other in number and time, and each ended after its orders and before those of the next.",
  "signing-devices":
    "A signing device is known once, tills have none that is disabled, and an event with one signs its orders.",
  signatures:
    "What was signed is what the order's lines come to at each rate, by a device of the event, in a transaction of its own.",
  "signature-numbers":
    "Each transaction number of a signing device has its order or a note, and its counter rises with them.",
  customers: "Private accounts and customers belong together one to one, and the tag of an account exists.",
  "cash-registers": "Cash registers and their accounts belong together one to one.",
  summaries: "What reports read instead of every line is the sum of the orders before the cursor of the summaries.",
  users: "A user's accounts, tag and register exist in the user's event, and the account carries the tag.",
  "append-only": "The database refuses to change or delete orders, line items, postings and the audit log.",
  "schema-guards": "The functions and triggers of the database are those that the migrations made.",
  "genuine-signatures": "Each signature was made by the key of its device, over what is on record.",
  "day-seals": "The rows of each sealed business day are those that were sealed, and each seal follows the one before."
} as const

export const InvariantName = Schema.Literals(
  Object.keys(invariants) as [keyof typeof invariants, ...Array<keyof typeof invariants>]
)
export type InvariantName = typeof InvariantName.Type

/** A violation of an invariant. */
export class Finding extends Schema.Class<Finding>("Finding")({
  /** Null if it belongs to no event. */
  event_id: nullOr(Id),
  /** The kind of object: an account, an order, a posting … */
  object: Schema.String,
  /** The object's ids; several if the fault is in one of them. */
  ids: Schema.Array(Id),
  expected: Schema.String,
  found: Schema.String
}) {}

/** The result for one invariant. */
export class Examination extends Schema.Class<Examination>("Examination")({
  invariant: InvariantName,
  /** Number of violations. */
  count: Schema.Int,
  /** The first violations, by event and id. */
  findings: Schema.Array(Finding),
  /** What an operator does about a violation. */
  remedy: Schema.String
}) {}

/** A fact that violates no invariant but that operators should know. */
export class Notice extends Schema.Class<Notice>("Notice")({
  /** Null if it concerns no single event. */
  event_id: nullOr(Id),
  message: Schema.String
}) {}

/** The state of the whole ledger at one moment. */
export class Diagnosis extends Schema.Class<Diagnosis>("Diagnosis")({
  examined_at: Schema.DateTimeUtc,
  examinations: Schema.Array(Examination),
  /** Ordered by event; those of none come last. */
  notices: Schema.Array(Notice),
  /** What was left out as the caller wished, a sentence each. */
  unchecked: Schema.Array(Schema.String)
}) {
  /** Number of violations of all invariants. */
  get count(): number {
    return this.examinations.reduce((sum, { count }) => sum + count, 0)
  }
}

const changedByHand =
  "Find out who can write to the database past the server, and compare with a backup from before (wristbank restore). Correct "
  + "nothing by SQL: keep the state and report it."

const signed =
  "Compare the device's own log with the record (wristbank tse check): the log says what was signed. Take the rows from a backup "
  + "from before, and keep both states for the tax office."

const own: { readonly [Name in InvariantName]?: string } = {
  "order-wristbands":
    "Look at the history of both wristbands and of the account in the office, and compare with a backup from before.",
  closings:
    "Compare the till's closings and orders with a backup from before, and export nothing until it is explained.",
  "closing-times":
    "Compare the till's closings with a backup from before, and look whether the server's clock was set. Export nothing until it "
    + "is explained.",
  "signing-devices": "Correct the device's record in the office: status, serial number, or the till that has it.",
  signatures: signed,
  "signature-numbers": signed,
  "genuine-signatures": signed,
  "day-seals":
    "Compare the seals with the list that is kept outside (wristbank seal check), and the rows in the ids that are named with a backup "
    + "from before. Correct nothing by SQL, and keep both states.",
  "append-only": "Restore the trigger from the migrations, and find out who removed it and what was changed meanwhile.",
  "schema-guards":
    "Restore the function or trigger from the migration that made it, and find out who changed it and what was booked meanwhile."
}

/** What an operator does about a violation of an invariant. */
export const remedyOf = (name: InvariantName): string => own[name] ?? changedByHand
