import { type SystemAccounts, systemAccounts } from "@wristbank/core/base/Account"
import { Cents, parse } from "@wristbank/core/base/Money"
import { complete, type ProductType } from "@wristbank/core/event/Product"
import { idsOf, type KnownVariant, type ProductRestriction, restrictionsOf } from "@wristbank/core/event/UserTagVariant"
import type {
  BookingCustomer,
  BookingEvent,
  BookingRegister,
  BookingTill,
  SoldProduct
} from "@wristbank/core/journal/Booking"
import * as Ledger from "@wristbank/core/journal/Ledger"
import { layoutCatalogue } from "@wristbank/core/journal/LineItem"
import type { OrderDraft } from "@wristbank/core/journal/Order"
import { bookSale, checkSale, NewSale, type SaleInput } from "@wristbank/core/sale/Sale"
import { Result, Schema } from "effect"
import { everythingAllowed } from "../../support/profile.ts"

/** "12.50" in cents. */
export const euro = (text: string): Cents => {
  const cents = parse(text)
  if (cents === undefined) throw new Error(`${text} is no amount`)
  return cents
}

/** Ids of system accounts: 1 for the first type and so on. */
export const accounts = Object.fromEntries(
  systemAccounts.map(({ type }, index) => [type, BigInt(index + 1)])
) as SystemAccounts

export const customerAccountId = 1000n
export const registerAccountId = 2000n
export const customerTagId = 77n
export const uuid = "0d5f2f7c-7b0e-4c57-9d3b-0f6a4d0c5a11"

/** The kinds of wristbands of the event: the two ages and one of its own, listed by priority. */
export const variants: ReadonlyArray<KnownVariant> = [
  { id: 61n, variant_name: "under_16", priority: 1 },
  { id: 62n, variant_name: "under_18", priority: 2 },
  { id: 63n, variant_name: "vip", priority: 5 }
]
export const vip = 63n

const taxes = { none: { id: 1n, rate: 0 }, ust: { id: 2n, rate: 1900 }, eust: { id: 3n, rate: 700 } }

export const product = (
  id: bigint,
  name: string,
  price: string | null,
  options: {
    readonly tax?: keyof typeof taxes
    readonly vouchers?: number
    readonly type?: ProductType
    readonly returnable?: boolean
    readonly locked?: boolean
    readonly restrictions?: ReadonlyArray<ProductRestriction>
    /** In place of restrictions. */
    readonly variantIds?: ReadonlyArray<bigint>
    readonly target?: bigint
  } = {}
): SoldProduct => {
  const tax = options.tax ?? "none"
  const variantIds = options.variantIds ?? idsOf(options.restrictions ?? [], variants)
  return {
    revisionId: id + 500n,
    product: complete({
      id,
      name,
      price: price === null ? null : euro(price),
      fixed_price: price !== null,
      price_in_vouchers: options.vouchers ?? null,
      tax_rate_id: taxes[tax].id,
      tax_name: tax,
      tax_rate: taxes[tax].rate,
      user_tag_variant_ids: variantIds,
      restrictions: restrictionsOf(variantIds, variants),
      is_locked: options.locked ?? true,
      is_returnable: options.returnable ?? false,
      target_account_id: options.target ?? null,
      category_id: null,
      node_id: 1n,
      type: options.type ?? "user_defined"
    })
  }
}

const system = (id: bigint, type: ProductType): [ProductType, SoldProduct] => [type, product(id, type, null, { type })]

export const beer = product(11n, "Beer", "3.00", { tax: "ust", vouchers: 1 })
const large = product(12n, "Large", "5.00", { tax: "ust", vouchers: 2 })
const meal = product(13n, "Meal", "5.00", { tax: "ust", vouchers: 3 })
export const food = product(14n, "Food", "4.00", { vouchers: 1 })
export const deposit = product(15n, "Deposit", "2.00", { returnable: true })
const open = product(16n, "Open", null, { tax: "ust" })
export const spirit = product(17n, "Spirit", "2.00", { tax: "ust", restrictions: ["under_18"] })
/** Its revenue goes to an account of its own. */
export const charity = product(18n, "Charity", "3.00", { vouchers: 1, target: accounts.donation_exit })
const returnableMug = product(19n, "Mug", "3.00", { tax: "ust", returnable: true })
/** A product with settings that were once allowed. */
const contradictoryMug = product(24n, "Old mug", "5.00", { tax: "ust", vouchers: 1, returnable: true })
const unlocked = product(20n, "Unlocked", "1.00", { locked: false })
export const misdirected = product(21n, "Misdirected", "1.00", { target: customerAccountId })
/** The highest possible price. */
const gold = product(23n, "Gold", "10000000.00")
const soup = product(22n, "Soup", "3.33", { tax: "eust", vouchers: 7 })

const all = [
  beer,
  large,
  meal,
  food,
  deposit,
  open,
  spirit,
  charity,
  returnableMug,
  contradictoryMug,
  unlocked,
  misdirected,
  soup,
  gold,
  product(40n, "Top-up", null, { type: "topup" })
]

/** Buttons by their products; buttons with one product have its id. */
export const buttons = {
  beerWithDeposit: 101n,
  largeWithDeposit: 102n,
  charityWithDeposit: 103n,
  openWithDeposit: 104n,
  empty: 105n,
  elsewhere: 106n,
  beer: 11n,
  large: 12n,
  meal: 13n,
  food: 14n,
  deposit: 15n,
  open: 16n,
  spirit: 17n,
  charity: 18n,
  mug: 19n,
  oldMug: 24n,
  unlocked: 20n,
  misdirected: 21n,
  soup: 22n,
  gold: 23n
}

const sells = new Map<bigint, { readonly product_ids: ReadonlyArray<bigint> }>([
  // The larger id comes first, but the lines are ordered by product id all the same.
  [buttons.beerWithDeposit, { product_ids: [15n, 11n] }],
  [buttons.largeWithDeposit, { product_ids: [12n, 15n] }],
  [buttons.charityWithDeposit, { product_ids: [18n, 15n] }],
  [buttons.openWithDeposit, { product_ids: [16n, 15n] }],
  [buttons.empty, { product_ids: [] }],
  [buttons.elsewhere, { product_ids: [11n] }],
  ...all.map((
    { product: { id } }
  ): [bigint, { readonly product_ids: ReadonlyArray<bigint> }] => [id, { product_ids: [id] }])
])

export const event: BookingEvent = {
  systemAccounts: accounts,
  variants,
  systemProducts: new Map([
    system(1n, "discount"),
    system(2n, "topup"),
    system(3n, "payout"),
    system(4n, "money_transfer"),
    system(5n, "imbalance")
  ]),
  settings: { max_account_balance: euro("150"), allow_register_overdraft: false }
}

export const products = new Map(all.map((sold) => [sold.product.id, sold]))

export const catalogue = layoutCatalogue(
  {
    layouts: new Map([
      [1n, { button_ids: Array.from(sells.keys()).filter((id) => id !== buttons.elsewhere) }],
      [2n, { button_ids: [buttons.elsewhere] }]
    ]),
    buttons: sells,
    products
  },
  1n,
  new Set()
)

export const register = (balance: string): BookingRegister => ({
  id: 9n,
  accountId: registerAccountId,
  balance: euro(balance)
})

export const till = (
  options: { readonly register?: string; readonly profile?: Partial<BookingTill["profile"]> } = {}
) => ({
  profile: { ...everythingAllowed, ...options.profile },
  register: options.register === undefined ? null : register(options.register)
})

export const customer = (
  balance: string,
  vouchers = 0,
  restriction: ProductRestriction | null = null
): BookingCustomer => ({
  accountId: customerAccountId,
  balance: euro(balance),
  vouchers,
  userTagId: customerTagId,
  variantIds: idsOf(restriction === null ? [] : [restriction], variants)
})

/** Reads a request as from its JSON body. */
export const newSale = Schema.decodeUnknownSync(Schema.toCodecJson(NewSale))

export type Pressed =
  | readonly [button: keyof typeof buttons, quantity: number]
  | readonly [
    button: "open" | "beer" | "openWithDeposit",
    price: string
  ]

/** A number is a quantity, a text is a price. */
export const pressed = (...presses: ReadonlyArray<Pressed>) =>
  presses.map(([button, asked]) => ({
    till_button_id: Number(buttons[button]),
    ...(typeof asked === "number" ? { quantity: asked } : { price: asked })
  }))

/** A sale by tag by default. */
export const sale = (
  presses: ReadonlyArray<Pressed>,
  options: {
    readonly customer?: BookingCustomer | null
    readonly till?: BookingTill
    readonly event?: BookingEvent
    readonly request?: { readonly [field: string]: unknown }
  } = {}
): SaleInput => ({
  request: newSale({
    uuid,
    payment_method: "tag",
    customer_tag_uid: 0xabc,
    buttons: pressed(...presses),
    ...options.request
  }),
  catalogue,
  customer: options.customer === undefined ? customer("100") : options.customer,
  till: options.till ?? till(),
  event: options.event ?? event
})

/** Fields that turn a sale into one paid without a tag. */
export const paidBy = (method: "cash" | "sumup") => ({ payment_method: method, customer_tag_uid: null })

/** The change of an account by a draft, as printed money and vouchers. */
export const changeOf = (draft: OrderDraft, accountId: bigint) => Ledger.change(draft.postings, accountId)

/** Checks and books; asserts that both have the same result. */
export const sold = (input: SaleInput) => {
  const booking = Result.getOrThrow(bookSale(input))
  const answer = Result.getOrThrow(checkSale(input))
  if (answer.total_price !== booking.answer.total_price || answer.new_balance !== booking.answer.new_balance) {
    throw new Error("check and book differ")
  }
  return booking
}

/** The refusal of a result that must be refused. */
export const refusal = <E>(result: Result.Result<unknown, E>): E => Result.getOrThrow(Result.flip(result))

/** The refusal of a sale; asserts that check and book agree. */
export const refusedSale = (input: SaleInput) => {
  const book = refusal(bookSale(input))
  const check = refusal(checkSale(input))
  if (check._tag !== book._tag || check.message !== book.message) throw new Error("check and book differ")
  return book
}
