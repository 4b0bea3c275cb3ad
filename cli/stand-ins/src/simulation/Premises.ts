/** The size of a simulated festival. */
export interface FestivalSize {
  readonly guests: number
  readonly days: number
  readonly tills: number
  /** Determines everything that happens; a whole number from 0 to 4,294,967,295. */
  readonly seed: number
  /** Whether guests have tickets of a shop; otherwise everyone pays at the entrance. */
  readonly presale: boolean
  /** Whether a device signs the orders; it stops for an hour. By default none does. */
  readonly signing?: boolean
  /** Whether prices and a rate of tax change, as `PriceChanges` says. By default none does. */
  readonly pricesChange?: boolean
}

/** The fewest tills: one of each kind. */
export const fewestTills = 5

export type TillKind = "bar" | "food" | "entry" | "topUp" | "cashOut"

export interface SimulatedTill {
  /** Its place in the list of tills. */
  readonly at: number
  readonly kind: TillKind
  readonly name: string
  /** The cash that a register begins a shift with, in cents; null where no one takes cash. */
  readonly float: bigint | null
}

/** Shares of the tills; bars are all others. */
const shares = { food: 0.2, entry: 0.1, topUp: 0.15, cashOut: 0.05 } as const

const names: { readonly [Kind in TillKind]: string } = {
  bar: "Bar",
  food: "Food",
  entry: "Entry",
  topUp: "Top-up",
  cashOut: "Cash desk"
}

/** In cents. */
export const floats: { readonly [Kind in TillKind]: bigint | null } = {
  bar: null,
  food: null,
  entry: 200_00n,
  topUp: 200_00n,
  cashOut: 600_00n
}

/** The tills of a festival, in the order of their making. */
export const tillsOf = ({ tills }: Pick<FestivalSize, "tills">): ReadonlyArray<SimulatedTill> => {
  const counted = Object.entries(shares).map(([kind, share]) =>
    [kind as TillKind, Math.max(1, Math.floor(tills * share))] as const
  )
  const bars = tills - counted.reduce((sum, [, count]) => sum + count, 0)
  return [["bar", bars] as const, ...counted]
    .flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, n) => ({ kind, name: `${names[kind]} ${n + 1}`, float: floats[kind] }))
    )
    .map((till, at) => ({ at, ...till }))
}

/** Shifts of a day; each till has a cashier for each of them. */
export const shiftsPerDay = 2

/** Cashiers by their numbers: each works at one till, always in the same shift of the day. */
export const cashierOf = (till: SimulatedTill, shift: number): number => till.at * shiftsPerDay + shift

/** Wristbands in store, for guests who lose theirs. */
export const spareTags = ({ guests }: Pick<FestivalSize, "guests">): number => Math.ceil(guests * 0.03) + 5

/** Every twentieth guest is under 16: they pay less, and drink what they may. */
export const isUnder16 = (guest: number): boolean => guest % 20 === 19

/** Guests who bought their ticket in the shop, with their credit in cents; null for those who pay at the entrance. */
export const presaleCredit = (guest: number): bigint | null =>
  isUnder16(guest) || guest % 5 > 1 ? null : guest % 5 === 0 ? 0n : 20_00n

/** The code of a ticket that was bought in the shop. */
export const ticketCode = (guest: number): string => `TICKET-${String(guest + 1).padStart(6, "0")}`
