import { Schema } from "effect"
import { type EventConfiguration, pathTo, type ProfileRow, type TillRow } from "../event/EventConfiguration.ts"
import { Id } from "../ledger/Id.ts"
import type { EventSettings } from "../organisation/EventSettings.ts"
import type { PersonRow } from "../organisation/User.ts"

/** What an event needs until a guest can pay, in the order in which it is set up; then what it may have besides. */
export const SetupStep = Schema.Literals([
  "highest_balance",
  "product",
  "button",
  "layout",
  "profile",
  "till",
  "terminal",
  "tag_secret",
  "wristbands",
  "cashier",
  "tickets",
  "top_up",
  "register",
  "stocking",
  "float",
  "signing_device",
  "event_dates",
  "tax_rates",
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

const Concerned = Schema.Struct({ id: Id, name: Schema.String })

/** A step of the set-up with its state. */
export class ChecklistStep extends Schema.Class<ChecklistStep>("ChecklistStep")({
  step: SetupStep,
  state: StepState,
  /** How many objects fulfil the step; 0 for settings. */
  count: Schema.Int,
  /** Objects of the step that exist and don't fulfil it, such as tills without a terminal; at most ten, by name. */
  unusable: Schema.Array(Concerned)
}) {}

export class Checklist extends Schema.Class<Checklist>("Checklist")({
  /** Whether no step is missing. */
  ready: Schema.Boolean,
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

/** A role with all of these can sign in at a terminal alone and sell there. */
const needed = ["terminal_login", "can_book_orders"] as const

/** Whether a user can sign in at a till, with a role that is assigned on the way from the root to it, and sell. */
const canSellAt = (configuration: EventConfiguration, { id, user_tag_uid }: PersonRow, till: TillRow): boolean => {
  const path = pathTo(configuration, till.node_id)
  return user_tag_uid !== null && configuration.assignments.some(({ node_id, role_id, user_id }) => {
    const role = configuration.roles.get(role_id)
    return user_id === id && role !== undefined && path.includes(node_id) && path.includes(role.node_id) &&
      needed.every((privilege) => role.privileges.includes(privilege))
  })
}

/** The objects along the way from a product to a cashier at a till where it can be sold. */
const saleSteps = (configuration: EventConfiguration) => {
  const { buttons, layouts, products, profiles, terminals, tills } = configuration
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
  const selling = sorted(profiles.values(), (profile) => shown.has(profile.layout_id) && takesMoney(profile))
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

/** Whether guests can pay at a till with this profile without a device of the card provider. */
const takesMoney = ({ enable_cash_payment, enable_ssp_payment }: ProfileRow) =>
  enable_cash_payment || enable_ssp_payment

/** What the tills that are open may do together. */
const permittedAt = (configuration: EventConfiguration, tills: ReadonlyArray<TillRow>) => {
  const profiles = tills.flatMap(({ active_profile_id }) => configuration.profiles.get(active_profile_id) ?? [])
  const some = (fulfils: (profile: ProfileRow) => boolean) => profiles.some(fulfils)
  return {
    cash: some(({ enable_cash_payment }) => enable_cash_payment),
    wristbands: some(({ enable_ssp_payment }) => enable_ssp_payment),
    topUp: some(({ allow_top_up }) => allow_top_up),
    tickets: profiles.filter(({ allow_ticket_sale }) => allow_ticket_sale)
      .flatMap(({ layout_id }) => configuration.layouts.get(layout_id)?.ticket_ids ?? [])
  }
}

/** Whether somebody who can sign in at a terminal may hand out free tickets, which open accounts as well. */
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
  const people = Array.from(configuration.people.values(), (person) => ({
    ...person,
    name: person.display_name === "" ? person.login : person.display_name
  }))
  const cashiers = sorted(people, (person) => served.usable.some((till) => canSellAt(configuration, person, till)))
  const names = ({ unusable, usable }: typeof goods) => ({
    usable: usable.map(({ product }) => product),
    unusable: unusable.map(({ product }) => product)
  })
  const may = permittedAt(configuration, open.usable)
  const cash: StepState = may.cash || open.usable.length === 0 ? "missing" : "optional"
  const withRegister = people.filter(({ cash_register_id, id }) =>
    cash_register_id !== null && cashiers.usable.some((cashier) => cashier.id === id)
  )
  const steps = [
    settingOf("highest_balance", settings.max_account_balance > 0n, "missing"),
    stepOf("product", names(goods)),
    stepOf("button", pressed),
    countOf("layout", layouts.shown, "missing"),
    stepOf("profile", selling),
    stepOf("till", open),
    stepOf("terminal", served),
    settingOf("tag_secret", configuration.tagSecret !== null, "missing"),
    countOf("wristbands", facts.wristbands, "missing"),
    stepOf("cashier", { usable: cashiers.usable, unusable: [] }),
    countOf(
      "tickets",
      new Set(may.tickets).size,
      may.wristbands && !grantsTickets(configuration) ? "missing" : "optional"
    ),
    settingOf("top_up", may.topUp || settings.sumup_topup_enabled, may.wristbands ? "missing" : "optional"),
    countOf("register", configuration.registers.size, cash),
    countOf("stocking", facts.stockings, cash),
    stepOf("float", { usable: withRegister, unusable: [] }, cash),
    signingOf(facts),
    settingOf(
      "event_dates",
      settings.start_date !== null && settings.end_date !== null && settings.daily_end_time !== null,
      "warning"
    ),
    countOf("tax_rates", facts.taxRates, "warning"),
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

/** Without signing a device is optional; where orders are signed, they fail without one. */
const signingOf = ({ activeDevices, signing }: SetupFacts) =>
  countOf("signing_device", activeDevices, signing ? "missing" : "optional")
