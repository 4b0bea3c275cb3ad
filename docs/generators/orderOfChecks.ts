/**
 * The order in which bookings are checked. The tables stand here and nowhere else: `docs/generators/orderOfChecksPages.ts` writes the pages
 * from them, and tests send requests that break two checks and compare the refusal.
 */
import type { RuleName } from "@wristbank/core/Rules"
import type { DomainError } from "@wristbank/http/api/Errors"

/** Something that a booking is refused for. */
export interface Check {
  /** The condition. */
  readonly checked: string
  readonly refusal: DomainError["_tag"] | RuleName | "InvalidRequest"
  /** Distinguishes checks with the same refusal: a permission of the till's profile, or which of two. */
  readonly detail?: string
  /** Where it is decided. */
  readonly file: string
}

const checksIn = (file: string) => (refusal: Check["refusal"], checked: string, detail?: string): Check =>
  detail === undefined ? { checked, refusal, file } : { checked, refusal, detail, file }

const bearer = checksIn("http/src/server/edge/Bearer.ts")
const guard = checksIn("core/src/till/TerminalState.ts")
const access = checksIn("core/src/organisation/Access.ts")
const bookings = checksIn("core/src/sale/Bookings.ts")
const booking = checksIn("core/src/journal/Booking.ts")
const chip = checksIn("core/src/organisation/LastingChip.ts")
const cards = checksIn("core/src/sale/CardBookings.ts")
const cardSteps = checksIn("core/src/sale/PendingOrderStep.ts")
const sale = checksIn("core/src/sale/Sale.ts")
const lines = checksIn("core/src/journal/LineItem.ts")
const checkout = checksIn("core/src/sale/Checkout.ts")
const topUp = checksIn("core/src/sale/TopUp.ts")
const payOut = checksIn("core/src/sale/PayOut.ts")
const scan = checksIn("core/src/sale/TicketScan.ts")
const ticketSale = checksIn("core/src/sale/TicketSale.ts")
const cancel = checksIn("core/src/sale/Cancel.ts")
const cancels = checksIn("core/src/sale/Cancels.ts")
const edit = checksIn("core/src/sale/EditSale.ts")
const edits = checksIn("core/src/sale/Edits.ts")

const token = [
  bearer("NotAuthenticated", "The call has a token."),
  bearer("Unauthorized", "The token is valid."),
  checksIn("http/src/server/answers/RequestRefusal.ts")("InvalidRequest", "The request is what the call takes.")
]

const atTill = [
  ...token,
  guard("Unauthorized", "The terminal's registration has not ended since its token was looked up.", "registration"),
  guard("TillRequired", "The terminal is at a till."),
  guard("till.nobody_signed_in", "A user is signed in at the terminal."),
  guard("organisation.privilege_missing", "Their role has `can_book_orders`."),
  guard("NodeIsReadOnly", "The till's node is not archived.")
]

const newUuid = bookings("AlreadyProcessed", "The uuid is new, or the order with it has the same content.")

const stored = bookings(
  "ServiceUnavailable",
  "What the decision relied on held until it was stored, at the fourth try at the latest."
)

const storedInOffice = bookings(
  "ServiceUnavailable",
  "What the decision relied on held until it was stored, within two seconds."
)

const registeredSo = [
  cards("order.registered_elsewhere", "Registered for a card payment: at this till."),
  cards("order.registered_otherwise", "Registered: with the same content.")
]
const registeredAndPaid = [
  ...registeredSo,
  cards("order.given_up_by_operator", "Registered: no operator has given it up."),
  cardSteps("CardPaymentFailed", "Registered: the provider does not say that the payment failed.", "registered"),
  cardSteps("order.money_went_back", "Registered: no money of the payment went back.", "registered"),
  cardSteps(
    "order.other_money_charged",
    "Registered: the card was charged the order, and at most a tip.",
    "registered"
  ),
  cardSteps("order.other_merchant_paid", "Registered: the money went to the event's merchant.", "registered")
]
const uuidFree = cards("order.unbookable_uuid_taken", "Registered: no other order has got its uuid in the meantime.")
const registered = [...registeredAndPaid, uuidFree]
const accountKept = cards(
  "order.unbookable_account_disabled",
  "Registered: the account was not disabled in the meantime."
)

const cardPayment = [
  cardSteps("CardPaymentFailed", "Paid by card: the provider does not say that the payment failed."),
  cardSteps("order.money_went_back", "Paid by card: no money of the payment went back."),
  cardSteps("order.other_money_charged", "Paid by card: the card was charged the order, and at most a tip."),
  cardSteps("order.other_merchant_paid", "Paid by card: the money went to the event's merchant.")
]

const customerFound = [
  chip("organisation.chip_fleeting", "The number of the chip stays, or a customer has the tag."),
  booking("CustomerNotFound", "A customer has the tag.")
]
const belowMaximum = (checked: string) => booking("order.maximum_exceeded", checked)

/** The checks of each entry, one entry after the other. */
const priced = [
  lines("order.entries_too_many", "There are at most 1000 entries."),
  lines("order.product_not_locked", "Each entry in turn: its products are locked."),
  lines("order.quantity_needed", "Each entry in turn: products with a fixed price have a quantity."),
  lines("order.price_needed", "Each entry in turn: products with a free price have a price."),
  lines("order.price_out_of_range", "Each entry in turn: a price is above 0 and at most 10000.00."),
  lines("order.quantity_out_of_range", "Each entry in turn: a quantity is from -1000 to 1000."),
  lines("order.not_returnable", "Each entry in turn: what is brought back is returnable."),
  lines("order.voucher_product_returned", "Each entry in turn: what is brought back has no price in vouchers."),
  lines("order.line_too_large", "At most 100000 pieces of a product are sold."),
  lines("order.sale_empty", "Something is left to sell."),
  lines("order.sale_too_large", "The lines are worth at most what an amount can be."),
  lines("order.target_account_forbidden", "Products pay into accounts that take sales.")
]

const allowedByTag = [
  checkout("AgeRestriction", "Paid by tag: no product is barred for its kind, as for the customer's age."),
  checkout("NotEnoughVouchers", "Paid by tag: the customer has the vouchers that are to be used.")
]
const fundedByTag = [
  checkout("NotEnoughFunds", "Paid by tag: the balance pays for what vouchers leave."),
  belowMaximum("Paid by tag: what is given back keeps the balance below its highest.")
]

const undone = [
  cancel("order.order_unknown", "The event has the order."),
  cancel("order.order_cancelled", "It has not been cancelled."),
  cancel("order.only_sales_cancelled", "It is a sale."),
  cancel("order.only_tag_sales_cancelled", "It was paid by tag.")
]
const undoneFunds = cancel("NotEnoughFunds", "The customer still has what a return gave them.", "return")

const inOffice = [
  ...token,
  access("NotFound", "There is the node of the call.", "node"),
  access("organisation.privilege_missing", "The caller has `can_book_orders` or `node_administration` there."),
  access("NodeIsReadOnly", "That node is not archived.", "node of the call"),
  access("EventRequired", "That node lies in an event."),
  cancels("NotFound", "The order was booked at that node or below.", "order"),
  cancels("NodeIsReadOnly", "The node of the order's till is not archived.", "node of the till")
]

/** A booking with its checks; `decision` is the part that is decided without a database. */
export interface OrderOfChecks {
  readonly title: string
  readonly call: string
  readonly before: ReadonlyArray<Check>
  readonly decision: ReadonlyArray<Check>
  readonly after: ReadonlyArray<Check>
}

export const orderOfChecks = {
  sale: {
    title: "Sale",
    call: "POST /order/book-sale",
    before: [...atTill, newUuid, ...registered],
    decision: [
      sale("order.sale_online", "It is paid at the till."),
      sale("order.tag_needed", "Paid by tag: the request names the tag."),
      booking("TillPermission", "Paid by tag: the profile of the till takes tags.", "enable_ssp_payment"),
      ...customerFound,
      sale("order.tag_not_expected", "Paid otherwise: the request names no tag."),
      booking("TillPermission", "Paid in cash: the profile of the till takes cash.", "enable_cash_payment"),
      booking("TillPermission", "Paid by card: the profile of the till takes cards.", "enable_card_payment"),
      sale("order.button_unknown", "The till's layout has the buttons, and they sell something."),
      lines("order.product_sold_out", "Nothing that is sold is sold out at the till's node."),
      ...priced,
      ...allowedByTag,
      checkout(
        "order.price_changed",
        "The total is at most what the guest was shown, if the request says what that was."
      ),
      ...fundedByTag,
      booking("InsufficientCash", "Paid in cash: the register holds what is given back."),
      booking("order.register_missing", "Paid in cash: the till has a register.")
    ],
    after: [...cardPayment, stored]
  },
  topUp: {
    title: "Top-up",
    call: "POST /order/book-topup",
    before: [...atTill, newUuid, ...registeredAndPaid, accountKept, uuidFree],
    decision: [
      topUp("order.top_up_not_positive", "The amount is above 0."),
      topUp("order.top_up_online_at_till", "It is paid at the till."),
      booking("TillPermission", "The profile of the till tops up.", "allow_top_up"),
      topUp("order.top_up_too_small", "The amount is at least 1.00."),
      ...customerFound,
      belowMaximum("The balance stays below its highest, with what registered top-ups will bring."),
      booking("order.register_missing", "Paid in cash: the till has a register.")
    ],
    after: [...cardPayment, stored]
  },
  payOut: {
    title: "Pay-out",
    call: "POST /order/book-payout",
    before: [...atTill, newUuid, ...registeredSo],
    decision: [
      payOut("order.pay_out_not_negative", "The amount, if there is one, is below 0."),
      booking("TillPermission", "The profile of the till pays out.", "allow_cash_out"),
      booking("order.register_missing", "The till has a register."),
      ...customerFound,
      payOut("order.pay_out_empty", "The customer has money."),
      payOut("NotEnoughFunds", "The customer has as much as is paid out."),
      booking("InsufficientCash", "The register holds as much, unless the event lets registers go below 0.")
    ],
    after: [stored]
  },
  ticketSale: {
    title: "Ticket sale",
    call: "POST /order/book-ticket-sale",
    before: [
      ...atTill,
      newUuid,
      ...registeredAndPaid,
      cards("order.unbookable_tags_gone", "Registered: what it hands out is still free."),
      uuidFree
    ],
    decision: [
      booking("TillPermission", "The profile of the till sells tickets.", "allow_ticket_sale"),
      booking("TillPermission", "Money comes onto a tag: the profile tops up.", "allow_top_up"),
      booking("TillPermission", "A pre-sale voucher was scanned: the profile redeems them.", "allow_ticket_vouchers"),
      scan("order.tags_missing", "A tag was scanned."),
      scan("order.tags_too_many", "At most 100 tags were scanned."),
      scan("order.pin_repeated", "Each tag was scanned once."),
      scan("order.chip_repeated", "Each tag has a chip of its own."),
      scan("order.voucher_repeated", "Each pre-sale voucher was scanned once."),
      scan("order.tags_used", "No tag has been given to a customer."),
      scan("order.tags_unknown", "There are the tags, at the till's node or above."),
      scan("order.chip_of_other_tag", "Each tag in turn: the chip is its own."),
      chip("organisation.chip_fleeting", "Each tag in turn: a chip that is new keeps its number."),
      scan("order.tag_reserved", "Each tag in turn: it does not wait for a card payment."),
      scan("order.voucher_unknown", "Each tag in turn: there is its pre-sale voucher, at the till's node or above."),
      scan("order.voucher_redeemed", "Each tag in turn: the voucher has not been redeemed."),
      scan("order.voucher_cancelled", "Each tag in turn: the voucher was not cancelled in the ticket shop."),
      scan("order.voucher_unpaid", "Each tag in turn: the voucher is paid in the ticket shop."),
      scan("order.voucher_early", "Each tag in turn: the voucher is valid already."),
      scan("order.voucher_late", "Each tag in turn: the voucher is still valid."),
      scan("order.no_ticket_for_tag", "Each tag in turn: the layout has a ticket for its kind."),
      scan("order.tickets_for_tag", "Each tag in turn: the layout has no other ticket for it."),
      scan("order.product_not_locked", "Each tag in turn: that ticket is locked."),
      belowMaximum("Each tag in turn: the money that comes onto it keeps the balance below its highest."),
      ticketSale("order.method_needed", "The request says how it is paid."),
      ticketSale("order.tickets_online_at_till", "It is paid at the till."),
      booking("TillPermission", "Paid in cash, above 0: the profile takes cash.", "enable_cash_payment"),
      booking("order.register_missing", "Paid in cash, above 0: the till has a register."),
      booking("TillPermission", "Paid by card, above 0: the profile takes cards.", "enable_card_payment")
    ],
    after: [...cardPayment, stored]
  },
  cancel: {
    title: "Cancel at a till",
    call: "POST /order/{order_id}/cancel",
    before: atTill,
    decision: [
      ...undone,
      cancel("order.cancelled_elsewhere", "It was booked at this till."),
      undoneFunds
    ],
    after: [stored]
  },
  cancelInOffice: {
    title: "Cancel in the back office",
    call: "DELETE /orders/{order_id}",
    before: inOffice,
    decision: [...undone, undoneFunds],
    after: [storedInOffice]
  },
  edit: {
    title: "Edit",
    call: "POST /orders/{order_id}/edit",
    before: [...inOffice, edits("AlreadyProcessed", "The uuid is new, or the order with it has the same content.")],
    decision: [
      ...undone,
      undoneFunds,
      edit("order.product_unknown", "The event has the products."),
      ...priced,
      ...allowedByTag,
      ...fundedByTag,
      edit("order.correction_unchanged", "Goods, prices, tax rates or vouchers differ from those of the sale.")
    ],
    after: [storedInOffice]
  }
} satisfies { readonly [booking: string]: OrderOfChecks }

/** All checks of a booking, the first one first. */
export const checksOf = ({ after, before, decision }: OrderOfChecks): ReadonlyArray<Check> => [
  ...before,
  ...decision,
  ...after
]

/** How tests name a check within its booking. */
export const nameOf = ({ detail, refusal }: Check): string => detail === undefined ? refusal : `${refusal}: ${detail}`
