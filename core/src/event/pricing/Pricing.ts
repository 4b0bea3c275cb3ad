// What goods cost at a till at a moment. Servers and tills run this one file, so it imports nothing, has no clock and knows no time
// zones: amounts are in cents, moments in milliseconds since 1970.

/** From one moment until another, which is not included. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** What a list does to the price of a product, or of all in a category: another price, an amount off, or a share off. */
export interface PriceEntry {
  /** Null for a category. */
  readonly product_id: bigint | null
  /** Null, or absent, for a product. */
  readonly category_id?: bigint | null
  readonly kind: "price" | "minus" | "percent"
  /** In cents; of a share in ten-thousandths, from 0 to 10,000. */
  readonly value: bigint
}

/** Prices that hold at some times, at some tills, for some guests. An empty condition leaves nothing out. */
export interface PricedList {
  readonly id: bigint
  readonly name: string
  /** The higher decides. */
  readonly rank: number
  readonly spans: ReadonlyArray<Span>
  /** Nodes whose tills it is for, with those below. */
  readonly node_ids: ReadonlyArray<bigint>
  /** Profiles whose tills it is for. */
  readonly profile_ids: ReadonlyArray<bigint>
  /** Kinds of wristbands whose wearers it is for. */
  readonly variant_ids: ReadonlyArray<bigint>
  readonly entries: ReadonlyArray<PriceEntry>
  /** What a share off is rounded to, in cents. */
  readonly round_to: bigint
}

/** The till at which something is sold. */
export interface PricedTill {
  /** The nodes from the event down to that of the till. */
  readonly path: ReadonlyArray<bigint>
  readonly profileId: bigint
}

/** The list that decides a price, and the price of one piece. */
export interface UnitPrice {
  readonly price: bigint
  /** Null for the product's own price. */
  readonly list: PricedList | null
}

interface Offer {
  readonly list: PricedList
  readonly entry: PriceEntry
}

/** What lists say about a product, the highest rank first. */
interface Offers {
  readonly forAll: Array<Offer>
  readonly forKinds: Array<Offer>
}

/** A product as lists name it: itself, or by its category. */
export interface PricedProduct {
  readonly id: bigint
  readonly category_id?: bigint | null
  /** Its own price, in cents. */
  readonly price: bigint
}

/** Lists arranged by product, and by category: ids are 0 or more, so categories have keys below. */
export type Pricing = ReadonlyMap<bigint, Offers>

const keyOf = ({ category_id, product_id }: PriceEntry): bigint => product_id ?? -1n - (category_id ?? 0n)

const byRank = (a: { readonly list: PricedList }, b: { readonly list: PricedList }): number => b.list.rank - a.list.rank

/** Arranges lists, in any order, by the products and categories that they name. */
export const arrange = (lists: ReadonlyArray<PricedList>): Pricing => {
  const pricing = new Map<bigint, Offers>()
  for (const list of lists.toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))) {
    for (const entry of list.entries) {
      const offers = pricing.get(keyOf(entry)) ?? { forAll: [], forKinds: [] }
      pricing.set(keyOf(entry), offers)
      offers[list.variant_ids.length === 0 ? "forAll" : "forKinds"].push({ list, entry })
    }
  }
  return pricing
}

/** What lists say about a product. A list that names it beside its category means the product itself. */
export const offersOf = (
  pricing: Pricing,
  { category_id = null, id }: Pick<PricedProduct, "category_id" | "id">
): Offers | undefined => {
  const own = pricing.get(id)
  const others = category_id === null ? undefined : pricing.get(-1n - category_id)
  if (own === undefined || others === undefined) return own ?? others
  const joined = (kind: keyof Offers) =>
    [
      ...own[kind],
      ...others[kind].filter(({ list }) => !own[kind].some((one) => one.list === list))
    ].toSorted(byRank)
  return { forAll: joined("forAll"), forKinds: joined("forKinds") }
}

const some = (wanted: ReadonlyArray<bigint>, has: ReadonlyArray<bigint>) =>
  wanted.length === 0 || wanted.some((id) => has.includes(id))

const isOpen = ({ spans }: PricedList, moment: number): boolean =>
  spans.some(({ from, until }) => from <= moment && moment < until)

const applies = (list: PricedList, moment: number, till: PricedTill): boolean =>
  isOpen(list, moment) && some(list.node_ids, till.path) && some(list.profile_ids, [till.profileId])

/** Divides amounts of 0 or more; halves are rounded up. */
const divided = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by)

/** The price that an entry makes of a product's own, never below 0. What takes something off never raises it by rounding. */
const offered = ({ entry, list }: Offer, own: bigint): bigint => {
  if (entry.kind === "price") return entry.value
  if (entry.kind === "minus") return entry.value < own ? own - entry.value : 0n
  const rounded = divided(own * (10_000n - entry.value), 10_000n * list.round_to) * list.round_to
  return rounded < own ? rounded : own
}

/**
 * What one piece of a product costs. Of the lists for all guests that apply the one with the highest rank decides, and may raise the
 * price; of those for kinds of wristbands that the guest wears the cheapest, if it is lower still. Lists never add up.
 */
export const unitPrice = (
  pricing: Pricing,
  product: PricedProduct,
  moment: number,
  till: PricedTill,
  kinds: ReadonlyArray<bigint>
): UnitPrice => {
  const own = product.price
  const offers = offersOf(pricing, product)
  if (offers === undefined) return { price: own, list: null }
  const first = offers.forAll.find(({ list }) => applies(list, moment, till))
  let decided: UnitPrice = first === undefined
    ? { price: own, list: null }
    : { price: offered(first, own), list: first.list }
  if (kinds.length === 0) return decided
  for (const offer of offers.forKinds) {
    const price = offered(offer, own)
    if (price < decided.price && some(offer.list.variant_ids, kinds) && applies(offer.list, moment, till)) {
      decided = { price, list: offer.list }
    }
  }
  return decided
}

/** The lists that apply to a product, the highest rank first, each with the price that it makes; without a till those of any. */
export const listsFor = (
  pricing: Pricing,
  product: PricedProduct,
  moment: number,
  till: PricedTill | null
): ReadonlyArray<UnitPrice & Pick<Offer, "list">> => {
  const { forAll = [], forKinds = [] } = offersOf(pricing, product) ?? {}
  return [...forAll, ...forKinds]
    .filter(({ list }) => till === null ? isOpen(list, moment) : applies(list, moment, till))
    .toSorted(byRank)
    .map((offer) => ({ list: offer.list, price: offered(offer, product.price) }))
}

/** The moments after one and up to another at which a list begins or ends, ascending. */
export const changesBetween = (pricing: Pricing, after: number, upTo: number): ReadonlyArray<number> => {
  const moments = new Set<number>()
  for (const { forAll, forKinds } of pricing.values()) {
    for (const { list } of [...forAll, ...forKinds]) {
      for (const span of list.spans) {
        for (const moment of [span.from, span.until]) if (after < moment && moment <= upTo) moments.add(moment)
      }
    }
  }
  return [...moments].toSorted((a, b) => a - b)
}
