import { DateTime, Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Integer } from "../base/Integer.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import {
  type Booking,
  type BookingCustomer,
  type BookingEvent,
  type BookingTill,
  foundCustomer,
  permitted
} from "../journal/Booking.ts"
import { inStock, listTotal, type Press, type Priced, priceLines, type SaleCatalogue } from "../journal/LineItem.ts"
import { OrderUuid, PaymentMethod, PendingLineItem, Reduction } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import type {
  AgeRestriction,
  CustomerNotFound,
  InsufficientCash,
  InvalidSale,
  NotEnoughFunds,
  NotEnoughVouchers,
  TillPermission
} from "../journal/Refusal.ts"
import type { TillPrices } from "../till/TillPrices.ts"
import { bookCheckout, type Checkout, checkOut, costOf, type Payer } from "./Checkout.ts"

/** The quantity or the price of a press. */
export const howMuch = {
  /**
   * Pieces of a product with a fixed price, at most 1,000; negative for returned goods. Null or absent if `price` is given.
   */
  quantity: orNull(Integer),
  /**
   * Price of one piece of a product with a free price, above 0 and at most 10,000.00. Null or absent if `quantity` is given.
   */
  price: orNull(Money.Cents)
}

/** Exactly one of the two is given. */
export const oneOfQuantityAndPrice = Schema.makeFilter(
  (asked: { readonly quantity: number | null; readonly price: bigint | null }) =>
    (asked.quantity === null) !== (asked.price === null),
  { expected: "either a quantity or a price" }
)

/** A pressed button. */
export class Button extends Schema.Class<Button>("Button")(
  Schema.Struct({
    /** The button; the layout of the till's profile must show it. */
    till_button_id: Id,
    ...howMuch
  }).check(oneOfQuantityAndPrice)
) {}

/** A sale, as a terminal asks for it. */
export class NewSale extends Schema.Class<NewSale>("NewSale")({
  /** A UUID that the terminal makes for this sale. The same sale sent again with it is not booked again. */
  uuid: OrderUuid,
  /** How it is paid: `tag` is the wristband, `sumup` a card. */
  payment_method: PaymentMethod,
  /** The chip number of the guest's wristband; null or absent unless it pays. */
  customer_tag_uid: orNull(TagUid),
  /** The most vouchers to use: null or absent for as many as possible, 0 or less for none. */
  used_vouchers: orNull(Integer),
  /** The presses of buttons in their order, at most 1,000. */
  buttons: Schema.Array(Button),
  /**
   * The moment whose prices the basket has: its first press, by the server's time. It counts if it is at most the event's
   * `basket_hold_minutes` ago; otherwise the present moment does. Null or absent for the cheapest prices of the last two minutes.
   */
  priced_at: Schema.optionalKey(nullOr(Moment)),
  /** What the guest was shown. A sale that costs more is refused, one that costs less is booked. Null or absent if that is not known. */
  shown_total: Schema.optionalKey(nullOr(Money.Cents))
}) {}

/** The totals of a sale; balances are 0 unless a tag pays. */
export const saleOutcome = {
  /** The UUID of the sale, as the request named it. */
  uuid: Schema.String,
  /** The guest's balance before the sale; 0 unless a wristband pays. */
  old_balance: Money.Cents,
  /** The guest's balance after the sale; 0 unless a wristband pays. */
  new_balance: Money.Cents,
  /** The guest's vouchers before the sale; 0 unless a wristband pays. */
  old_voucher_balance: Schema.Int,
  /** The guest's vouchers after the sale; 0 unless a wristband pays. */
  new_voucher_balance: Schema.Int,
  /** The account of the guest; null unless a wristband pays. */
  customer_account_id: nullOr(Id),
  /** How it was paid. */
  payment_method: PaymentMethod,
  /** One line for each product, and one for the discount by vouchers. */
  line_items: Schema.Array(PendingLineItem),
  /** Vouchers that pay for a part of the sale. */
  used_vouchers: Schema.Int,
  /** The number of lines. */
  item_count: Schema.Int,
  /** What is to be paid: the price of all lines, less what vouchers pay. */
  total_price: Money.Cents
}

/** The further fields of a booked sale. */
export const bookedSale = {
  /** The order that was booked. */
  id: Id,
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /** The user who booked it. */
  cashier_id: Id,
  /** The till at which it was booked. */
  till_id: Id
}

/** What a sale would do: the answer of its check, before anything is booked. */
export class PendingSale extends Schema.Class<PendingSale>("PendingSale")({
  ...saleOutcome,
  /** The presses, as the request named them. */
  buttons: Schema.Array(Button),
  /** The moment whose prices it has, or of its booking. Never null. */
  priced_at: nullOr(Schema.DateTimeUtc),
  /** What the goods would cost at their own prices: without price lists and vouchers. */
  list_total: Money.Cents,
  /** What makes it cheaper for this guest than for others, by name; empty for most. */
  reductions: Schema.Array(Reduction)
}) {}

/** A sale that was booked. */
export class CompletedSale extends Schema.Class<CompletedSale>("CompletedSale")({
  ...PendingSale.fields,
  ...bookedSale,
  /** The address of the receipt. */
  bon_url: Schema.String
}) {}

export type SaleRefusal =
  | AgeRestriction
  | CustomerNotFound
  | InsufficientCash
  | InvalidArgument
  | InvalidSale
  | NotEnoughFunds
  | NotEnoughVouchers
  | TillPermission

export interface SaleInput {
  readonly request: NewSale
  readonly catalogue: SaleCatalogue
  /** The prices of the till; absent where all products have their own price and nothing changes. */
  readonly prices?: TillPrices
  /** The customer with the tag of the request, if there is one. */
  readonly customer: BookingCustomer | null
  readonly till: BookingTill
  readonly event: BookingEvent
}

/** Decides the preview of a sale; it does not need the register yet. */
export const checkSale = (input: SaleInput): Result.Result<PendingSale, SaleRefusal> =>
  Result.map(checkedOut(input), (checkout) => pending(input, checkout))

/** Decides the booking of a sale. */
export const bookSale = (input: SaleInput): Result.Result<Booking<PendingSale>, SaleRefusal> =>
  Result.gen(function*() {
    const checkout = yield* checkedOut(input)
    const draft = yield* bookCheckout(input.request.uuid, checkout, input.till.register, input.event)
    return { answer: pending(input, checkout), draft }
  })

/** A customer's account after a booking. Others may have used it between decision and storing. */
export interface AccountAfter {
  /** In cents. */
  readonly balance: Money.Cents
  readonly vouchers: number
}

/** The sale as stored; `after` is the state of the customer's account after it, null unless a tag paid. */
export const completeSale = (
  sale: PendingSale,
  stored: Pick<CompletedSale, keyof typeof bookedSale | "bon_url"> & Partial<Pick<CompletedSale, "priced_at">>,
  after: AccountAfter | null
): CompletedSale => new CompletedSale({ ...sale, ...stored, ...balancesAfter(sale, after) })

/** The balances of an answer, given those after the booking. */
export const balancesAfter = (
  sale: Pick<PendingSale, "total_price" | "used_vouchers">,
  after: AccountAfter | null
) =>
  after === null ? {} : {
    old_balance: Money.add(after.balance, sale.total_price),
    new_balance: after.balance,
    old_voucher_balance: after.vouchers + sale.used_vouchers,
    new_voucher_balance: after.vouchers
  }

const checkedOut = (input: SaleInput): Result.Result<Checkout, SaleRefusal> =>
  Result.gen(function*() {
    const payer = yield* payerOf(input)
    const presses = yield* pressesOf(input.request.buttons, input.catalogue)
    yield* inStock(presses, input.catalogue.soldOut)
    const { pricedAt, reductions, ...priced } = yield* pricedFor(input, payer, presses)
    const checkout = yield* checkOut(priced, payer, input.till.register, input.event, input.request.shown_total ?? null)
    return { ...checkout, pricedAt, reductions: reductions.length === 0 ? undefined : reductions }
  })

/** Prices of one moment, which is undefined for the present one. */
interface PricedAt extends Priced {
  readonly pricedAt: DateTime.Utc | undefined
  /** What makes it cheaper for this guest than for others, by name. */
  readonly reductions: ReadonlyArray<Reduction>
}

/** How long an older terminal may take from its check to its booking, in milliseconds. */
const unheld = 120_000

/**
 * The presses at prices of one moment. A basket keeps the prices of its first press for a while; a terminal that names no moment gets
 * the cheapest of the last two minutes, so that it books no more than it showed. No basket keeps a price that was wrong. A change of a
 * tax rate counts at once: what matters to the tax office is when goods are handed over.
 */
const pricedFor = (
  input: SaleInput,
  payer: Payer,
  presses: ReadonlyArray<Press>
): Result.Result<PricedAt, InvalidArgument | InvalidSale> => {
  const { prices, request } = input
  if (prices === undefined) {
    return Result.map(priceLines(presses), (priced) => ({ ...priced, pricedAt: undefined, reductions: [] }))
  }
  const { changes, hold, now } = prices
  const present = pricedAtMoment(input, prices, payer, presses, now)
  const asked = request.priced_at?.epochMilliseconds
  const earlier = asked === undefined
    ? changes(now - unheld, now).map((change) => change - 1)
    : asked < now && now - asked <= hold && changes(asked, now).length > 0
    ? [asked]
    : []
  if (earlier.length === 0 || Result.isFailure(present)) return present
  const held = earlier.flatMap((moment) => {
    const then = pressesOf(request.buttons, prices.catalogueAt(moment))
    if (Result.isSuccess(then) && hasWrongPrice(then.success)) return []
    const priced = Result.flatMap(then, (pressed) => pricedAtMoment(input, prices, payer, pressed, moment))
    return Result.isSuccess(priced) && hasTaxesOf(priced.success, present.success)
      ? [{ ...priced.success, pricedAt: DateTime.makeUnsafe(moment) }]
      : []
  })
  return Result.succeed(
    asked === undefined ? cheapest([present.success, ...held], payer, input.event) : held[0] ?? present.success
  )
}

/** Whether a product was at a price then that open baskets don't keep. */
const hasWrongPrice = (presses: ReadonlyArray<Press>): boolean =>
  presses.some(({ products }) => products.some(({ isHeld }) => isHeld === false))

/** The cheapest in the end, of equal ones the first. */
const cheapest = <P extends Priced>(some: ReadonlyArray<P>, payer: Payer, event: BookingEvent): P =>
  some.map((one) => ({ one, cost: costOf(one, payer, event) })).reduce((a, b) => b.cost < a.cost ? b : a).one

const hasTaxesOf = (held: Priced, present: Priced): boolean =>
  held.products.every(({ id, tax_rate, tax_rate_id }) =>
    present.products.some((now) => now.id === id && now.tax_rate === tax_rate && now.tax_rate_id === tax_rate_id)
  )

/** Prices at a moment: with those for the guest's kinds of wristbands only if they make the whole cheaper. */
const pricedAtMoment = (
  { event }: SaleInput,
  prices: TillPrices,
  payer: Payer,
  presses: ReadonlyArray<Press>,
  moment: number
): Result.Result<PricedAt, InvalidArgument | InvalidSale> =>
  Result.gen(function*() {
    const kinds = payer.method === "tag" ? payer.customer.variantIds : []
    const forAll = { ...yield* priceLines(presses, prices.priceAt(moment, [])), pricedAt: undefined, reductions: [] }
    if (kinds.length === 0) return forAll
    const forKinds = yield* priceLines(presses, prices.priceAt(moment, kinds))
    const reductions = reductionsIn(forKinds, prices, moment, kinds)
    return cheapest<PricedAt>([forAll, { ...forKinds, pricedAt: undefined, reductions }], payer, event)
  })

/** What price lists for kinds of wristbands take off, by their names. */
const reductionsIn = (
  { lines }: Priced,
  { listAt, priceAt }: TillPrices,
  moment: number,
  kinds: ReadonlyArray<bigint>
): ReadonlyArray<Reduction> => {
  const [forAll, nameOf] = [priceAt(moment, []), listAt(moment, kinds)]
  const amounts = new Map<string, Money.Cents>()
  for (const { product, product_price, quantity } of lines) {
    const name = nameOf(product)
    if (!product.fixed_price || name === null) continue
    const amount = Money.times(Money.subtract(forAll(product), product_price), quantity)
    if (amount > 0n) amounts.set(name, Money.add(amounts.get(name) ?? Money.zero, amount))
  }
  return Array.from(amounts, ([name, amount]) => new Reduction({ kind: "price_list", name, amount }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const payerOf = (
  { customer, request, till }: SaleInput
): Result.Result<Payer, CustomerNotFound | InvalidArgument | TillPermission> => {
  const { customer_tag_uid: uid, payment_method: method, used_vouchers: maxVouchers } = request
  switch (method) {
    case "sumup_online":
      return refuse(orderRules.sale_online)
    case "tag":
      return uid === null
        ? refuse(orderRules.tag_needed)
        : Result.gen(function*() {
          yield* permitted(till, "enable_ssp_payment")
          return { method, customer: yield* foundCustomer(customer, uid), maxVouchers }
        })
    case "cash":
    case "sumup":
      return uid === null
        ? Result.map(
          permitted(till, method === "cash" ? "enable_cash_payment" : "enable_card_payment"),
          () => ({ method })
        )
        : refuse(orderRules.tag_not_expected)
  }
}

const pressesOf = (
  buttons: ReadonlyArray<Button>,
  catalogue: SaleCatalogue
): Result.Result<ReadonlyArray<Press>, InvalidArgument> => {
  const presses: Array<Press> = []
  for (const { price, quantity, till_button_id } of buttons) {
    const products = catalogue.productsOfButton(till_button_id)
    if (products === undefined || products.length === 0) {
      return refuse(orderRules.button_unknown, { button: till_button_id })
    }
    presses.push({ products, quantity, price })
  }
  return Result.succeed(presses)
}

const pending = ({ prices, request: { buttons, uuid } }: SaleInput, checkout: Checkout): PendingSale => {
  const present = prices === undefined ? null : DateTime.makeUnsafe(prices.now)
  return new PendingSale({
    ...outcomeOf(uuid, checkout),
    buttons,
    priced_at: checkout.pricedAt ?? present,
    list_total: listTotal(checkout.lines),
    reductions: checkout.reductions ?? []
  })
}

/** The fields of `saleOutcome`. */
export const outcomeOf = (uuid: string, { lines, payer, total, usedVouchers }: Checkout) => {
  const customer = payer.method === "tag" ? payer.customer : undefined
  const balance = customer?.balance ?? Money.zero
  const vouchers = customer?.vouchers ?? 0
  return {
    uuid,
    old_balance: balance,
    new_balance: customer === undefined ? balance : Money.subtract(balance, total),
    old_voucher_balance: vouchers,
    new_voucher_balance: vouchers - usedVouchers,
    customer_account_id: customer?.accountId ?? null,
    payment_method: payer.method,
    line_items: lines.map((line) => new PendingLineItem(line)),
    used_vouchers: usedVouchers,
    item_count: lines.length,
    total_price: total
  }
}
