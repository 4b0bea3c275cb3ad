import { Context, DateTime, Schema, Struct } from "effect"
import { Id } from "../base/Id.ts"
import { languages } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { required } from "../event/EventConfiguration.ts"
import { isTakenBack } from "../event/Product.ts"
import { Colour, ProductCategory } from "../event/ProductCategory.ts"
import { tillPermissions } from "../event/TillProfile.ts"
import { byKind, EventPrivilege, NodePrivilege, Privilege } from "../organisation/Privilege.ts"
import { ListedRole } from "../organisation/Role.ts"
import { availableRoles, AvailableRolesAtNode, availableRolesByNode } from "./AvailableRoles.ts"
import type { TerminalState, TerminalTill } from "./TerminalState.ts"
import { type TillPrices, tillPrices } from "./TillPrices.ts"

/** What a press costs for some time, without the kinds of wristbands of a guest. */
export class ButtonPrice extends Schema.Class<ButtonPrice>("ButtonPrice")({
  /** When it begins; null for the present price. */
  from: nullOr(Schema.DateTimeUtc),
  /** When it ends; null if that is more than 48 hours ahead. */
  until: nullOr(Schema.DateTimeUtc),
  /** What one press costs. */
  price: Money.Cents,
  /** Vouchers that pay for one press; 0 if it can't be paid with vouchers. */
  price_in_vouchers: Schema.Int,
  /** The name of the price list that decides it; null for the own prices of the products. */
  list_name: nullOr(Schema.String)
}) {}

/** A button as the till shows it: the sums over its products. */
export class TerminalButton extends Schema.Class<TerminalButton>("TerminalButton")({
  id: Id,
  name: Schema.String,
  /** What small tiles say in place of the name; null for the name. */
  short_name: nullOr(Schema.String),
  /** The name of the colour of its tile; null for none. */
  colour: nullOr(Colour),
  /** The SHA-256 of its picture, which `GET /media/button/{hash}` answers; null for none. */
  picture_hash: nullOr(Schema.String),
  /** The category whose tab and colour it has: its own, else that of the first of its products in one; null for none. */
  category_id: nullOr(Id),
  /** What one press costs now at this till: the prices of its products together, where a free price counts as 0. */
  price: nullOr(Money.Cents),
  /** What it would cost without price lists, where that is another amount; null elsewhere. */
  list_price: nullOr(Money.Cents),
  /** What it costs now and will cost in the next 48 hours, in order; empty if that stays the same. */
  prices: Schema.Array(ButtonPrice),
  /** Always null; published terminals read the field. */
  default_price: nullOr(Money.Cents),
  /** Vouchers that pay for one press; 0 if it can't be paid with vouchers. */
  price_in_vouchers: nullOr(Schema.Int),
  /** What one voucher is worth when it pays for this button, for display only; 0 without a price in vouchers. */
  price_per_voucher: nullOr(Money.Cents),
  /** Whether all its products can be returned, with a negative quantity. */
  is_returnable: Schema.Boolean,
  /** Whether the price is fixed; if not, the cashier types it in. */
  fixed_price: Schema.Boolean,
  /** Whether one of its products is sold out, so that a press is refused. */
  is_sold_out: Schema.Boolean,
  /** The products that one press sells, ascending by id. */
  products: Schema.Array(Schema.Struct({
    id: Id,
    /** The name of the product. */
    name: Schema.String,
    /** Whether it can be returned, such as a deposit. */
    is_returnable: Schema.Boolean
  }))
}) {}

/** A category of buttons. */
export class TerminalCategory extends Schema.Class<TerminalCategory>("TerminalCategory")(
  Struct.pick(ProductCategory.fields, ["id", "name", "colour", "sequence"])
) {}

/** Keys of the card provider for the reader. The access token is short-lived, and empty when the provider gave none. */
export class TerminalSumupSecrets extends Schema.Class<TerminalSumupSecrets>("TerminalSumupSecrets")({
  /** The key by which the card provider knows the application; empty if the event has none. */
  sumup_affiliate_key: Schema.String,
  /** A token for the card reader that works for a short time; empty if the provider gave none. */
  sumup_api_key: Schema.String,
  /** When that token expires; null without one. */
  sumup_api_key_expires_at: nullOr(Schema.DateTimeUtc)
}) {}

/** The till that a terminal serves, with what it shows and may do. */
export class TerminalTillConfig extends Schema.Class<TerminalTillConfig>("TerminalTillConfig")({
  id: Id,
  name: Schema.String,
  description: nullOr(Schema.String),
  /** The name of the till's profile. */
  profile_name: Schema.String,
  /** The register that lies in the till; null without one. */
  cash_register_id: nullOr(Id),
  /** The name of that register; null without one. */
  cash_register_name: nullOr(Schema.String),
  ...tillPermissions,
  /** How long a basket keeps the prices of its first press, in minutes. */
  basket_hold_minutes: Schema.Int,
  /** Whether the till shows all buttons on one page, without tabs for categories. */
  one_page: Schema.Boolean,
  /** The categories of its buttons, in their order. */
  categories: Schema.Array(TerminalCategory),
  /** The buttons in the order in which they are shown. Never null. */
  buttons: nullOr(Schema.Array(TerminalButton)),
  /** The keys for the card reader; null unless someone is signed in at a till that takes cards. */
  sumup_secrets: nullOr(TerminalSumupSecrets)
}) {}

/** Keys that read and write the event's tags, in hexadecimal. */
export class TagKeys extends Schema.Class<TagKeys>("TagKeys")({
  /** The first key of the chips, 32 hexadecimal digits. */
  key0: Schema.String,
  /** The second key of the chips, 32 hexadecimal digits. */
  key1: Schema.String
}) {}

/** A tag of the demo festival, for those who try a till without any reader. */
export class DemoTag extends Schema.Class<DemoTag>("DemoTag")({
  /** The chip number in upper-case hexadecimal digits. */
  uid_hex: Schema.String,
  name: Schema.String,
  description: Schema.String,
  /** Whether a guest wears it or someone who works at the event. */
  holder: Schema.Literals(["guest", "staff"])
}) {}

/** The tags that terminals of the demo event offer; null if there are none, as everywhere but in the demo. */
export const DemoTags = Context.Reference<
  { readonly eventName: string; readonly tags: ReadonlyArray<DemoTag> } | null
>("core/reference/DemoTags", { defaultValue: () => null })

/** What a terminal must know to work: its event, its till, and who is signed in. */
export class TerminalConfig extends Schema.Class<TerminalConfig>("TerminalConfig")({
  id: Id,
  name: Schema.String,
  description: nullOr(Schema.String),
  /** The name of the event. */
  event_name: Schema.String,
  /** The currency as three letters (ISO 4217), such as `EUR`. */
  currency: Schema.String,
  /** The time zone of the event, by its IANA name. */
  time_zone: Schema.String,
  /** The languages of the event's texts. */
  languages: Schema.Array(Schema.Literals(languages)),
  /** The user who is signed in; null if there is none. */
  active_user_id: nullOr(Id),
  /** The roles that the signed-in user may assign at the terminal's node. */
  available_roles: Schema.Array(ListedRole),
  /** The roles that the signed-in user may assign, node by node. */
  available_roles_by_node: Schema.Array(AvailableRolesAtNode),
  /** The privileges of the signed-in user in their role; empty if no one is signed in. */
  user_privileges: nullOr(Schema.Array(Privilege)),
  /** Those of them that are about the event as a whole. */
  user_event_privileges: Schema.Array(EventPrivilege),
  /** Those of them that are about a node and the nodes below. */
  user_node_privileges: Schema.Array(NodePrivilege),
  /** The keys of the event's wristbands; null while the event has none. */
  secrets: nullOr(Schema.Struct({
    /** The keys of the chips. */
    user_tag_secret: TagKeys
  })),
  /** The till at which the terminal is; null if it is at none. */
  till: nullOr(TerminalTillConfig),
  /** Whether it is a test system, whose money is not real. */
  test_mode: Schema.Boolean,
  /** What a test system shows everywhere; empty otherwise. */
  test_mode_message: Schema.String,
  /** Where the source code of the running version is; absent if the installation does not say. */
  source_url: Schema.optionalKey(Schema.String),
  /** Wristbands to try a till without a reader; only in the demo. */
  demo_tags: Schema.optionalKey(Schema.Array(DemoTag))
}) {}

/** Parts of a terminal's configuration that are not in the configuration of its event. */
export interface TerminalConfigExtras {
  /** When it is asked for, in milliseconds since 1970: prices depend on it. */
  readonly now: number
  /** Null while the event has no keys. */
  readonly keys: TagKeys | null
  /** Null when no cards are taken. */
  readonly sumupSecrets: TerminalSumupSecrets | null
  readonly testMode: boolean
  readonly testModeMessage: string
  readonly sourceUrl: string | undefined
  /** Undefined outside of the demo. */
  readonly demoTags: ReadonlyArray<DemoTag> | undefined
}

/** Whether the terminal's till takes cards through the card provider. */
export const takesCards = ({ configuration, till }: TerminalState): boolean =>
  configuration.settings.sumup_payment_enabled && till !== null && till.profile.enable_card_payment

/** The configuration that a terminal works with. */
export const terminalConfig = (state: TerminalState, extras: TerminalConfigExtras): TerminalConfig => {
  const { configuration, person, role, terminal, till } = state
  const { demoTags, keys, sourceUrl, testMode, testModeMessage } = extras
  const privileges = role?.privileges ?? []
  const { event_privileges, node_privileges } = byKind(privileges)
  return new TerminalConfig({
    id: terminal.id,
    name: terminal.name,
    description: terminal.description,
    event_name: configuration.settings.name,
    currency: configuration.settings.currency_identifier,
    time_zone: configuration.settings.time_zone,
    languages,
    active_user_id: person?.id ?? null,
    available_roles: availableRoles(state),
    available_roles_by_node: availableRolesByNode(state),
    // Only those of the active role, as the server checks requests against them alone.
    user_privileges: privileges,
    user_event_privileges: event_privileges,
    user_node_privileges: node_privileges,
    secrets: keys === null ? null : { user_tag_secret: keys },
    till: till === null ? null : tillConfig(configuration, till, extras),
    test_mode: testMode,
    test_mode_message: testModeMessage,
    ...(sourceUrl === undefined ? {} : { source_url: sourceUrl }),
    ...(demoTags === undefined ? {} : { demo_tags: demoTags })
  })
}

const tillConfig = (
  configuration: EventConfiguration,
  at: TerminalTill,
  { now, sumupSecrets }: Pick<TerminalConfigExtras, "now" | "sumupSecrets">
): TerminalTillConfig => {
  const { profile, register, till } = at
  const prices = tillPrices(configuration, at, now)
  const layout = required(configuration.layouts, profile.layout_id, "layout")
  const sellsTickets = profile.allow_ticket_sale && layout.ticket_ids.length > 0
  const buttons = layout.button_ids.map((id) => buttonConfig(configuration, prices, id))
  const categoryIds = new Set(buttons.map(({ category_id }) => category_id))
  return new TerminalTillConfig({
    id: till.id,
    name: till.name,
    description: till.description,
    profile_name: profile.name,
    cash_register_id: register?.id ?? null,
    cash_register_name: register?.name ?? null,
    allow_top_up: profile.allow_top_up,
    allow_cash_out: profile.allow_cash_out,
    allow_ticket_sale: sellsTickets,
    allow_ticket_vouchers: sellsTickets && profile.allow_ticket_vouchers,
    enable_ssp_payment: profile.enable_ssp_payment,
    enable_cash_payment: profile.enable_cash_payment,
    enable_card_payment: profile.enable_card_payment,
    allow_sold_out: profile.allow_sold_out,
    basket_hold_minutes: configuration.settings.basket_hold_minutes,
    one_page: profile.one_page,
    categories: Array.from(configuration.categories.values()).filter(({ id }) => categoryIds.has(id))
      .map((category) => new TerminalCategory(category)),
    buttons,
    sumup_secrets: sumupSecrets
  })
}

/** How far ahead tills know their prices, in milliseconds. */
const known = 48 * 3_600_000

const perVoucher = (price: Money.Cents, vouchers: number | null): Money.Cents =>
  vouchers === null ? Money.zero : Money.proportion(price, 1n, BigInt(vouchers))

/** What a press of products costs at a moment. */
const pressAt = ({ catalogueAt, listAt, priceAt }: TillPrices, buttonId: bigint, moment: number) => {
  const products = (catalogueAt(moment).productsOfButton(buttonId) ?? []).map(({ product }) => product)
  const priceOf = priceAt(moment, [])
  const lists = products.map(listAt(moment, []))
  return {
    products,
    price: Money.sum(products.map(priceOf)),
    perVoucher: Money.sum(products.map((product) => perVoucher(priceOf(product), product.price_in_vouchers))),
    price_in_vouchers: products.reduce((sum, product) => sum + (product.price_in_vouchers ?? 0), 0),
    list_name: lists.find((name) => name !== null) ?? null
  }
}

/** The prices of a button from a moment on, each until the next; none if there is only one. */
const comingPrices = (prices: TillPrices, buttonId: bigint): ReadonlyArray<ButtonPrice> => {
  const { changes, now } = prices
  const all = [now, ...changes(now, now + known)].map((moment) => ({ moment, ...pressAt(prices, buttonId, moment) }))
  const different = all.filter(({ list_name, price, price_in_vouchers }, at) => {
    const before = all[at - 1]
    return price !== before?.price || price_in_vouchers !== before.price_in_vouchers || list_name !== before.list_name
  })
  if (different.length === 1) return []
  return different.map(({ list_name, moment, price, price_in_vouchers }, at) => {
    const next = different[at + 1]
    return new ButtonPrice({
      from: at === 0 ? null : DateTime.makeUnsafe(moment),
      until: next === undefined ? null : DateTime.makeUnsafe(next.moment),
      price,
      price_in_vouchers,
      list_name
    })
  })
}

const buttonConfig = (configuration: EventConfiguration, prices: TillPrices, buttonId: bigint): TerminalButton => {
  const button = required(configuration.buttons, buttonId, "button")
  const { perVoucher: price_per_voucher, price, price_in_vouchers, products } = pressAt(prices, buttonId, prices.now)
  const { soldOut } = prices.catalogueAt(prices.now)
  const own = Money.sum(products.map((product) => product.price ?? Money.zero))
  const some = products.length > 0
  return new TerminalButton({
    id: button.id,
    name: button.name,
    short_name: button.short_name,
    colour: button.colour,
    picture_hash: button.picture_hash,
    category_id: button.category_id ?? products.find(({ category_id }) => category_id !== null)?.category_id ?? null,
    price,
    list_price: own === price ? null : own,
    prices: comingPrices(prices, buttonId),
    default_price: null,
    price_in_vouchers,
    price_per_voucher,
    is_returnable: some && products.every(isTakenBack),
    fixed_price: products.every((product) => product.fixed_price),
    is_sold_out: products.some(({ id }) => soldOut.has(id)),
    products: products.map((product) => ({ id: product.id, name: product.name, is_returnable: isTakenBack(product) }))
  })
}
