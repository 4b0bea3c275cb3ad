import { Result, Schema } from "effect"
import type { SystemAccounts } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { UserRole } from "../organisation/Role.ts"
import type { PersonRow } from "../organisation/User.ts"
import { type KnownPriceList, type PricesAround, pricesAround } from "./PriceList.ts"
import { changesBetween, type Pricing } from "./pricing/Pricing.ts"
import { Product, ProductType } from "./Product.ts"
import { Colour, type ProductCategory } from "./ProductCategory.ts"
import { tillPermissions } from "./TillProfile.ts"
import type { UserTagVariant } from "./UserTagVariant.ts"

/** The settings of an event that bookings and terminals need. */
export class BookingSettings extends Schema.Class<BookingSettings>("BookingSettings")({
  name: Schema.String,
  currency_identifier: Schema.String,
  /** IANA. */
  time_zone: Schema.String,
  /** Highest balance (cents) to which a booking may raise a customer's account. */
  max_account_balance: Money.Cents,
  customer_portal_url: Schema.String,
  sumup_topup_enabled: Schema.Boolean,
  sumup_payment_enabled: Schema.Boolean,
  /** Whether pay-outs and cash refunds may take more cash out of a register than it holds. */
  allow_register_overdraft: Schema.Boolean,
  /** How long baskets at tills keep the prices of their first press. */
  basket_hold_minutes: Schema.Int
}) {}

/** The event's account at the card provider. Keys are sealed (`Secrets` decrypts them) and null if not set. */
export class CardSettings extends Schema.Class<CardSettings>("CardSettings")({
  merchantCode: Schema.String,
  oauthClientId: Schema.String,
  apiKey: nullOr(Schema.String),
  affiliateKey: nullOr(Schema.String),
  oauthClientSecret: nullOr(Schema.String)
}) {}

export class TreeNode extends Schema.Class<TreeNode>("TreeNode")({
  id: Id,
  name: Schema.String,
  parent_ids: Schema.Array(Id),
  read_only: Schema.Boolean
}) {}

/** A product as it will be from a moment on. */
export class PlannedProduct extends Schema.Class<PlannedProduct>("PlannedProduct")({
  /** In milliseconds since 1970. */
  from: Schema.Number,
  product: Product,
  revisionId: Id
}) {}

/** A product as it was until a moment. */
export class FormerProduct extends Schema.Class<FormerProduct>("FormerProduct")({
  /** In milliseconds since 1970. */
  until: Schema.Number,
  product: Product,
  revisionId: Id,
  /** Whether open baskets keep it: false where its price was wrong, or one that came after it. */
  isHeld: Schema.Boolean
}) {}

export class CataloguedProduct extends Schema.Class<CataloguedProduct>("CataloguedProduct")({
  product: Product,
  type: ProductType,
  revisionId: Id,
  /** Balance on the tag that is included in a ticket, in cents. */
  initialTopUp: Money.Cents,
  /** What it was in the last half hour, in the order in which that ended: baskets keep the prices of their first press for so long. */
  former: Schema.Array(FormerProduct),
  /** What it will be, in the order in which that begins. */
  planned: Schema.Array(PlannedProduct)
}) {}

/** A planned change of the percentage of a tax rate. */
export class RateChangeRow extends Schema.Class<RateChangeRow>("RateChangeRow")({
  id: Id,
  /** In milliseconds since 1970. */
  from: Schema.Number
}) {}

export class ButtonRow extends Schema.Class<ButtonRow>("ButtonRow")({
  id: Id,
  name: Schema.String,
  short_name: nullOr(Schema.String),
  colour: nullOr(Colour),
  picture_hash: nullOr(Schema.String),
  category_id: nullOr(Id),
  product_ids: Schema.Array(Id)
}) {}

/** A product that is sold out at a node and below. */
export class SoldOutRow extends Schema.Class<SoldOutRow>("SoldOutRow")({
  product_id: Id,
  node_id: Id
}) {}

export class LayoutRow extends Schema.Class<LayoutRow>("LayoutRow")({
  id: Id,
  button_ids: Schema.Array(Id),
  ticket_ids: Schema.Array(Id)
}) {}

export class ProfileRow extends Schema.Class<ProfileRow>("ProfileRow")({
  id: Id,
  name: Schema.String,
  layout_id: Id,
  ...tillPermissions,
  one_page: Schema.Boolean
}) {}

export class TillRow extends Schema.Class<TillRow>("TillRow")({
  id: Id,
  node_id: Id,
  name: Schema.String,
  description: nullOr(Schema.String),
  active_profile_id: Id,
  terminal_id: nullOr(Id),
  cash_register_id: nullOr(Id),
  is_virtual: Schema.Boolean,
  z_nr: Schema.Int
}) {}

export class TerminalRow extends Schema.Class<TerminalRow>("TerminalRow")({
  id: Id,
  node_id: Id,
  name: Schema.String,
  description: nullOr(Schema.String),
  /** SHA-256 of the session token in hexadecimal; null until the terminal is registered. */
  session_hash: nullOr(Schema.String),
  active_user_id: nullOr(Id),
  active_user_role_id: nullOr(Id)
}) {}

export class RegisterRow extends Schema.Class<RegisterRow>("RegisterRow")({
  id: Id,
  node_id: Id,
  name: Schema.String,
  account_id: Id
}) {}

export class AssignmentRow extends Schema.Class<AssignmentRow>("AssignmentRow")({
  node_id: Id,
  user_id: Id,
  role_id: Id
}) {}

/** The data of one event that bookings and terminals need and that rarely change, as of one version. */
export interface EventConfiguration {
  readonly eventId: bigint
  /** Raised by every change of the configuration. */
  readonly version: bigint
  readonly settings: BookingSettings
  readonly card: CardSettings
  /** The nodes from the root to the event, and all nodes below the event. */
  readonly nodes: ReadonlyMap<bigint, TreeNode>
  readonly systemAccounts: SystemAccounts
  readonly products: ReadonlyMap<bigint, CataloguedProduct>
  /** The price lists that are in force or were lately, in the order of their ids. */
  readonly priceLists: ReadonlyArray<KnownPriceList>
  /** The same, arranged by product for the hours around the present moment. */
  readonly pricing: Pricing
  /** The moments in those hours at which a price changes, in milliseconds since 1970, ascending. */
  readonly priceChanges: ReadonlyArray<number>
  /** The planned changes of tax rates, in the order in which they begin. */
  readonly rateChanges: ReadonlyArray<RateChangeRow>
  /** The kinds of wristbands, by priority and name. */
  readonly variants: ReadonlyArray<UserTagVariant>
  readonly systemProducts: ReadonlyMap<ProductType, CataloguedProduct>
  readonly buttons: ReadonlyMap<bigint, ButtonRow>
  /** By sequence, then by name. */
  readonly categories: ReadonlyMap<bigint, ProductCategory>
  /** By product and node. */
  readonly soldOut: ReadonlyArray<SoldOutRow>
  readonly layouts: ReadonlyMap<bigint, LayoutRow>
  readonly profiles: ReadonlyMap<bigint, ProfileRow>
  readonly tills: ReadonlyMap<bigint, TillRow>
  readonly terminals: ReadonlyMap<bigint, TerminalRow>
  readonly registers: ReadonlyMap<bigint, RegisterRow>
  /** The users of the event and of the nodes above it. */
  readonly people: ReadonlyMap<bigint, PersonRow>
  readonly roles: ReadonlyMap<bigint, UserRole>
  readonly assignments: ReadonlyArray<AssignmentRow>
  /** The encrypted keys of the event's tags; null if there are none yet. */
  readonly tagSecret: { readonly key0: string; readonly key1: string } | null
}

/** A configuration as it is at a moment, and the moment (milliseconds) from which on it is another one. */
export interface InForce {
  readonly configuration: EventConfiguration
  /** Infinity if nothing is planned. */
  readonly until: number
}

/** Whether the percentage of a tax rate changed by a moment in milliseconds, and no one has ended the closings of the tills yet. */
export const isDue = ({ rateChanges: [first] }: Pick<EventConfiguration, "rateChanges">, millis: number): boolean =>
  first !== undefined && first.from <= millis

/** What a product was or will be at a moment in milliseconds, given what it is now. */
export const productAt = (
  entry: CataloguedProduct,
  millis: number
): Pick<CataloguedProduct, "product" | "revisionId"> & Partial<Pick<FormerProduct, "isHeld">> =>
  entry.former.find(({ until }) => millis < until) ?? entry.planned.findLast(({ from }) => from <= millis) ?? entry

/** The configuration with the products that are in force at a moment in milliseconds, and the prices around it. */
export const inForceAt = (configuration: EventConfiguration, millis: number): InForce => {
  const prices = pricesAround(configuration.priceLists, configuration.settings.time_zone, millis)
  let until = prices.until
  const changed = new Map<bigint, CataloguedProduct>()
  for (const [id, entry] of configuration.products) {
    const coming = entry.planned.findIndex(({ from }) => from > millis)
    if (coming >= 0) until = Math.min(until, entry.planned[coming]!.from)
    const begun = entry.planned.slice(0, coming < 0 ? entry.planned.length : coming)
    const last = begun.at(-1)
    if (last === undefined) continue
    const { product, revisionId } = last
    const planned = entry.planned.slice(begun.length)
    const former = [
      ...entry.former,
      ...[entry, ...begun].slice(0, -1).map((one, at) =>
        // What was planned lets baskets keep the price before it.
        new FormerProduct({
          until: begun[at]!.from,
          product: one.product,
          revisionId: one.revisionId,
          isHeld: true
        })
      )
    ]
    changed.set(id, new CataloguedProduct({ ...entry, product, revisionId, planned, former }))
  }
  const products = changed.size === 0 ? configuration.products : new Map([...configuration.products, ...changed])
  const { pricing } = prices
  return { configuration: { ...configuration, products, pricing, priceChanges: changesOf(products, prices) }, until }
}

/** The moments at which a version of a product or a price list begins or ends. */
const changesOf = (
  products: EventConfiguration["products"],
  { pricing, around: { from, until } }: PricesAround
): ReadonlyArray<number> => {
  const versions = Array.from(products.values()).flatMap(({ former, planned }) => [
    ...former.map((one) => one.until),
    ...planned.map((one) => one.from)
  ])
  const moments = new Set(versions.filter((moment) => from < moment && moment <= until))
  return [...moments.union(new Set(changesBetween(pricing, from, until)))].toSorted((a, b) => a - b)
}

/** The ids from the root down to the node itself. */
export const pathTo = (configuration: Pick<EventConfiguration, "nodes">, nodeId: bigint): ReadonlyArray<bigint> => {
  const node = configuration.nodes.get(nodeId)
  return node === undefined ? [] : node.id === 0n ? [0n] : [...node.parent_ids, node.id]
}

/** The ids from the event down to the node itself. */
export const eventPathTo = (configuration: EventConfiguration, nodeId: bigint): ReadonlyArray<bigint> => {
  const path = pathTo(configuration, nodeId)
  return path.slice(path.indexOf(configuration.eventId))
}

/** The ids of the node and of all nodes below it. */
export const subtreeOf = (configuration: Pick<EventConfiguration, "nodes">, nodeId: bigint): ReadonlySet<bigint> =>
  new Set(
    Array.from(configuration.nodes.values())
      .filter((node) => node.id === nodeId || node.parent_ids.includes(nodeId))
      .map((node) => node.id)
  )

/** Returns an entry that the database guarantees; its absence is a defect. */
export const required = <K, V>(map: ReadonlyMap<K, V>, key: K, what: string): V =>
  Result.getOrThrowWith(
    Result.fromNullishOr(map.get(key), () => new Error(`${what} ${String(key)} is missing`)),
    (error) => error
  )
