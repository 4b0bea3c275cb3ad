import * as Money from "@wristbank/core/base/Money"
import type { StoredOrder } from "@wristbank/core/sale/Cancel"
import { NewPayOut, type PayOutInput } from "@wristbank/core/sale/PayOut"
import type { SaleInput } from "@wristbank/core/sale/Sale"
import { NewTopUp, type TopUpInput } from "@wristbank/core/sale/TopUp"
import { Schema } from "effect"
import {
  accounts,
  buttons,
  catalogue,
  customer,
  customerAccountId,
  event,
  newSale,
  product,
  till,
  uuid
} from "./OrderWorld.ts"

/** Whether a request is to break a check, by its name in the table. */
export type Breaking = (name: string) => boolean

export const profileOf = (breaks: Breaking) =>
  Object.fromEntries(Object.keys(till().profile).map((flag) => [flag, !breaks(`TillPermission: ${flag}`)]))

/** No two of the values differ. */
export const agree = (...values: ReadonlyArray<unknown>) =>
  new Set(values.filter((value) => value !== undefined)).size < 2

interface Asked {
  readonly till_button_id: number
  readonly quantity?: number
  readonly price?: number
}

const piece = (button: keyof typeof buttons, quantity: number): Asked => ({
  till_button_id: Number(buttons[button]),
  quantity
})

export const oddId = 30n

/** A product that is sold out. */
const goneId = 31n

/** A product that breaks what is asked of one entry. */
export const odd = (breaks: Breaking) =>
  product(oddId, "Odd", breaks("order.price_needed") || isPriceOdd(breaks) ? null : "3.00", {
    locked: !breaks("order.product_not_locked"),
    returnable: breaks("order.voucher_product_returned"),
    ...(breaks("order.voucher_product_returned") ? { vouchers: 1 } : {})
  })

const isPriceOdd = (breaks: Breaking) => breaks("order.price_out_of_range") && !breaks("order.quantity_needed")

/** The entry that breaks what is asked of one entry; none when nothing of that is broken, null when it can't be. */
const oddEntry = (breaks: Breaking): ReadonlyArray<Asked> | null => {
  const ofPrice = breaks("order.quantity_needed") || breaks("order.price_out_of_range")
  const back = [breaks("order.not_returnable"), breaks("order.voucher_product_returned")].filter((one) => one).length
  const ofQuantity = breaks("order.price_needed") || breaks("order.quantity_out_of_range") || back > 0
  if (ofPrice && ofQuantity || back > 1) return null
  if (!ofPrice && !ofQuantity && !breaks("order.product_not_locked")) return []
  const till_button_id = Number(oddId)
  if (ofPrice) return [{ till_button_id, price: breaks("order.price_out_of_range") ? 0 : 3 }]
  const quantity = breaks("order.quantity_out_of_range") ? 1001 : 1
  return [{ till_button_id, quantity: back > 0 ? -quantity : quantity }]
}

/** Entries that break what is asked of all of them together; null when they can't. */
export const entriesOf = (breaks: Breaking): ReadonlyArray<Asked> | null => {
  const isBack = breaks("order.maximum_exceeded") || breaks("InsufficientCash")
  const isLarge = breaks("order.sale_too_large")
  const isEmpty = breaks("order.sale_empty")
  const many = breaks("order.line_too_large")
  if ((isBack && (isLarge || breaks("NotEnoughFunds"))) || (isEmpty && (isBack || isLarge || many))) return null
  if (isEmpty && breaks("NotEnoughFunds")) return null
  const entries = [
    ...(many
      ? Array.from({ length: 101 }, () => isBack ? piece("deposit", -1000) : piece(isLarge ? "gold" : "beer", 1000))
      : []),
    ...(isLarge ? [piece("gold", 1000), piece("gold", 1)] : []),
    ...(breaks("order.entries_too_many") ? Array.from({ length: 1001 }, () => piece("soup", isEmpty ? 0 : 1)) : []),
    ...(breaks("order.target_account_forbidden") ? [piece("misdirected", isEmpty ? 0 : 1)] : []),
    ...(breaks("AgeRestriction") ? [piece("spirit", isEmpty ? 0 : 1)] : []),
    ...(isBack && !many ? [piece("deposit", -1000), piece("deposit", -1000)] : []),
    ...(breaks("NotEnoughFunds") ? [piece("beer", 200)] : []),
    ...(isEmpty ? [piece("beer", 0)] : [])
  ]
  const one = oddEntry(breaks)
  if (one === null) return null
  const all = [...entries, ...one]
  return all.length === 0 ? [piece("beer", 1)] : all
}

/** A number that is drawn at each tap, or one that stays. */
const chipOf = (breaks: Breaking) => breaks("organisation.chip_fleeting") ? 0x08_a1_b2_c3 : 0xabc
const isUnknown = (breaks: Breaking) => breaks("CustomerNotFound") || breaks("organisation.chip_fleeting")

const tagChecks = ["AgeRestriction", "NotEnoughVouchers", "NotEnoughFunds", "order.maximum_exceeded"]
export const buyerOf = (breaks: Breaking) =>
  customer(breaks("NotEnoughFunds") ? "1" : "140", 0, breaks("AgeRestriction") ? "under_18" : null)

export const brokenSale = (breaks: Breaking): SaleInput | null => {
  const unknown = isUnknown(breaks)
  const byTag = [...tagChecks, "order.tag_needed", "TillPermission: enable_ssp_payment"].some(breaks) || unknown
  const byCash = ["InsufficientCash", "order.register_missing", "TillPermission: enable_cash_payment"].some(breaks)
  const byCard = breaks("TillPermission: enable_card_payment")
  const online = breaks("order.sale_online")
  const method = [byTag ? "tag" : [], byCash ? "cash" : [], byCard ? "sumup" : [], online ? "sumup_online" : []].flat()
  const named = breaks("order.tag_not_expected")
  const found = entriesOf(breaks)
  if (!agree(...method) || found === null || (unknown && tagChecks.some(breaks))) return null
  if ((named && (byTag || online)) || (breaks("InsufficientCash") && breaks("order.register_missing"))) return null
  const payment_method = method[0] ?? (named ? "cash" : "tag")
  const isTag = payment_method === "tag"
  return {
    request: newSale({
      uuid,
      payment_method,
      customer_tag_uid: (isTag && !breaks("order.tag_needed")) || named ? chipOf(breaks) : null,
      used_vouchers: breaks("NotEnoughVouchers") ? 9 : 0,
      buttons: [
        ...found,
        ...(breaks("order.product_sold_out") ? [{ till_button_id: Number(goneId), quantity: 1 }] : []),
        ...(breaks("order.button_unknown") ? [piece("elsewhere", 1)] : [])
      ],
      shown_total: breaks("order.price_changed") ? -1_000_000_000 : null
    }),
    catalogue: {
      soldOut: new Set([goneId]),
      productsOfButton: (id) =>
        id === oddId
          ? [odd(breaks)]
          : id === goneId
          ? [product(goneId, "Gone", "1.00")]
          : catalogue.productsOfButton(id)
    },
    customer: unknown ? null : buyerOf(breaks),
    till: till({
      profile: profileOf(breaks),
      ...(breaks("order.register_missing") ? {} : { register: breaks("InsufficientCash") ? "1" : "100000000" })
    }),
    event
  }
}

const newTopUp = Schema.decodeUnknownSync(Schema.toCodecJson(NewTopUp))

export const brokenTopUp = (breaks: Breaking): TopUpInput | null => {
  const [online, unregistered] = [breaks("order.top_up_online_at_till"), breaks("order.register_missing")]
  const [unknown, full] = [isUnknown(breaks), breaks("order.maximum_exceeded")]
  if ((online && unregistered) || (unknown && full)) return null
  const amount = breaks("order.top_up_not_positive") ? 0 : breaks("order.top_up_too_small") ? 0.5 : 2
  return {
    request: newTopUp({
      uuid,
      payment_method: online ? "sumup_online" : "cash",
      amount,
      customer_tag_uid: chipOf(breaks)
    }),
    customer: unknown ? null : customer(full ? "151" : "10"),
    till: till({ profile: profileOf(breaks), ...(unregistered ? {} : { register: "0" }) }),
    event
  }
}

const newPayOut = Schema.decodeUnknownSync(Schema.toCodecJson(NewPayOut))

export const brokenPayOut = (breaks: Breaking): PayOutInput | null => {
  const [positive, empty] = [breaks("order.pay_out_not_negative"), breaks("order.pay_out_empty")]
  const [poor, unpaid] = [breaks("NotEnoughFunds"), breaks("InsufficientCash")]
  const [unknown, unregistered] = [isUnknown(breaks), breaks("order.register_missing")]
  const ofAmount = [positive, empty, poor || unpaid].filter((one) => one).length
  if (ofAmount > 1 || (unknown && (empty || poor || unpaid)) || (unregistered && unpaid)) return null
  return {
    request: newPayOut({
      uuid,
      customer_tag_uid: chipOf(breaks),
      amount: positive ? 5 : empty ? null : poor ? -200 : -20
    }),
    customer: unknown ? null : customer(empty ? "0" : "100"),
    till: till({ profile: profileOf(breaks), ...(unregistered ? {} : { register: unpaid ? "1" : "1000" }) }),
    event
  }
}

/** A return of a deposit, as it was booked: a cancel takes its 2.00 back. */
export const returned = (breaks: Breaking): StoredOrder => ({
  id: 5n,
  orderType: breaks("order.only_sales_cancelled") ? "top_up" : "sale",
  paymentMethod: breaks("order.only_tag_sales_cancelled") ? "cash" : "tag",
  tillId: breaks("order.cancelled_elsewhere") ? 4n : 3n,
  cancelled: breaks("order.order_cancelled"),
  lines: [],
  postings: [{ source: accounts.sale_exit, target: customerAccountId, amount: Money.Cents.make(200n), vouchers: 0 }]
})

const cancelChecks = [
  "order.order_cancelled",
  "order.only_sales_cancelled",
  "order.only_tag_sales_cancelled",
  "order.cancelled_elsewhere",
  "NotEnoughFunds: return"
]

/** At a till, or in the back office when it is null. */
export const brokenCancel = (tillId: bigint | null) => (breaks: Breaking) =>
  breaks("order.order_unknown") && cancelChecks.some(breaks) ? null : {
    uuid,
    tillId,
    order: breaks("order.order_unknown") ? null : returned(breaks),
    customer: customer(breaks("NotEnoughFunds: return") ? "1" : "140")
  }
