// Without schemas, as browsers load it too.
import type { Language } from "../../base/Language.ts"
import { momentOfLocal } from "../../base/LocalTime.ts"
import { visible } from "../../base/VisibleText.ts"
import { centsOr, dayAfter, problemsOfAnswers } from "./AnswerProblems.ts"
import type { Country } from "./Country.ts"
import type { AnswerProblem, EventAnswers, StallKind } from "./EventAnswers.ts"
import { stallKinds } from "./EventAnswers.ts"
import { sameName } from "./GoodsList.ts"
import { categoriesOf, countryOf, goodsOf, type GoodsOfStalls } from "./OutlineGoods.ts"
import { type OutlineNames, outlineNames } from "./OutlineNames.ts"
import { type ListedPerson, peopleIn } from "./PeopleList.ts"

/** An event that follows from answers. */
export interface EventOutline {
  /** The event's file in its JSON form, which is YAML as well. */
  readonly file: { readonly [section: string]: unknown }
  /** What each kind of stall sells. Rates are in ten-thousandths. */
  readonly sold: GoodsOfStalls
  /** The secrets that the file names, by the names of their variables. */
  readonly secrets: Readonly<Record<string, string>>
  readonly country: Country
  /** People of whom no wristband is known, so that they can't be made yet. */
  readonly withoutWristband: ReadonlyArray<string>
}

/** What is drawn at random. */
export interface Chance {
  /** 16 bytes in hexadecimal. */
  readonly key: () => string
  /** The PIN of a wristband. */
  readonly pin: () => string
}

/** The time at which business days end. */
const dayEnd = "06:00"

/** What a guest may have on a wristband, in cents of a euro. */
const highestBalance = 15_000

const amount = (cents: number) => cents / 100

const settingsOf = (answers: EventAnswers, { code, currency, prices, timeZone }: Country) => {
  const { contact, firstDay, issuer, lastDay } = answers
  const [seller = "", ...address] = issuer.trim().split(/\r\n|\r|\n/).map((line) => line.trim())
  const at = (day: string) => momentOfLocal(`${day}T${dayEnd}`, timeZone)
  return {
    currency_identifier: currency,
    max_account_balance: amount(Math.round(highestBalance * prices.times)),
    time_zone: timeZone,
    ...(firstDay === "" ? {} : { start_date: at(firstDay), end_date: at(dayAfter(lastDay)) }),
    daily_end_time: `${dayEnd}:00`,
    customer_portal_about_page_url: "",
    customer_portal_data_privacy_url: "",
    customer_portal_contact_email: visible(contact),
    ust_id: "",
    bon_issuer: seller,
    bon_address: address.join("\n").trim(),
    bon_title: visible(answers.name),
    sepa_enabled: false,
    sepa_sender_name: "",
    sepa_sender_iban: "",
    sepa_description: "",
    sepa_allowed_country_codes: code === "" ? [] : [code]
  }
}

const percent = (rate: number, decimal: string) => String(rate / 100).replace(".", decimal)

/** Names of rates as receipts show them. The rate of 0 % is the one that every event has. */
const rateNames = ({ rates, tax }: Country, language: Language) => {
  const nameOf = (rate: number) =>
    rate === 0 ? "none" : `${tax[language]} ${percent(rate, outlineNames[language].decimal)} %`
  const made = rates.filter(({ rate }) => rate > 0).map(({ rate, type }) => ({
    name: nameOf(rate),
    rate: rate / 10_000,
    ...(type === null ? {} : { tax_type: type })
  }))
  return { nameOf, made }
}

interface Deposit {
  readonly name: string
  readonly cents: number
  readonly rate: number
}

/** A deposit for each amount and each rate, named as simply as they can be told apart. */
const depositsOf = (
  goods: ReadonlyArray<{ readonly name: string; readonly depositCents: number; readonly rate: number }>,
  {
    names,
    taken
  }: { readonly names: OutlineNames; readonly taken: ReadonlySet<string> }
): ReadonlyArray<Deposit> => {
  const withDeposit = goods.filter(({ depositCents }) => depositCents > 0)
  const kinds = new Map(withDeposit.map(({ depositCents: cents, rate }) => [`${cents} ${rate}`, { cents, rate }]))
  const amounts = new Set(Array.from(kinds.values(), ({ cents }) => cents))
  const named = new Set(taken)
  return Array.from(kinds.values(), ({ cents, rate }) => {
    const isOneOfSome = Array.from(kinds.values()).some((other) => other.cents === cents && other.rate !== rate)
    const words = [
      names.deposit,
      ...(amounts.size > 1 ? [amount(cents).toFixed(2).replace(".", names.decimal)] : []),
      ...(isOneOfSome ? [`(${percent(rate, names.decimal)} %)`] : [])
    ].join(" ")
    let name = words
    for (let n = 2; named.has(sameName(name)); n++) name = `${words} ${n}`
    named.add(sameName(name))
    return { name, cents, rate }
  })
}

/** The admission that opens the wristbands of guests. */
const ticketsOf = ({ admission, wristbands }: EventAnswers, country: Country, language: Language) => {
  const cents = centsOr(admission, 0)!
  const taxed = rateNames(country, language).nameOf(country.rateOf.ticket ?? country.rates[0].rate)
  return wristbands
    ? [{
      name: outlineNames[language].admission,
      price: amount(cents),
      initial_top_up_amount: 0,
      tax_rate: cents === 0 ? "none" : taxed
    }]
    : []
}

/** Products, buttons and layouts of the stalls. */
const catalogueOf = (answers: EventAnswers, of: GoodsOfStalls, country: Country, language: Language) => {
  const names = outlineNames[language]
  const { nameOf } = rateNames(country, language)
  const goods = stallKinds.flatMap((kind) => of[kind] ?? [])
  const depositRate = (rate: number) => answers.depositTax === "as_goods" ? rate : 0
  const taken = new Set([...goods.map(({ name }) => sameName(name)), sameName(names.admission)])
  const deposits = depositsOf(goods.map((one) => ({ ...one, rate: depositRate(one.rate) })), { names, taken })
  const depositOf = ({ depositCents, rate }: typeof goods[number]) =>
    deposits.find((one) => one.cents === depositCents && one.rate === depositRate(rate))
  const categories = categoriesOf(goods, language)
  const categoryOf = (name: string | null) =>
    name === null ? null : categories.find((one) => sameName(one.name) === sameName(name))!.name
  const tickets = ticketsOf(answers, country, language)
  const isAlone = answers.stalls.entrance === 0
  const layouts = stallKinds.filter((kind) => answers.stalls[kind] > 0).map((kind) => {
    const sold = of[kind] ?? []
    const back = deposits.filter((deposit) => sold.some((good) => depositOf(good) === deposit))
    return {
      name: names.stalls[kind],
      buttons: [...sold, ...back].map(({ name }) => name),
      tickets: kind === "entrance" || isAlone ? tickets.map(({ name }) => name) : []
    }
  })
  return {
    categories: categories.map((one, sequence) => ({ ...one, sequence })),
    products: [
      ...goods.map((good) => ({
        name: good.name,
        price: amount(good.cents),
        is_locked: true,
        tax_rate: nameOf(good.rate),
        ...(good.category === null ? {} : { category: categoryOf(good.category) }),
        ...(answers.wristbands && good.notUnder.length > 0 ? { user_tag_variants: good.notUnder } : {})
      })),
      ...deposits.map(({ cents, name, rate }) => ({
        name,
        price: amount(cents),
        is_returnable: true,
        is_locked: true,
        tax_rate: nameOf(rate)
      }))
    ],
    tickets,
    till_buttons: [
      ...goods.map((good) => ({
        name: good.name,
        products: [good.name, ...(good.depositCents > 0 ? [depositOf(good)!.name] : [])],
        ...(good.category === null ? {} : { category: categoryOf(good.category) })
      })),
      ...deposits.map(({ name }) => ({ name, colour: "grey", products: [name] }))
    ],
    till_layouts: layouts
  }
}

/** Tills with their profiles, terminals and registers. */
const tillsOf = ({ cashAtStalls, float, stalls, wristbands }: EventAnswers, names: OutlineNames) => {
  const kinds = stallKinds.filter((kind) => stalls[kind] > 0)
  const all = kinds.flatMap((kind) =>
    Array.from({ length: stalls[kind] }, (_, at) => ({ kind, name: `${names.stalls[kind]} ${at + 1}` }))
  )
  const opensWristbands = (kind: StallKind) => wristbands && (kind === "entrance" || stalls.entrance === 0)
  const takesCash = (kind: StallKind) => !wristbands || cashAtStalls || opensWristbands(kind)
  const registers = all.filter(({ kind }) => takesCash(kind)).map(({ name }) => ({ name: names.register(name) }))
  const floatCents = centsOr(float, 0)!
  return {
    cash_registers: registers,
    cash_register_stockings: registers.length > 0 ? [{ name: names.float, variable_in_euro: amount(floatCents) }] : [],
    till_profiles: kinds.map((kind) => ({
      name: names.stalls[kind],
      layout: names.stalls[kind],
      allow_top_up: opensWristbands(kind),
      allow_cash_out: opensWristbands(kind),
      allow_ticket_sale: opensWristbands(kind),
      allow_ticket_vouchers: false,
      enable_ssp_payment: wristbands,
      enable_cash_payment: takesCash(kind),
      enable_card_payment: false
    })),
    terminals: all.map(({ name }) => ({ name })),
    tills: all.map(({ kind, name }) => ({ name, profile: names.stalls[kind], terminal: name }))
  }
}

interface Staff {
  readonly person: ListedPerson
  readonly role: string
}

/** Roles, and the people whose wristbands are known. */
const peopleOf = (staff: ReadonlyArray<Staff>, names: OutlineNames, chance: Chance) => {
  const numbered = staff.map((one, at) => ({ ...one, pin: `PIN_${at + 1}`, chip: `CHIP_${at + 1}` }))
  const sections = {
    user_roles: [
      {
        name: names.lead,
        // Tills show registers and floats to administrators alone; the role counts at tills only.
        privileges: [
          "node_administration",
          "terminal_login",
          "supervised_terminal_login",
          "can_book_orders",
          "cash_transport",
          "user_management",
          "grant_vouchers"
        ],
        assignable_roles: [names.cashier, names.lead]
      },
      { name: names.cashier, privileges: ["supervised_terminal_login", "can_book_orders"] }
    ],
    users: numbered.map(({ chip, person, pin }) => ({
      login: person.login,
      display_name: person.name,
      user_tag_pin: `\${${pin}}`,
      user_tag_uid_hex: `\${${chip}}`
    })),
    role_assignments: numbered.map(({ person, role }) => ({ login: person.login, roles: [role], terminal_only: true }))
  }
  const secrets = Object.fromEntries(
    numbered.flatMap(({ chip, person, pin }) => [[pin, person.pin ?? chance.pin()], [chip, person.chip ?? ""]])
  )
  return { sections, secrets }
}

const staffIn = ({ cashiers, leads, suppliedKeys }: EventAnswers, names: OutlineNames) => {
  const leading = peopleIn(leads)
  const selling = peopleIn(cashiers, leading.people)
  const all = [
    ...leading.people.map((person): Staff => ({ person, role: names.lead })),
    ...selling.people.map((person): Staff => ({ person, role: names.cashier }))
  ]
  // A wristband belongs to the keys of its chip, so those of a supplier come first.
  const isKnown = ({ person }: Staff) => person.chip !== undefined && !suppliedKeys
  const problems: ReadonlyArray<AnswerProblem> = [
    ...leading.faults.map((fault) => ({ field: "leads" as const, ...fault })),
    ...selling.faults.map((fault) => ({ field: "cashiers" as const, ...fault }))
  ]
  return { problems, staff: all.filter(isKnown), without: all.filter((one) => !isKnown(one)) }
}

/**
 * The event that follows from answers: its file, and the secrets that the file names; or what is wrong with the answers. Pure but for the
 * chance that is given.
 */
export const outlineOf = (
  answers: EventAnswers,
  language: Language,
  chance: Chance
): EventOutline | { readonly problems: ReadonlyArray<AnswerProblem> } => {
  const names = outlineNames[language]
  const country = countryOf(answers)
  const goods = goodsOf(answers, country, language)
  const { problems: ofPeople, staff, without } = staffIn(answers, names)
  const problems = [...problemsOfAnswers(answers), ...goods.problems, ...ofPeople]
  if (problems.length > 0) return { problems }
  const people = peopleOf(staff, names, chance)
  const hasKeys = !answers.suppliedKeys && (answers.wristbands || staff.length > 0)
  const keys = { description: names.keys, key0: "${USER_TAG_KEY0}", key1: "${USER_TAG_KEY1}" }
  const file = {
    event: { name: visible(answers.name) },
    settings: settingsOf(answers, country),
    ...(country.fiscalCode === "" ? {} : { fiscal_settings: { country: country.fiscalCode } }),
    ...(hasKeys ? { user_tag_secret: keys } : {}),
    tax_rates: rateNames(country, language).made,
    ...catalogueOf(answers, goods.of, country, language),
    ...tillsOf(answers, names),
    ...people.sections
  }
  const secrets = {
    ...(hasKeys ? { USER_TAG_KEY0: chance.key(), USER_TAG_KEY1: chance.key() } : {}),
    ...people.secrets
  }
  return { file, secrets, sold: goods.of, country, withoutWristband: without.map(({ person }) => person.name) }
}
