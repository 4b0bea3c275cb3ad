import { Result } from "effect"
import type { Product, ProductRestriction, ProductType } from "../catalogue/Product.ts"
import { contained } from "../catalogue/TaxRate.ts"
import type { SystemAccounts } from "../ledger/Account.ts"
import * as Ledger from "../ledger/Ledger.ts"
import * as Money from "../ledger/Money.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { toHex } from "../primitives/TagUid.ts"
import type { BookedLine, OrderDraft } from "./Order.ts"
import { orderRules } from "./OrderRules.ts"
import { CustomerNotFound, InsufficientCash, type Permission, TillPermission } from "./Refusal.ts"
import type { TagOpening } from "./TagOpening.ts"

/** A product with the revision that a line item refers to. */
export interface SoldProduct {
  readonly product: Product
  readonly revisionId: bigint
}

/** What every booking needs to know of its event; an `EventConfiguration` is one. */
export interface BookingEvent {
  readonly systemAccounts: SystemAccounts
  readonly systemProducts: ReadonlyMap<ProductType, SoldProduct>
  readonly settings: {
    /** A booking may not raise a customer's balance above this, in cents. */
    readonly max_account_balance: Money.Cents
    /** Pay-outs and cash refunds may take more out of a register than it holds. */
    readonly allow_register_overdraft: boolean
  }
}

export interface BookingRegister {
  readonly id: bigint
  readonly accountId: bigint
  /** Money in it, in cents. */
  readonly balance: Money.Cents
}

export interface BookingTill {
  /** What the till's active profile allows. */
  readonly profile: { readonly [Flag in Permission]: boolean }
  /** The register that lies in the till. */
  readonly register: BookingRegister | null
}

/** A customer's account as loaded, with its tag. */
export interface BookingCustomer {
  readonly accountId: bigint
  /** In cents. */
  readonly balance: Money.Cents
  readonly vouchers: number
  /** Null when the account has lost its tag. */
  readonly userTagId: bigint | null
  /** The age its tag carries. */
  readonly restriction: ProductRestriction | null
  /** What registered top-ups will bring, in cents; nothing when absent. It counts against the maximum. */
  readonly pendingTopUps?: Money.Cents
}

/** A decision to book: the answer to the terminal, and what is stored. */
export interface Booking<Answer> {
  readonly answer: Answer
  readonly draft: OrderDraft
  /** The tags that it hands out; absent when it hands out none. */
  readonly openings?: ReadonlyArray<TagOpening>
}

/** The system product of a type; every event has one of each, so a missing one is a defect. */
export const systemProduct = (event: Pick<BookingEvent, "systemProducts">, type: ProductType): SoldProduct => {
  const found = event.systemProducts.get(type)
  if (found === undefined) throw new Error(`The event has no system product ${type}`)
  return found
}

/** A line of so many pieces at a gross price (cents) each, with the product's tax rate. */
export const bookedLine = (sold: SoldProduct, price: Money.Cents, quantity: number): BookedLine => {
  const { product, revisionId } = sold
  const total = Money.times(price, quantity)
  return {
    quantity,
    product,
    product_price: price,
    tax_rate_id: product.tax_rate_id,
    tax_name: product.tax_name,
    tax_rate: product.tax_rate,
    total_price: total,
    revisionId,
    totalTax: contained(total, product.tax_rate),
    vouchersRedeemed: 0
  }
}

export const permitted = (
  till: Pick<BookingTill, "profile">,
  permission: Permission
): Result.Result<void, TillPermission> =>
  till.profile[permission] ? Result.succeed(undefined) : Result.fail(new TillPermission({ permission }))

export const foundCustomer = (
  customer: BookingCustomer | null,
  uid: bigint
): Result.Result<BookingCustomer, CustomerNotFound> =>
  customer === null
    ? Result.fail(new CustomerNotFound({ user_tag_uid_hex: toHex(uid) }))
    : Result.succeed(customer)

/**
 * Whether the customer's balance may become so much (cents) by a booking that raises it. What registered top-ups will bring
 * needs its room as well.
 */
export const belowMaximum = (
  { pendingTopUps = Money.zero }: BookingCustomer,
  balance: Money.Cents,
  { settings: { max_account_balance: maximum } }: BookingEvent
): Result.Result<void, InvalidArgument> => {
  const reached = Money.add(balance, pendingTopUps)
  return reached > maximum
    ? refuse(orderRules.maximum_exceeded, { balance: reached, maximum })
    : Result.succeed(undefined)
}

/** The till's register; a booking with cash needs one. */
export const presentRegister = (till: Pick<BookingTill, "register">): Result.Result<BookingRegister, InvalidArgument> =>
  till.register === null ? refuse(orderRules.register_missing) : Result.succeed(till.register)

/** Whether the register holds the cash (cents) that is to leave it; nothing leaves for 0 and less. */
export const sufficientCash = (
  register: BookingRegister,
  leaving: Money.Cents,
  event: BookingEvent
): Result.Result<void, InsufficientCash> =>
  leaving > 0n && leaving > register.balance && !event.settings.allow_register_overdraft
    ? Result.fail(new InsufficientCash({ needed: leaving, available: register.balance }))
    : Result.succeed(undefined)

/** A customer's account as an entry guards it: never below 0, never raised above the maximum, still with this tag. */
export const customerAccount = (customer: BookingCustomer, event: BookingEvent): Ledger.GuardedAccount => ({
  id: customer.accountId,
  type: "private",
  minimum: Money.zero,
  maximum: event.settings.max_account_balance,
  userTagId: customer.userTagId
})

/** A register as an entry guards it: not taken below 0, unless the event allows it. */
export const registerAccount = (register: BookingRegister, event: BookingEvent): Ledger.GuardedAccount => ({
  id: register.accountId,
  type: "cash_register",
  minimum: event.settings.allow_register_overdraft ? null : Money.zero,
  maximum: null,
  userTagId: null
})
