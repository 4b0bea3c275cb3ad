/**
 * A festival in memory, simple enough to be checked by reading: guests, tills and cash as plain numbers of cents, without postings
 * or lines. A step is decided by `ModelRules.ts`; the decisions of the ledger and the server must come to the same.
 */
export interface LedgerModel {
  readonly guests: Array<ModelGuest>
  readonly people: ReadonlyArray<ModelPerson>
  readonly tills: ReadonlyArray<ModelTill>
  readonly registers: ReadonlyArray<ModelRegister>
  /** Price of a piece of each product. */
  readonly prices: { [good in Good]: number }
  /** Price of a piece of each product in vouchers; 0 if it has none. */
  readonly inVouchers: { readonly [good in Good]: number }
  /** Whether the layout of the tills shows the button that sells beer alone. */
  beerOnlyShown: boolean
  /** Sales paid with a wristband, oldest first. */
  readonly sales: Array<ModelSale>
  /** Payout runs, oldest first. */
  readonly runs: Array<ModelRun>
  /** The till of the newest booking that can be sent again; null before the first. */
  lastTill: number | null
  /** Wristbands that no one had yet. */
  unusedBands: number
  /** What came to each account of the event since the beginning; what left it is negative. */
  readonly accounts: Map<string, number>
}

export interface ModelGuest {
  money: number
  vouchers: number
  /** Whether the guest has a wristband: a blocked one counts no more. */
  hasBand: boolean
  /** Whether the guest has entered a bank account. */
  hasBank: boolean
  /** What the guest gives to the event when they are paid out. */
  donation: number
  /** How often the guest has entered a bank account. */
  bankChanges: number
}

/** A guest who has entered no bank account. */
export const newGuest = { hasBand: true, hasBank: false, donation: 0, bankChanges: 0 }

/** A payout run. */
interface ModelRun {
  readonly payouts: ReadonlyArray<ModelPayout>
  /** Whether a bank file was made of it. */
  sent: boolean
  state: "done" | "open" | "revoked"
}

export interface ModelPayout {
  readonly guest: number
  readonly amount: number
  readonly donation: number
  status: "paid" | "released" | "reserved" | "returned"
}

interface ModelPerson {
  /** The register that they hold. */
  register: number | null
  /** Cash that they carry. */
  carried: number
}

interface ModelTill {
  person: number | null
  /** The register that lies in it. */
  register: number | null
}

interface ModelRegister {
  cash: number
}

interface ModelSale {
  readonly guest: number
  readonly till: number
  readonly bought: Purchase
  /** What was sold at which prices, for a comparison. */
  readonly content: string
  cancelled: boolean
}

/** What a sale takes from its payer: for the donations, for the event, in vouchers. */
export interface Purchase {
  readonly charity: number
  readonly other: number
  readonly vouchers: number
}

/** Crates are sold for the donations. */
export type Good = "beer" | "crate" | "cup" | "deposit" | "food" | "large" | "meal" | "soup"

export const firstPrices = {
  beer: 300,
  crate: 300,
  cup: 300,
  deposit: 200,
  food: 400,
  large: 500,
  meal: 500,
  soup: 333
}

const firstInVouchers = { beer: 1, crate: 1, cup: 0, deposit: 0, food: 1, large: 2, meal: 3, soup: 7 }

/** The products of each button, in the order of the products. */
export const buttons = {
  beer: ["beer", "deposit"],
  beerOnly: ["beer"],
  crate: ["crate", "deposit"],
  crateOnly: ["crate"],
  cup: ["cup"],
  deposit: ["deposit"],
  food: ["food"],
  large: ["large", "deposit"],
  largeOnly: ["large"],
  meal: ["meal"],
  soup: ["soup"]
} as const satisfies { readonly [button: string]: ReadonlyArray<Good> }

/** A ticket, and the money that it brings onto its wristband. */
export const ticket = { price: 1200, included: 800 }

export type Press = readonly [button: keyof typeof buttons, quantity: number]

/** The most money that a booking may raise a guest's balance to. */
export const maximum = 15_000

/** Pieces of a product; returned if the count is negative. */
export type Pieces = readonly [good: Good, count: number]

export type Prices = { readonly [good in Good]: number }

/** What is sold by presses. */
export const sold = (presses: ReadonlyArray<Press>): ReadonlyArray<Pieces> =>
  presses.flatMap(([button, quantity]) => buttons[button].map((good) => [good, quantity] as const))

/** How many of each product pieces come to; products that cancel out are left out. */
const counted = (pieces: ReadonlyArray<Pieces>): ReadonlyArray<Pieces> => {
  const counts = new Map<Good, number>()
  for (const [good, count] of pieces) counts.set(good, (counts.get(good) ?? 0) + count)
  return Array.from(counts).filter(([, count]) => count !== 0)
}

/** What is sold at which prices for these vouchers, in one way of many to press it. */
export const contentOf = (prices: Prices, pieces: ReadonlyArray<Pieces>, vouchers: number): string =>
  [...counted(pieces).map(([good, count]) => `${count} ${good} ${prices[good]}`).toSorted(), vouchers].join(", ")

/** The cost of pieces for those who have these vouchers; null if they cancel each other out. */
export const purchase = (
  inVouchers: Prices,
  prices: Prices,
  pieces: ReadonlyArray<Pieces>,
  vouchers: number
): Purchase | null => {
  const wanted = counted(pieces)
  if (wanted.length === 0) return null
  const owed = { charity: 0, other: 0 }
  const ownerOf = (good: Good) => good === "crate" ? "charity" : "other"
  for (const [good, n] of wanted) owed[ownerOf(good)] += prices[good] * n
  let left = Math.max(0, vouchers)
  const worth = (good: Good) => prices[good] / inVouchers[good]
  const payable = wanted.filter(([good, n]) => n > 0 && inVouchers[good] > 0)
  // Products have their numbers in the order of the names.
  for (const [good, n] of payable.toSorted(([a], [b]) => worth(b) - worth(a) || (a < b ? -1 : 1))) {
    const taken = Math.min(left, n * inVouchers[good])
    left -= taken
    owed[ownerOf(good)] -= taken === n * inVouchers[good]
      ? n * prices[good]
      : Math.round(taken * prices[good] / inVouchers[good])
  }
  return { ...owed, vouchers: Math.max(0, vouchers) - left }
}

/** A model of guests, and of tills that each have a user, with nothing booked yet. */
export const newModel = (
  { guests, people = [], registers, tills }: Pick<LedgerModel, "registers" | "tills"> & {
    readonly guests: ReadonlyArray<Pick<ModelGuest, "money" | "vouchers">>
    readonly people?: LedgerModel["people"]
  }
): LedgerModel => ({
  guests: guests.map((guest) => ({ ...newGuest, ...guest })),
  people,
  tills,
  registers,
  prices: { ...firstPrices },
  inVouchers: firstInVouchers,
  beerOnlyShown: true,
  sales: [],
  runs: [],
  lastTill: null,
  unusedBands: 0,
  accounts: new Map()
})

/** Posts money from one account to another. */
export const move = ({ accounts }: LedgerModel, from: string, to: string, amount: number) => {
  for (const [name, change] of [[from, -amount], [to, amount]] as const) {
    accounts.set(name, (accounts.get(name) ?? 0) + change)
  }
}
