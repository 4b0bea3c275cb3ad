import { DateTime } from "effect"
import type { FakePosition, FakeShopBook } from "../ticket-shop/FakeShopBook.ts"

/** The products of the demo's ticket shop. */
export const shopProducts = { ticket: 101, credit: 201, parking: 301 } as const

/** A ticket with its code, and the credit in euro that was bought with it. */
interface Ticket {
  readonly code: string
  readonly name: string
  readonly credit?: number
}

interface Order {
  readonly code: string
  readonly tickets: ReadonlyArray<Ticket>
  /** Credit in euro that was bought with no ticket. */
  readonly stray?: number
  readonly isUnpaid?: boolean
}

/** Orders of the presale: one is not paid, and of one it is unclear who gets the credit. */
export const demoOrders: ReadonlyArray<Order> = [
  { code: "DEMO1", tickets: [{ code: "PRESALE1", name: "Nora Neumann", credit: 20 }] },
  {
    code: "DEMO2",
    tickets: [
      { code: "PRESALE2", name: "Ali Kaya", credit: 30 },
      { code: "PRESALE3", name: "Bea Kaya" }
    ]
  },
  { code: "DEMO3", tickets: [{ code: "PRESALE4", name: "Chris Ortmann", credit: 50 }] },
  {
    code: "DEMO4",
    tickets: [{ code: "PRESALE5", name: "Dana Weiß" }, { code: "PRESALE6", name: "Emil Weiß" }],
    stray: 10
  },
  { code: "DEMO5", tickets: [{ code: "PRESALE7", name: "Fatou Diallo" }], isUnpaid: true },
  { code: "DEMO6", tickets: [{ code: "PRESALE8", name: "Gianni Russo", credit: 15 }] }
]

/** Fills the shop. Its orders were placed in the weeks before the festival, one a day, the same at each start. */
export const fillShop = (book: FakeShopBook, festivalStart: DateTime.DateTime): void => {
  book.products.push(
    { id: shopProducts.ticket, name: { en: "Festival ticket", de: "Festivalkarte" }, default_price: "35.00" },
    { id: shopProducts.credit, name: { en: "Credit for the wristband", de: "Guthaben" }, default_price: "10.00" },
    { id: shopProducts.parking, name: { en: "Parking", de: "Parkplatz" }, default_price: "8.00" }
  )
  book.checkInLists.push({ id: 2, name: "Car park", all_products: false, limit_products: [shopProducts.parking] })
  demoOrders.forEach((order, at) => {
    const placedAt = DateTime.formatIso(DateTime.subtract(festivalStart, { days: 20 - at }))
    book.place(order.code, positionsOf(order, 10 * (at + 1)), {
      datetime: placedAt,
      last_modified: placedAt,
      ...(order.isUnpaid && { status: "n", payments: [] })
    })
  })
}

const positionsOf = ({ code, stray, tickets }: Order, firstId: number): ReadonlyArray<FakePosition> => {
  const credits: Array<FakePosition> = []
  const credit = (amount: number, addonTo: number | null) => {
    const id = firstId + tickets.length + credits.length
    const { credit: item } = shopProducts
    credits.push({ id, item, price: `${amount}.00`, secret: `${code}-${id}`, addon_to: addonTo })
  }
  const positions = tickets.map(({ code: secret, credit: amount, name }, at): FakePosition => {
    if (amount !== undefined) credit(amount, firstId + at)
    return { id: firstId + at, item: shopProducts.ticket, price: "35.00", secret, attendee_name: name }
  })
  if (stray !== undefined) credit(stray, null)
  return [...positions, ...credits]
}
