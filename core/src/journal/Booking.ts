import { Result } from "effect"
import type { SystemAccounts } from "../base/Account.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { toHex } from "../base/TagUid.ts"
import type { Product, ProductType } from "../event/Product.ts"
import type { KnownVariant } from "../event/UserTagVariant.ts"
import { lastingChip } from "../organisation/LastingChip.ts"
import * as Ledger from "./Ledger.ts"
import type { OrderDraft, PricedLine } from "./Order.ts"
import { orderRules } from "./OrderRules.ts"
import { CustomerNotFound, InsufficientCash, type Permission, TillPermission } from "./Refusal.ts"
import type { TagOpening } from "./TagOpening.ts"

/** A product with the revision that a line item refers to. */
export interface SoldProduct {
  readonly product: Product
  readonly revisionId: bigint
  /** False for what a product was at a wrong price, which open baskets don't keep. */
  readonly isHeld?: boolean
}

/** The part of its event that every booking needs; an `EventConfiguration` is one. */
export interface BookingEvent {
  readonly systemAccounts: SystemAccounts
  readonly systemProducts: ReadonlyMap<ProductType, SoldProduct>
  /** The kinds of wristbands of the event. */
  readonly variants: ReadonlyArray<KnownVariant>
  readonly settings: {
    /** The highest balance to which a booking may raise a customer's account, in cents. */
    readonly max_account_balance: Money.Cents
    /** Whether pay-outs and cash refunds may take more out of a register than it holds. */
    readonly allow_register_overdraft: boolean
  }
}

export interface BookingRegister {
  readonly id: bigint
  readonly accountId: bigint
  /** Cash in it, in cents. */
  readonly balance: Money.Cents
}

export interface BookingTill {
  /** The permissions of the till's active profile. */
  readonly profile: { readonly [Flag in Permission]: boolean }
  /** The register in the till. */
  readonly register: BookingRegister | null
}

/** A customer's account as loaded, with its tag. */
export interface BookingCustomer {
  readonly accountId: bigint
  /** In cents. */
  readonly balance: Money.Cents
  readonly vouchers: number
  /** Null when the account no longer has a tag. */
  readonly userTagId: bigint | null
  /** The kinds of wristbands that its tag is of. */
  readonly variantIds: ReadonlyArray<bigint>
  /** Sum of the customer's registered top-ups, in cents; absent means none. It counts against the highest balance. */
  readonly pendingTopUps?: Money.Cents
}

/** A decision to book: the answer to the terminal, and the order to store. */
export interface Booking<Answer> {
  readonly answer: Answer
  readonly draft: OrderDraft
  /** The tags that it hands out, if any. */
  readonly openings?: ReadonlyArray<TagOpening> | undefined
}

/** The system product of a type. Every event has one of each, so a missing one is a defect. */
export const systemProduct = (event: Pick<BookingEvent, "systemProducts">, type: ProductType): SoldProduct => {
  const found = event.systemProducts.get(type)
  if (found === undefined) throw new Error(`The event has no system product ${type}`)
  return found
}

/** A line with a quantity at a gross price (cents) each, and the product's tax rate. */
export const pricedLine = (sold: SoldProduct, price: Money.Cents, quantity: number): PricedLine => {
  const { product, revisionId } = sold
  return {
    quantity,
    product,
    product_price: price,
    list_price: product.price === null || product.price === price ? null : product.price,
    tax_rate_id: product.tax_rate_id,
    tax_name: product.tax_name,
    tax_rate: product.tax_rate,
    total_price: Money.times(price, quantity),
    revisionId,
    vouchers_redeemed: 0,
    voucher_value: Money.zero
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
): Result.Result<BookingCustomer, CustomerNotFound | InvalidArgument> =>
  customer === null
    ? Result.flatMap(lastingChip(uid), () => Result.fail(new CustomerNotFound({ user_tag_uid_hex: toHex(uid) })))
    : Result.succeed(customer)

/**
 * Whether a booking may raise the customer's balance to this amount (cents). Registered top-ups reserve their share of the
 * highest balance.
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

/** The till's register; bookings with cash need one. */
export const presentRegister = (till: Pick<BookingTill, "register">): Result.Result<BookingRegister, InvalidArgument> =>
  till.register === null ? refuse(orderRules.register_missing) : Result.succeed(till.register)

/** Whether the register holds the cash (cents) that leaves it. An amount of 0 or less takes nothing out. */
export const sufficientCash = (
  register: BookingRegister,
  leaving: Money.Cents,
  event: BookingEvent
): Result.Result<void, InsufficientCash> =>
  leaving > 0n && leaving > register.balance && !event.settings.allow_register_overdraft
    ? Result.fail(new InsufficientCash({ needed: leaving, available: register.balance }))
    : Result.succeed(undefined)

/** The guard of a customer's account: never below 0, never raised above the highest balance, still with this tag. */
export const customerAccount = (customer: BookingCustomer, event: BookingEvent): Ledger.GuardedAccount => ({
  id: customer.accountId,
  minimum: Money.zero,
  maximum: event.settings.max_account_balance,
  userTagId: customer.userTagId
})

/** The guard of a register: never below 0, unless the event allows it. */
export const registerAccount = (register: BookingRegister, event: BookingEvent): Ledger.GuardedAccount => ({
  id: register.accountId,
  minimum: event.settings.allow_register_overdraft ? null : Money.zero,
  maximum: null,
  userTagId: null
})
