import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Integer } from "../base/Integer.ts"
import * as Money from "../base/Money.ts"
import { orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import type { BookingCustomer, BookingEvent, SoldProduct } from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { type Press, priceLines, type PriceOf } from "../journal/LineItem.ts"
import { type BookedLine, type OrderDraft, OrderUuid } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import type { InvalidSale } from "../journal/Refusal.ts"
import { cancelSale, type StoredOrder } from "./Cancel.ts"
import { bookCheckout, checkOut, type CheckoutRefusal } from "./Checkout.ts"
import {
  type AccountAfter,
  balancesAfter,
  bookedSale,
  howMuch,
  oneOfQuantityAndPrice,
  outcomeOf,
  saleOutcome
} from "./Sale.ts"

/** A product that the back office sells without a button. */
export class BookedProduct extends Schema.Class<BookedProduct>("BookedProduct")(
  Schema.Struct({
    /** The product, of the event's own; it must be locked. */
    product_id: Id,
    ...howMuch
  }).check(oneOfQuantityAndPrice)
) {}

/** The new content of a sale. */
export class EditSaleProducts extends Schema.Class<EditSaleProducts>("EditSaleProducts")({
  /** A UUID that the caller makes for the new sale. The same correction sent again with it is not booked again. */
  uuid: OrderUuid,
  /** The most vouchers to use: null or absent for as many as possible, 0 or less for none. */
  used_vouchers: orNull(Integer),
  /** What was really sold; it replaces all lines of the sale. */
  products: Schema.Array(BookedProduct)
}) {}

export class PendingSaleProducts extends Schema.Class<PendingSaleProducts>("PendingSaleProducts")({
  ...saleOutcome,
  /** The products, as the request named them. */
  products: Schema.Array(BookedProduct)
}) {}

/** A sale that was corrected: the new one, which replaces the cancelled one. */
export class CompletedSaleProducts extends Schema.Class<CompletedSaleProducts>("CompletedSaleProducts")({
  ...PendingSaleProducts.fields,
  ...bookedSale
}) {}

export interface EditInput {
  readonly request: EditSaleProducts
  /** The uuid of the cancelling order; made by the server. */
  readonly cancelUuid: string
  /** The sale to change; null when there is none with its id. */
  readonly order: StoredOrder | null
  /** The account that paid, in its current state; null when no tag paid. */
  readonly customer: BookingCustomer | null
  /** All products of the event. */
  readonly products: ReadonlyMap<bigint, SoldProduct>
  readonly event: BookingEvent
}

/** An edit: two orders at the till of the first sale, stored one after the other in one transaction. */
export interface Edit {
  readonly answer: PendingSaleProducts
  readonly cancel: OrderDraft
  readonly sale: OrderDraft
}

export type EditRefusal = CheckoutRefusal | InvalidSale

/** Decides the edit of a sale: the sale is cancelled, and the new content is sold to the same customer. */
export const editSale = (input: EditInput): Result.Result<Edit, EditRefusal> =>
  Result.gen(function*() {
    const { event, order, request } = input
    const cancel = yield* cancelSale({ uuid: input.cancelUuid, order, tillId: null, customer: input.customer })
    // Without a customer the cancel is refused, so there is one here.
    const customer = afterwards(input.customer!, cancel)
    const presses = yield* pressesOf(request.products, input.products)
    const payer = { method: "tag", customer, maxVouchers: request.used_vouchers } as const
    const checkout = yield* checkOut(yield* priceLines(presses, asSold(order!)), payer, null, event)
    // A cancel and a sale of the same content would only be two more receipts to sign.
    if (isSame(checkout.lines, order!.lines)) return yield* refuse(orderRules.correction_unchanged)
    const sale = yield* bookCheckout(request.uuid, checkout, null, event)
    const answer = new PendingSaleProducts({ ...outcomeOf(request.uuid, checkout), products: request.products })
    return { answer, cancel, sale }
  })

/** The new sale as stored; `after` is the state of the customer's account after it. */
export const completeEdit = (
  sale: PendingSaleProducts,
  stored: Pick<CompletedSaleProducts, keyof typeof bookedSale>,
  after: AccountAfter
): CompletedSaleProducts => new CompletedSaleProducts({ ...sale, ...stored, ...balancesAfter(sale, after) })

/** What a price list decided stays with the sale; everything else has its own price. */
const asSold = ({ lines }: StoredOrder): PriceOf => {
  const decided = new Map(
    lines.filter((line) => line.list_price !== null).map((line) => [line.product.id, line.product_price])
  )
  return ({ id, price }) => decided.get(id) ?? price ?? Money.zero
}

const afterwards = (customer: BookingCustomer, { postings }: OrderDraft): BookingCustomer => {
  const { balance, vouchers } = Ledger.change(postings, customer.accountId)
  return { ...customer, balance: Money.add(customer.balance, balance), vouchers: customer.vouchers + vouchers }
}

/** Whether two sales have the same goods, prices, tax rates and vouchers, in any order. */
const isSame = (some: ReadonlyArray<BookedLine>, others: ReadonlyArray<BookedLine>): boolean =>
  contentOf(some) === contentOf(others)

const contentOf = (lines: ReadonlyArray<BookedLine>): string => {
  const goods = lines.map((line) =>
    [line.product.id, line.quantity, line.product_price, line.tax_rate_id, line.tax_rate].join(" ")
  )
  const vouchers = lines.reduce((sum, line) => sum + line.vouchers_redeemed, 0)
  return [...goods.toSorted(), vouchers].join("\n")
}

const pressesOf = (
  asked: ReadonlyArray<BookedProduct>,
  products: ReadonlyMap<bigint, SoldProduct>
): Result.Result<ReadonlyArray<Press>, InvalidArgument> => {
  const presses: Array<Press> = []
  for (const { price, product_id, quantity } of asked) {
    const sold = products.get(product_id)
    if (sold === undefined || sold.product.type !== "user_defined") {
      return refuse(orderRules.product_unknown, { product: product_id })
    }
    presses.push({ products: [sold], quantity, price })
  }
  return Result.succeed(presses)
}
