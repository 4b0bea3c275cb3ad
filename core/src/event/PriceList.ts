import { DateTime, Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import { priceLists } from "../base/limits/Limits.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { offsetsIn, PriceWindow, spansOf } from "./pricing/PriceWindow.ts"
import { arrange, type PricedList, type Pricing, type Span } from "./pricing/Pricing.ts"
import { pricingRules } from "./PricingRules.ts"
import { Price, type Product } from "./Product.ts"
import type { ProductCategory } from "./ProductCategory.ts"
import { toSet } from "./UserTagVariant.ts"

/** What a list does to the price of a product, or of all products of a category. */
export class PriceListEntry extends Schema.Class<PriceListEntry>("PriceListEntry")({
  /** A product with a fixed price that is not taken back; null or absent if the entry names a category. */
  product_id: orNull(Id),
  /**
   * A category, for all of its products with a fixed price that are not taken back; null or absent if the entry names a product. A product
   * that the list names itself goes by its own entry.
   */
  category_id: orNull(Id),
  /** `price` is another price, `minus` an amount off, `percent` a percentage off. */
  kind: Schema.Literals(["price", "minus", "percent"]),
  /** The price or the amount; of `percent` the percentage, from 0 to 100 with at most two decimals. */
  value: Price
}) {}

/** What prices may be rounded to: the cent, 5, 10 and 50 cents, and the whole unit of the currency. */
const steps: ReadonlyArray<bigint> = [1n, 5n, 10n, 50n, 100n]
const Step = Money.centsThat((cents) => steps.includes(cents), "0.01, 0.05, 0.10, 0.50 or 1.00")

const ids = orElse(Schema.Array(Id), [])

const list = {
  /** The name: 1 to 255 characters. Unique among the price lists of the event. */
  name: Name,
  /** Of several lists that apply at once, the one with the highest rank decides. Unique in the event, from 1 to 10,000. */
  rank: integerBetween({ minimum: 1, maximum: 10_000 }),
  /** Null or absent for as long as it exists. */
  valid_from: orNull(Moment),
  /** When it ends; that moment is not included. Null or absent for no end. */
  valid_until: orNull(Moment),
  /** The hours in which it holds, at most 14 of them; none for always. */
  windows: orElse(Schema.Array(PriceWindow).check(Schema.isMaxLength(priceLists.windows)), []),
  /** The nodes whose tills have it, with all below; none for all tills at the node of the list and below. */
  node_ids: ids,
  /** The profiles of the tills that have it; none for all. */
  profile_ids: ids,
  /** The kinds of wristbands whose wearers get it; none for everyone, whatever they pay with. */
  user_tag_variant_ids: ids,
  /** What a percentage off is rounded to: 0.01, 0.05, 0.10, 0.50 or 1.00. */
  round_to: orElse(Step, Money.Cents.make(1n)),
  /** The products and categories, each once. */
  entries: Schema.Array(PriceListEntry).check(Schema.isMaxLength(priceLists.entries))
}

/** What the office enters for a price list. */
export class NewPriceList extends Schema.Class<NewPriceList>("NewPriceList")(list) {}

/** Prices that hold at some times, at some tills or for some guests. */
export class PriceList extends Schema.Class<PriceList>("PriceList")({
  ...list,
  /** When it begins; null for as long as it exists. */
  valid_from: nullOr(Moment),
  /** When it ends; that moment is not included. Null for no end. */
  valid_until: nullOr(Moment),
  /** The hours in which it holds; none for always. */
  windows: Schema.Array(PriceWindow),
  /** The nodes whose tills have it, with all below; none for all tills at the node of the list and below. Ascending. */
  node_ids: Schema.Array(Id),
  /** The profiles of the tills that have it, ascending; none for all. */
  profile_ids: Schema.Array(Id),
  /** The kinds of wristbands whose wearers get it, ascending; none for everyone, whatever they pay with. */
  user_tag_variant_ids: Schema.Array(Id),
  /** What a percentage off is rounded to: 0.01, 0.05, 0.10, 0.50 or 1.00. */
  round_to: Money.Cents,
  node_id: Id,
  id: Id
}) {}

/** From one moment until another; null for a moment outside of the days that are shown. */
const ShownSpan = Schema.Struct({
  /** When it begins; null for a moment more than a day ago. */
  from: nullOr(Schema.DateTimeUtc),
  /** When it ends; null for a moment more than eight days ahead. */
  until: nullOr(Schema.DateTimeUtc)
})

/** A price list with the moments at which it holds. */
export class ListedPriceList extends Schema.Class<ListedPriceList>("ListedPriceList")({
  ...PriceList.fields,
  /** Whether it holds now. */
  holds: Schema.Boolean,
  /** When it ends, if it holds now, or else when it begins next; null if not within eight days. */
  changes_at: nullOr(Schema.DateTimeUtc),
  /** When it holds from a day ago until eight days from now, ascending. Null stands for a moment before or after. */
  spans: Schema.Array(ShownSpan)
}) {}

/** A price list of the configuration in memory: one that is in force, or was until lately. */
export class KnownPriceList extends Schema.Class<KnownPriceList>("KnownPriceList")({
  ...PriceList.fields,
  /** When it was saved like this, in milliseconds since 1970. */
  begun: Schema.Number,
  /** When it was changed or deleted; null while it is in force. */
  ended: nullOr(Schema.Number)
}) {}

/** The facts that a price list is decided on. */
export interface PriceListReferences {
  /** The other price lists of the event. */
  readonly others: ReadonlyArray<PriceList>
  /** The products that it names, as far as they are at its node or above. */
  readonly products: ReadonlyArray<Product>
  /** The categories at its node and above. */
  readonly categories: ReadonlyArray<Pick<ProductCategory, "id" | "name">>
  /** The nodes that it names, as far as they are at its node or below. */
  readonly nodeIds: ReadonlyArray<bigint>
  /** The profiles that it names, as far as they are at its node or above. */
  readonly profileIds: ReadonlyArray<bigint>
  /** The kinds of wristbands of the event. */
  readonly variantIds: ReadonlyArray<bigint>
}

/** Decides about a product of a list: only what has a fixed price and is never taken back. Returns its name. */
const decideProduct = (id: bigint, products: ReadonlyArray<Product>): Result.Result<string, InvalidArgument> => {
  const product = products.find((one) => one.id === id)
  if (product === undefined || product.type !== "user_defined") return refuse(pricingRules.entry_unknown, { id })
  const named = { product: product.name }
  if (!product.fixed_price) return refuse(pricingRules.entry_free_price, named)
  return product.is_returnable ? refuse(pricingRules.entry_returnable, named) : Result.succeed(product.name)
}

/** Decides about an entry. Returns the name of what it is about. */
const decideEntry = (
  { category_id, kind, product_id, value }: PriceListEntry,
  { categories, products }: Pick<PriceListReferences, "categories" | "products">
): Result.Result<string, InvalidArgument> =>
  Result.gen(function*() {
    if ((product_id === null) === (category_id === null)) return yield* refuse(pricingRules.entry_names_one)
    const category = categories.find(({ id }) => id === category_id)
    const name = product_id !== null
      ? yield* decideProduct(product_id, products)
      : category?.name ?? (yield* refuse(catalogueRules.category_unknown, { id: String(category_id) }))
    return kind === "percent" && value > 10_000n
      ? yield* refuse(pricingRules.entry_above_all, { product: name })
      : name
  })

/** Decides whether something can be deleted that these price lists name. */
export const decideUnnamed = <A extends { readonly name: string }>(
  named: A,
  lists: ReadonlyArray<string>
): Result.Result<A, InvalidArgument> => {
  const [first] = lists
  return first === undefined
    ? Result.succeed(named)
    : refuse(pricingRules.named_in_list, { list: first, name: named.name })
}

const missing = (wanted: ReadonlyArray<bigint>, known: ReadonlyArray<bigint>) =>
  wanted.find((id) => !known.includes(id))

/** Decides in which form a price list is stored. */
export const decide = (
  input: NewPriceList,
  { categories, nodeIds, others, products, profileIds, variantIds }: PriceListReferences
): Result.Result<NewPriceList, InvalidArgument> =>
  Result.gen(function*() {
    const { entries, name, rank, valid_from: from, valid_until: until } = input
    if (others.length >= priceLists.lists) {
      return yield* refuse(pricingRules.lists_too_many, { maximum: priceLists.lists })
    }
    if (others.some((one) => one.name === name)) return yield* refuse(pricingRules.list_name_taken, { name })
    const alike = others.find((one) => one.rank === rank)
    if (alike !== undefined) return yield* refuse(pricingRules.rank_taken, { name: alike.name, rank })
    if (from !== null && until !== null && until.epochMilliseconds <= from.epochMilliseconds) {
      return yield* refuse(pricingRules.window_empty)
    }
    const node = missing(input.node_ids, nodeIds)
    if (node !== undefined) return yield* refuse(pricingRules.node_unknown, { id: node })
    const profile = missing(input.profile_ids, profileIds)
    if (profile !== undefined) return yield* refuse(pricingRules.profile_unknown, { id: profile })
    const variant = missing(input.user_tag_variant_ids, variantIds)
    if (variant !== undefined) return yield* refuse(catalogueRules.variant_unknown, { id: variant })
    const named = new Set<string>()
    for (const entry of entries) {
      const product = yield* decideEntry(entry, { categories, products })
      const key = `${entry.product_id} ${entry.category_id}`
      if (named.has(key)) return yield* refuse(pricingRules.entry_repeats, { product })
      named.add(key)
    }
    return new NewPriceList({
      ...input,
      node_ids: toSet(input.node_ids),
      profile_ids: toSet(input.profile_ids),
      user_tag_variant_ids: toSet(input.user_tag_variant_ids)
    })
  })

const hour = 3_600_000

/** How long before a moment prices of that moment still matter: a little longer than any basket may be held. */
const held = hour / 2 + 60_000

/** How long after it tills know their prices beforehand, and how long arranged lists are kept. */
const ahead = { known: 48 * hour, kept: hour }

/** Lists arranged for the hours around a moment, and until when that will do. */
export interface PricesAround {
  readonly pricing: Pricing
  readonly around: Span
  readonly until: number
}

/** The hours of a list during a period, in an event's time zone, as moments. */
const spansIn = (
  one: Pick<PriceList, "valid_from" | "valid_until" | "windows">,
  bounds: Span,
  period: Span,
  zone: string
) => {
  const timeZone = DateTime.zoneMakeNamedUnsafe(zone)
  const offsetAt = (at: number) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(at, { timeZone }))
  const offsets = offsetsIn({ from: period.from - 48 * hour, until: period.until + 48 * hour }, offsetAt)
  return spansOf(
    one.windows,
    {
      from: Math.max(bounds.from, one.valid_from?.epochMilliseconds ?? -Infinity),
      until: Math.min(bounds.until, one.valid_until?.epochMilliseconds ?? Infinity)
    },
    period,
    offsets
  ).filter(({ from, until }) => until > period.from && from <= period.until)
}

/** A present price list with the moments at which it holds around one, in milliseconds. */
export const withHours = (one: PriceList, zone: string, now: number): ListedPriceList => {
  const shown = { from: now - 24 * hour, until: now + 8 * 24 * hour }
  const spans = spansIn(one, { from: -Infinity, until: Infinity }, shown, zone)
  const within = (at: number) => at < shown.from || at > shown.until ? null : DateTime.makeUnsafe(at)
  const present = spans.find(({ from, until }) => from <= now && now < until)
  const next = spans.find(({ from }) => now < from)
  return new ListedPriceList({
    ...one,
    holds: present !== undefined,
    changes_at: present === undefined ? within(next?.from ?? Infinity) : within(present.until),
    spans: spans.map(({ from, until }) => ({ from: within(from), until: within(until) }))
  })
}

/** Arranges price lists by product, their hours in an event's time zone as moments. */
export const pricesAround = (
  lists: ReadonlyArray<KnownPriceList>,
  zone: string,
  moment: number
): PricesAround => {
  const period = { from: moment - held, until: moment + ahead.known + ahead.kept }
  const kept = { around: period, until: moment + ahead.kept }
  if (lists.length === 0) return { ...kept, pricing: new Map() }
  const priced = lists.map((one): PricedList => ({
    id: one.id,
    name: one.name,
    rank: one.rank,
    spans: spansIn(one, { from: one.begun, until: one.ended ?? Infinity }, period, zone),
    node_ids: one.node_ids.length === 0 ? [one.node_id] : one.node_ids,
    profile_ids: one.profile_ids,
    variant_ids: one.user_tag_variant_ids,
    entries: one.entries,
    round_to: one.round_to
  }))
  return { ...kept, pricing: arrange(priced.filter(({ spans }) => spans.length > 0)) }
}
