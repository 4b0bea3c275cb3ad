/**
 * The expected totals of a festival, as plain numbers of cents without accounts, postings or lines. The ledger is right
 * if it always agrees.
 */
export interface FestivalModel {
  readonly customers: Array<{ money: number; vouchers: number }>
  /** The till in which a register is; null if it is in none. */
  readonly registers: Array<{ cash: number; till: number | null }>
  /** All booked orders, oldest first. */
  readonly orders: Array<ModelOrder>
  readonly totals: {
    sales: number
    charity: number
    cashIn: number
    cashOut: number
    card: number
    stocked: number
    /** Cash returned to the vault. */
    counted: number
    /** Cash counted in excess of the registers' balances. */
    imbalance: number
    vouchersGranted: number
    vouchersSpent: number
  }
}

interface ModelOrder {
  readonly till: number
  /** Only for a sale paid by tag. */
  readonly byTag?: Purchase & { readonly customer: number }
  /** Cash that entered the till; negative if it left. */
  readonly cash: number
  cancelled: boolean
}

/** What a sale takes from its payer. */
export interface Purchase {
  readonly charity: number
  readonly other: number
  readonly vouchers: number
}

export const maximum = 15_000

export const newModel = (customers: number, registers: number): FestivalModel => ({
  customers: Array.from({ length: customers }, () => ({ money: 0, vouchers: 0 })),
  registers: Array.from({ length: registers }, () => ({ cash: 0, till: null })),
  orders: [],
  totals: {
    sales: 0,
    charity: 0,
    cashIn: 0,
    cashOut: 0,
    card: 0,
    stocked: 0,
    counted: 0,
    imbalance: 0,
    vouchersGranted: 0,
    vouchersSpent: 0
  }
})

/** Price and voucher price of each product, and the products of each button. */
const goods = {
  beer: { price: 300, vouchers: 1 },
  large: { price: 500, vouchers: 2 },
  meal: { price: 500, vouchers: 3 },
  food: { price: 400, vouchers: 1 },
  deposit: { price: 200, vouchers: 0 },
  charity: { price: 300, vouchers: 1 },
  mug: { price: 300, vouchers: 0 },
  soup: { price: 333, vouchers: 7 }
}
type Good = keyof typeof goods

export const pressable = {
  beerWithDeposit: ["beer", "deposit"],
  largeWithDeposit: ["large", "deposit"],
  charityWithDeposit: ["charity", "deposit"],
  beer: ["beer"],
  large: ["large"],
  meal: ["meal"],
  food: ["food"],
  deposit: ["deposit"],
  charity: ["charity"],
  mug: ["mug"],
  soup: ["soup"]
} as const satisfies { readonly [button: string]: ReadonlyArray<Good> }

export type Press = readonly [button: keyof typeof pressable, quantity: number]

/** The cost of the presses for a guest with these vouchers; `undefined` if they cancel each other out. */
export const purchase = (presses: ReadonlyArray<Press>, vouchers: number): Purchase | undefined => {
  const counts = new Map<Good, number>()
  for (const [button, quantity] of presses) {
    for (const good of pressable[button]) counts.set(good, (counts.get(good) ?? 0) + quantity)
  }
  const wanted = Array.from(counts).filter(([, count]) => count !== 0)
  if (wanted.length === 0) return undefined
  const sum = (some: ReadonlyArray<[Good, number]>) =>
    some.reduce((total, [good, n]) => total + goods[good].price * n, 0)
  const charity = sum(wanted.filter(([good]) => good === "charity"))
  const other = sum(wanted.filter(([good]) => good !== "charity"))
  let left = Math.max(0, vouchers)
  let saved = 0
  const worth = (good: Good) => goods[good].price / goods[good].vouchers
  const byWorth = wanted.filter(([good, n]) => n > 0 && goods[good].vouchers > 0).toSorted(([a], [b]) =>
    worth(b) - worth(a)
  )
  for (const [good, n] of byWorth) {
    const all = n * goods[good].vouchers
    const taken = Math.min(left, all)
    left -= taken
    saved += taken === all ? n * goods[good].price : Math.round(taken * goods[good].price / goods[good].vouchers)
  }
  return { charity, other: other - saved, vouchers: Math.max(0, vouchers) - left }
}

/** Decides whether a balance can pay for a purchase: "booked", or the name of the refusal. */
export const affordable = (money: number, { charity, other }: Purchase): string => {
  const after = money - charity - other
  if (after < money && after < 0) return "NotEnoughFunds"
  return after > money && after > maximum ? "order.maximum_exceeded" : "booked"
}

/** Books a sale in the model. */
export const recordSale = (
  model: FestivalModel,
  till: number,
  payer: { readonly customer: number } | "cash" | "card",
  bought: Purchase,
  register?: { cash: number }
) => {
  const total = bought.charity + bought.other
  model.totals.sales += bought.other
  model.totals.charity += bought.charity
  if (payer === "card") model.totals.card += total
  if (payer === "cash") {
    model.totals.cashIn += total
    register!.cash += total
  }
  if (typeof payer === "object") {
    model.totals.vouchersSpent += bought.vouchers
    const owner = model.customers[payer.customer]!
    owner.money -= total
    owner.vouchers -= bought.vouchers
    model.orders.push({ till, byTag: { ...bought, customer: payer.customer }, cash: 0, cancelled: false })
  } else {
    model.orders.push({ till, cash: payer === "cash" ? total : 0, cancelled: false })
  }
}
