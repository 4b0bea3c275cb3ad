import { Context, Schema } from "effect"
import { isTakenBack } from "../catalogue/Product.ts"
import { tillPermissions } from "../catalogue/TillProfile.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { required } from "../event/EventConfiguration.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { byKind, EventPrivilege, NodePrivilege, Privilege } from "../organisation/Privilege.ts"
import { ListedRole } from "../organisation/Role.ts"
import { languages } from "../primitives/Language.ts"
import { availableRoles, AvailableRolesAtNode, availableRolesByNode } from "./AvailableRoles.ts"
import type { TerminalState, TerminalTill } from "./TerminalState.ts"

/** A button as the till shows it: the sums over its products. */
export class TerminalButton extends Schema.Class<TerminalButton>("TerminalButton")({
  id: Id,
  name: Schema.String,
  /** In cents; free prices count 0. */
  price: Schema.NullOr(Money.Cents),
  default_price: Schema.NullOr(Money.Cents),
  price_in_vouchers: Schema.NullOr(Schema.Int),
  /** In cents. */
  price_per_voucher: Schema.NullOr(Money.Cents),
  is_returnable: Schema.Boolean,
  fixed_price: Schema.Boolean
}) {}

/** Keys of the card provider for the reader. The access token is short-lived, and empty when the provider gave none. */
export class TerminalSumupSecrets extends Schema.Class<TerminalSumupSecrets>("TerminalSumupSecrets")({
  sumup_affiliate_key: Schema.String,
  sumup_api_key: Schema.String,
  sumup_api_key_expires_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

export class TerminalTillConfig extends Schema.Class<TerminalTillConfig>("TerminalTillConfig")({
  id: Id,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  profile_name: Schema.String,
  cash_register_id: Schema.NullOr(Id),
  cash_register_name: Schema.NullOr(Schema.String),
  ...tillPermissions,
  buttons: Schema.NullOr(Schema.Array(TerminalButton)),
  sumup_secrets: Schema.NullOr(TerminalSumupSecrets)
}) {}

/** Keys that read and write the event's tags, in hexadecimal. */
export class TagKeys extends Schema.Class<TagKeys>("TagKeys")({ key0: Schema.String, key1: Schema.String }) {}

/** A tag of the demo festival, for those who try a till without any reader. */
export class DemoTag extends Schema.Class<DemoTag>("DemoTag")({
  /** Chip number in upper-case hexadecimal. */
  uid_hex: Schema.String,
  name: Schema.String,
  description: Schema.String,
  holder: Schema.Literals(["guest", "staff"])
}) {}

/** The tags that terminals of the demo event offer; null if there are none, as everywhere but in the demo. */
export const DemoTags = Context.Reference<
  { readonly eventName: string; readonly tags: ReadonlyArray<DemoTag> } | null
>("core/DemoTags", { defaultValue: () => null })

export class TerminalConfig extends Schema.Class<TerminalConfig>("TerminalConfig")({
  id: Id,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  event_name: Schema.String,
  /** ISO 4217. */
  currency: Schema.String,
  /** IANA. */
  time_zone: Schema.String,
  languages: Schema.Array(Schema.Literals(languages)),
  active_user_id: Schema.NullOr(Id),
  available_roles: Schema.Array(ListedRole),
  available_roles_by_node: Schema.Array(AvailableRolesAtNode),
  user_privileges: Schema.NullOr(Schema.Array(Privilege)),
  user_event_privileges: Schema.Array(EventPrivilege),
  user_node_privileges: Schema.Array(NodePrivilege),
  secrets: Schema.NullOr(Schema.Struct({ user_tag_secret: TagKeys })),
  till: Schema.NullOr(TerminalTillConfig),
  test_mode: Schema.Boolean,
  test_mode_message: Schema.String,
  /** Where the source of the running version is; absent if the installation does not say. */
  source_url: Schema.optionalKey(Schema.String),
  /** Only in the demo. */
  demo_tags: Schema.optionalKey(Schema.Array(DemoTag))
}) {}

/** Parts of a terminal's configuration that are not in the configuration of its event. */
export interface TerminalConfigExtras {
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
    till: till === null ? null : tillConfig(configuration, till, extras.sumupSecrets),
    test_mode: testMode,
    test_mode_message: testModeMessage,
    ...(sourceUrl === undefined ? {} : { source_url: sourceUrl }),
    ...(demoTags === undefined ? {} : { demo_tags: demoTags })
  })
}

const tillConfig = (
  configuration: EventConfiguration,
  { profile, register, till }: TerminalTill,
  sumupSecrets: TerminalSumupSecrets | null
): TerminalTillConfig => {
  const layout = required(configuration.layouts, profile.layout_id, "layout")
  const sellsTickets = profile.allow_ticket_sale && layout.ticket_ids.length > 0
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
    buttons: layout.button_ids.map((id) => buttonConfig(configuration, id)),
    sumup_secrets: sumupSecrets
  })
}

const buttonConfig = (configuration: EventConfiguration, buttonId: bigint): TerminalButton => {
  const button = required(configuration.buttons, buttonId, "button")
  const products = button.product_ids.map((id) => required(configuration.products, id, "product").product)
  const some = products.length > 0
  return new TerminalButton({
    id: button.id,
    name: button.name,
    price: Money.sum(products.map((product) => product.price ?? Money.zero)),
    default_price: null,
    price_in_vouchers: products.reduce((sum, product) => sum + (product.price_in_vouchers ?? 0), 0),
    price_per_voucher: Money.sum(products.map((product) => product.price_per_voucher ?? Money.zero)),
    is_returnable: some && products.every(isTakenBack),
    fixed_price: products.every((product) => product.fixed_price)
  })
}
