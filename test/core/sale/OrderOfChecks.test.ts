import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { cancelSale } from "@wristbank/core/sale/Cancel"
import { editSale } from "@wristbank/core/sale/EditSale"
import { bookPayOut } from "@wristbank/core/sale/PayOut"
import { bookSale } from "@wristbank/core/sale/Sale"
import { bookTicketSale } from "@wristbank/core/sale/TicketSale"
import { bookTopUp } from "@wristbank/core/sale/TopUp"
import { nameOf, orderOfChecks } from "@wristbank/docs/orderOfChecks"
import { Result } from "effect"
import { type Breaking, brokenCancel, brokenPayOut, brokenSale, brokenTopUp } from "./BrokenBookings.ts"
import { brokenEdit } from "./BrokenEdit.ts"
import { brokenTicketSale } from "./BrokenTicketSales.ts"

interface Refused {
  readonly _tag: string
  readonly rule?: string | undefined
  readonly permission?: string
}

/** A decision on a request that breaks some checks; null where no request can break them all. */
type Decide = (breaks: Breaking) => Result.Result<unknown, Refused> | null

const deciding =
  <I>(make: (breaks: Breaking) => I | null, decide: (input: I) => Result.Result<unknown, Refused>): Decide =>
  (breaks) => {
    const input = make(breaks)
    return input === null ? null : decide(input)
  }

const bookingsDecided: { readonly [Booking in keyof typeof orderOfChecks]: Decide } = {
  sale: deciding(brokenSale, bookSale),
  topUp: deciding(brokenTopUp, bookTopUp),
  payOut: deciding(brokenPayOut, bookPayOut),
  ticketSale: deciding(brokenTicketSale, bookTicketSale),
  cancel: deciding(brokenCancel(3n), cancelSale),
  cancelInOffice: deciding(brokenCancel(null), cancelSale),
  edit: deciding(brokenEdit, editSale)
}

/** Neighbours in the sections that sales and edits share. */
const inEntries = [
  "order.quantity_needed, order.price_needed",
  "order.price_needed, order.price_out_of_range",
  "order.price_out_of_range, order.quantity_out_of_range",
  "order.not_returnable, order.voucher_product_returned",
  "order.line_too_large, order.sale_empty",
  "order.sale_empty, order.sale_too_large",
  "NotEnoughFunds, order.maximum_exceeded"
]
const unknownOrder = "order.order_unknown, order.order_cancelled"

/** Neighbours that no request breaks both: where one is broken, there is nothing that the other could look at. */
const exclusive: { readonly [Booking in keyof typeof orderOfChecks]: ReadonlyArray<string> } = {
  sale: [
    "order.sale_online, order.tag_needed",
    "CustomerNotFound, order.tag_not_expected",
    "TillPermission: enable_cash_payment, TillPermission: enable_card_payment",
    ...inEntries,
    "order.maximum_exceeded, InsufficientCash",
    "InsufficientCash, order.register_missing"
  ],
  topUp: ["CustomerNotFound, order.maximum_exceeded"],
  payOut: ["CustomerNotFound, order.pay_out_empty", "order.pay_out_empty, NotEnoughFunds"],
  ticketSale: [
    "TillPermission: allow_ticket_vouchers, order.tags_missing",
    "order.tags_missing, order.tags_too_many",
    "order.voucher_unknown, order.voucher_redeemed",
    "order.voucher_cancelled, order.voucher_unpaid",
    "order.no_ticket_for_tag, order.tickets_for_tag",
    "order.method_needed, order.tickets_online_at_till",
    "order.tickets_online_at_till, TillPermission: enable_cash_payment",
    "order.register_missing, TillPermission: enable_card_payment"
  ],
  cancel: [unknownOrder],
  cancelInOffice: [unknownOrder],
  edit: [unknownOrder, ...inEntries]
}

describe.each(Object.keys(orderOfChecks) as ReadonlyArray<keyof typeof orderOfChecks>)(
  "the checks of: %s",
  (booking) => {
    const names = orderOfChecks[booking].decision.map(nameOf)
    const decide = bookingsDecided[booking]
    const refusalOf = (...broken: ReadonlyArray<string>) => {
      const decided = decide((name) => broken.includes(name))
      if (decided === null) return null
      if (Result.isSuccess(decided)) return "booked"
      const { permission } = decided.failure
      return permission === undefined ? refusalName(decided.failure) : `${refusalName(decided.failure)}: ${permission}`
    }
    /** The part before a detail that tells two checks with one refusal apart. */
    const raised = (name: string) => name.startsWith("TillPermission") ? name : name.split(":")[0]

    it("a request that breaks none is booked, and one that breaks one is refused for it", () => {
      assert.strictEqual(refusalOf(), "booked")
      for (const name of names) assert.strictEqual(refusalOf(name), raised(name), name)
    })

    it("of two that are broken the first one counts", () => {
      const impossible = new Array<string>()
      for (const [at, first] of names.entries()) {
        for (const [apart, second] of names.slice(at + 1).entries()) {
          const refusal = refusalOf(first, second)
          if (refusal !== null) assert.strictEqual(refusal, raised(first), `${first}, ${second}`)
          else if (apart === 0) impossible.push(`${first}, ${second}`)
        }
      }
      assert.deepStrictEqual(impossible, exclusive[booking])
    })
  }
)
