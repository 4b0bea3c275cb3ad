import { getDefaultStore } from "jotai"
import type { Amount } from "../../kit/Amount.ts"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { book } from "../journal/useJournal.ts"
import { type Basket, requestedButtons, totalOf, wordsOf } from "./Basket.ts"
import {
  isHeldUpAtom,
  latestBasketAtom,
  type PaidBasket,
  putBack,
  shownBookingAtom,
  takeBasket,
  usesVouchersAtom
} from "./SaleState.ts"

export type Payment =
  | { readonly method: "tag"; readonly chip: Chip }
  | { readonly method: "cash"; readonly given: Amount | undefined }
  | { readonly method: "sumup" }

const store = getDefaultStore()

/** The wristband that paid last, and when. */
let latestTap: { readonly chip: Chip; readonly at: number } | undefined

/** A wristband that stays at the reader is read again and again; within this time that means nothing, in milliseconds. */
const sameTap = 3_000

/** Whether this is the wristband that has just paid, still at the reader. */
export const isSameTap = (chip: Chip, now: number): boolean => latestTap?.chip === chip && now - latestTap.at < sameTap

/** Books the basket. The server checks and books in one step; nothing is booked that a check would have refused. */
export const pay = async (payment: Payment): Promise<void> => {
  const paid = takeBasket()
  if (paid === undefined) return
  const { basket, lines } = paid
  store.set(isHeldUpAtom, false)
  if (payment.method === "tag") latestTap = { chip: payment.chip, at: Date.now() }
  const booking = await book({
    call: "POST /order/book-sale",
    body: requestFor(payment, paid),
    subject: {
      chip: payment.method === "tag" ? payment.chip : null,
      amount: totalOf(lines),
      given: payment.method === "cash" ? payment.given : undefined,
      text: wordsOf(lines)
    },
    card: payment.method === "sumup"
  })
  if (booking === undefined) {
    putBack(basket)
    store.set(isHeldUpAtom, true)
    return
  }
  store.set(latestBasketAtom, keep(basket))
  store.set(shownBookingAtom, booking.uuid)
}

const keep = (basket: Basket): Basket => ({ ...basket, earlier: [] })

const requestFor = (payment: Payment, { lines, moment }: PaidBasket) => ({
  payment_method: payment.method,
  customer_tag_uid: payment.method === "tag" ? asJson(payment.chip) : null,
  used_vouchers: payment.method !== "tag" || store.get(usesVouchersAtom) ? null : 0,
  buttons: requestedButtons(lines),
  priced_at: new Date(moment).toISOString(),
  shown_total: totalOf(lines)
})
