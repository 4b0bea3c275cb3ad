import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { deposits, undecidedDeposits } from "../event/DepositTax.ts"
import { type EventConfiguration, pathTo, type ProfileRow, type TillRow } from "../event/EventConfiguration.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import type { UserRole } from "../organisation/Role.ts"

/** What an event needs until a guest can pay, in the order in which it is set up; then what it may have besides. */
export const SetupStep = Schema.Literals([
  "highest_balance",
  "tax_rates",
  "product",
  "tickets",
  "button",
  "deposit_tax",
  "layout",
  "profile",
  "till",
  "ticket_sale",
  "top_up",
  "terminal",
  "tag_secret",
  "wristbands",
  "role",
  "cashier",
  "register",
  "stocking",
  "float",
  "signing_device",
  "event_dates",
  "receipt_issuer",
  "card_payment",
  "online_top_up",
  "payouts",
  "mail",
  "portal",
  "portal_texts"
])
export type SetupStep = typeof SetupStep.Type

/**
 * - `done`;
 * - `missing`: no guest can pay yet;
 * - `warning`: guests can pay, but the event should not begin so;
 * - `optional`: the event does without it.
 */
export const StepState = Schema.Literals(["done", "missing", "warning", "optional"])
export type StepState = typeof StepState.Type

const Named = Schema.Struct({ id: Id, name: Schema.String })

/** A step of the set-up with its state. */
export class ChecklistStep extends Schema.Class<ChecklistStep>("ChecklistStep")({
  /** What is to be set up. */
  step: SetupStep,
  /**
   * `done`; `missing`: no guest can pay yet; `warning`: guests can pay, but the event should not begin so; `optional`: the
   * event does without it.
   */
  state: StepState,
  /** How many objects fulfil the step; 0 for settings. */
  count: Schema.Int,
  /** Objects of the step that exist and don't fulfil it, such as tills without a terminal; at most ten, by name. */
  unusable: Schema.Array(Named)
}) {}

/** What an event still needs before a guest can pay. */
export class Checklist extends Schema.Class<Checklist>("Checklist")({
  /** Whether no step is missing, so that a guest can pay. */
  ready: Schema.Boolean,
  /** The steps in the order in which an event is set up. */
  steps: Schema.Array(ChecklistStep)
}) {}

/** What the configuration of bookings does not show. */
export interface SetupFacts {
  /** Wristbands that belong to no user. */
  readonly wristbands: number
  readonly stockings: number
  /** Tax rates of the operator's own. */
  readonly taxRates: number
  readonly signing: boolean
  /** The country of the business, as `DEU`. */
  readonly country: string
  readonly activeDevices: number
}

/** Named objects of a step, by whether they fulfil it. */
interface Sorted<A> {
  readonly usable: ReadonlyArray<A>
  readonly unusable: ReadonlyArray<A>
}

const mostNamed = 10

interface Named {
  readonly id: bigint
  readonly name: string
}

const sorted = <A>(all: Iterable<A>, fulfils: (one: A) => boolean): Sorted<A> => {
  const objects = Array.from(all)
  return { usable: objects.filter(fulfils), unusable: objects.filter((one) => !fulfils(one)) }
}

const stepOf = (
  step: SetupStep,
  { unusable, usable }: Sorted<Named>,
  otherwise: StepState = "missing"
): ChecklistStep =>
  new ChecklistStep({
    step,
    state: usable.length > 0 ? "done" : otherwise,
    count: usable.length,
    unusable: unusable
      .map(({ id, name }) => ({ id, name }))
      .toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
      .slice(0, mostNamed)
  })

const settingOf = (step: SetupStep, done: boolean, otherwise: StepState): ChecklistStep =>
  new ChecklistStep({ step, state: done ? "done" : otherwise, count: 0, unusable: [] })

const countOf = (step: SetupStep, count: number, otherwise: StepState): ChecklistStep =>
  new ChecklistStep({ step, state: count > 0 ? "done" : otherwise, count, unusable: [] })

/** Of a step that some fulfil, the others need nothing: not every till sells tickets, not everyone sells. */
const someOf = (step: SetupStep, { unusable, usable }: Sorted<Named>, otherwise: StepState) =>
  stepOf(step, { usable, unusable: usable.length > 0 ? [] : unusable }, otherwise)

const signsInAlone = ({ privileges }: Pick<UserRole, "privileges">) => privileges.includes("terminal_login")

/** Whether someone with this role sells at a till: alone, or after another who signs in alone, if there is one. */
const sells = ({ privileges }: Pick<UserRole, "privileges">, isLed: boolean) =>
  privileges.includes("can_book_orders") &&
  (signsInAlone({ privileges }) || isLed && privileges.includes("supervised_terminal_login"))

/** Users with a wristband who sell at tills of a node, by the roles that they have on the way from the root to it. */
const sellersAt = (configuration: EventConfiguration, nodeId: bigint): ReadonlyArray<bigint> => {
  const path = pathTo(configuration, nodeId)
  const held = configuration.assignments.flatMap(({ node_id, role_id, user_id }) => {
    const role = configuration.roles.get(role_id)
    const hasWristband = (configuration.people.get(user_id)?.user_tag_uid ?? null) !== null
    return role !== undefined && hasWristband && path.includes(node_id) && path.includes(role.node_id)
      ? [{ user_id, privileges: role.privileges }]
      : []
  })
  const isLed = held.some(signsInAlone)
  return held.filter((one) => sells(one, isLed)).map(({ user_id }) => user_id)
}

/** Users with a wristband, by whether they sell at one of the tills. */
const cashiersAt = (configuration: EventConfiguration, tills: ReadonlyArray<TillRow>): Sorted<Named> => {
  const nodes = new Set(tills.map(({ node_id }) => node_id))
  const sellers = new Set(Array.from(nodes).flatMap((id) => sellersAt(configuration, id)))
  const withWristband = Array.from(configuration.people.values()).filter(({ user_tag_uid }) => user_tag_uid !== null)
  const named = withWristband.map(({ display_name, id, login }) => ({
    id,
    name: display_name === "" ? login : display_name
  }))
  return sorted(named, ({ id }) => sellers.has(id))
}

/** The profiles for tills at which people sell; internal movements of cash have a till of their own. */
const profilesOf = ({ profiles, tills }: EventConfiguration): ReadonlyArray<ProfileRow> => {
  const internal = Array.from(tills.values()).filter(({ is_virtual }) => is_virtual)
  return Array.from(profiles.values()).filter(({ id }) =>
    !internal.some(({ active_profile_id }) => active_profile_id === id)
  )
}

/** The objects along the way from a product to a cashier at a till where it can be sold. */
const saleSteps = (configuration: EventConfiguration) => {
  const { buttons, layouts, products, terminals, tills } = configuration
  const goods = sorted(
    Array.from(products.values()).filter(({ type }) => type === "user_defined"),
    ({ product }) => product.is_locked
  )
  const sellable = new Set(goods.usable.map(({ product }) => product.id))
  const pressed = sorted(buttons.values(), ({ product_ids }) => product_ids.some((id) => sellable.has(id)))
  const pressedIds = new Set(pressed.usable.map(({ id }) => id))
  const shown = new Set(
    Array.from(layouts.values()).filter(({ button_ids }) => button_ids.some((id) => pressedIds.has(id))).map(({ id }) =>
      id
    )
  )
  const selling = sorted(profilesOf(configuration), (profile) => shown.has(profile.layout_id) && takesMoney(profile))
  const sellingIds = new Set(selling.usable.map(({ id }) => id))
  const open = sorted(
    Array.from(tills.values()).filter(({ is_virtual }) => !is_virtual),
    ({ active_profile_id, node_id }) =>
      sellingIds.has(active_profile_id) && configuration.nodes.get(node_id)?.read_only === false
  )
  const served = sorted(
    open.usable,
    ({ terminal_id }) =>
      terminal_id !== null && terminals.get(terminal_id)?.session_hash !== null && terminals.has(terminal_id)
  )
  return { goods, layouts: { all: layouts.size, shown: shown.size }, open, pressed, selling, served }
}

/** The deposits, by whether their tax was decided. */
const depositTax = ({ buttons, products }: EventConfiguration): ChecklistStep => {
  const all = Array.from(products.values(), ({ product, type }) => ({ ...product, type }))
  const undecided = new Set(undecidedDeposits(all, Array.from(buttons.values())).map(({ id }) => id))
  const { unusable, usable } = sorted(deposits(all), ({ id }) => !undecided.has(id))
  const step = stepOf("deposit_tax", { usable, unusable }, "optional")
  return unusable.length === 0 ? step : new ChecklistStep({ ...step, state: "warning" })
}

/** Whether guests can pay at a till with this profile without a device of the card provider. */
const takesMoney = ({ enable_cash_payment, enable_ssp_payment }: ProfileRow) =>
  enable_cash_payment || enable_ssp_payment

/** What the tills that are open may do together, by their profiles. */
const permittedAt = (configuration: EventConfiguration, tills: ReadonlyArray<TillRow>) => {
  const used = new Set(tills.map(({ active_profile_id }) => active_profile_id))
  const profiles = Array.from(configuration.profiles.values()).filter(({ id }) => used.has(id))
  const some = (fulfils: (profile: ProfileRow) => boolean) => profiles.some(fulfils)
  const hasTickets = ({ layout_id }: ProfileRow) => (configuration.layouts.get(layout_id)?.ticket_ids ?? []).length > 0
  // An event without tills is going to have some, and most take all of these.
  const isUndecided = tills.length === 0
  return {
    cash: isUndecided || some(({ enable_cash_payment }) => enable_cash_payment),
    wristbands: isUndecided || some(({ enable_ssp_payment }) => enable_ssp_payment),
    topUp: sorted(profiles, ({ allow_top_up }) => allow_top_up),
    ticketSale: sorted(profiles, (profile) => profile.allow_ticket_sale && hasTickets(profile))
  }
}

/** Whether someone who can sign in at a terminal may hand out free tickets, which open accounts as well. */
const grantsTickets = ({ assignments, people, roles }: EventConfiguration) =>
  assignments.some(({ role_id, user_id }) =>
    (people.get(user_id)?.user_tag_uid ?? null) !== null &&
    roles.get(role_id)?.privileges.includes("grant_free_tickets") === true
  )

/** The steps of an event's set-up, in order. */
export const checklist = (
  configuration: EventConfiguration,
  settings: EventSettings,
  facts: SetupFacts
): Checklist => {
  const { goods, layouts, open, pressed, selling, served } = saleSteps(configuration)
  const cashiers = cashiersAt(configuration, open.usable)
  const names = ({ unusable, usable }: typeof goods) => ({
    usable: usable.map(({ product }) => product),
    unusable: unusable.map(({ product }) => product)
  })
  const may = permittedAt(configuration, open.usable)
  const cash: StepState = may.cash ? "missing" : "optional"
  const accounts: StepState = may.wristbands && !grantsTickets(configuration) ? "missing" : "optional"
  const withRegister = cashiers.usable.filter(({ id }) => configuration.people.get(id)?.cash_register_id !== null)
  // Those who sell need wristbands as well, and wristbands need keys.
  const keys: StepState = may.wristbands || cashiers.usable.length === 0 ? "missing" : "optional"
  const tickets = Array.from(configuration.products.values()).filter(({ type }) => type === "ticket")
  const roles = Array.from(configuration.roles.values())
  const isLed = roles.some(signsInAlone)
  const steps = [
    settingOf("highest_balance", settings.max_account_balance > 0n, "missing"),
    countOf("tax_rates", facts.taxRates, "warning"),
    stepOf("product", names(goods)),
    countOf("tickets", tickets.length, accounts),
    stepOf("button", pressed),
    depositTax(configuration),
    countOf("layout", layouts.shown, "missing"),
    stepOf("profile", selling),
    stepOf("till", open),
    someOf("ticket_sale", may.ticketSale, accounts),
    settings.sumup_topup_enabled
      ? settingOf("top_up", true, "missing")
      : someOf("top_up", may.topUp, may.wristbands ? "missing" : "optional"),
    stepOf("terminal", served),
    settingOf("tag_secret", configuration.tagSecret !== null, keys),
    countOf("wristbands", facts.wristbands, may.wristbands ? "missing" : "optional"),
    countOf("role", roles.filter((role) => sells(role, isLed)).length, "missing"),
    someOf("cashier", cashiers, "missing"),
    countOf("register", configuration.registers.size, cash),
    countOf("stocking", facts.stockings, withRegister.length === 0 ? cash : "optional"),
    stepOf("float", { usable: withRegister, unusable: [] }, cash),
    signingOf(facts),
    settingOf(
      "event_dates",
      settings.start_date !== null && settings.end_date !== null && settings.daily_end_time !== null,
      "warning"
    ),
    settingOf("receipt_issuer", isFilled(settings.bon_issuer) && isFilled(settings.bon_address), "warning"),
    settingOf("card_payment", settings.sumup_payment_enabled, "optional"),
    settingOf("online_top_up", settings.sumup_topup_enabled, "optional"),
    settingOf("payouts", settings.sepa_enabled, "optional"),
    settingOf("mail", settings.email_enabled, "optional"),
    settingOf("portal", isFilled(settings.customer_portal_url), settings.sumup_topup_enabled ? "warning" : "optional"),
    settingOf("portal_texts", Object.keys(settings.translation_texts).length > 0, "optional")
  ]
  return new Checklist({ ready: steps.every(({ state }) => state !== "missing"), steps })
}

const isFilled = (text: string) => text.trim() !== ""

/** Where orders are signed, they fail without a device; in Germany they have to be signed (§ 146a AO), elsewhere nothing is. */
const signingOf = ({ activeDevices, country, signing }: SetupFacts) =>
  countOf("signing_device", activeDevices, signing ? "missing" : country === "DEU" ? "warning" : "optional")
