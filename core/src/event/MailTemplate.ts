import type { Language } from "../base/Language.ts"
import { oneLine } from "../base/LineText.ts"
import { type Problem, problem } from "../base/Rule.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import type { EventSettings } from "./EventSettings.ts"

/**
 * The placeholders of each mail to a guest, besides the common ones. The wristband's PIN is deliberately not among
 * them.
 */
const declared = {
  payout_registered: ["account_name", "iban", "email", "balance", "donation", "user_tag_uid_hex"],
  payout_done: ["account_name", "iban", "email", "amount", "donation", "user_tag_uid_hex", "payout_run_id"],
  bank_data_changed: [],
  tag_blocked: []
} as const

/** Placeholders of every mail, filled in from the event's settings. */
const common = ["contact_email"] as const

export type TemplateName = keyof typeof declared

/** The values of a mail's placeholders: text as the guest reads it, amounts included. */
export type TemplateValues<T extends TemplateName> = { readonly [Name in (typeof declared)[T][number]]: string }

/** A mail as it is written for one guest. */
export interface WrittenMail {
  /** A single line. */
  readonly subject: string
  readonly body: string
}

/**
 * Writes a mail from its template. It never fails: a guest's data must be stored even if an operator's template is
 * wrong, so unknown placeholders are left out. A value is inserted as a single line; braces in it have no meaning. Texts that
 * the event does not write come in the guest's language.
 */
export const write = <T extends TemplateName>(
  template: T,
  settings: MailTexts,
  values: TemplateValues<T>,
  language: Language
): WrittenMail => {
  const texts = textsOf(template, settings, language)
  const all: Readonly<Record<string, string>> = { ...values, contact_email: settings.customer_portal_contact_email }
  const allowed = new Map(namesOf(template).map((name) => [name, all[name] ?? ""]))
  return {
    subject: singleLine(fill(texts.subject, allowed), subjectLength),
    body: fill(texts.body, allowed).replaceAll(/\r\n?/g, "\n").replaceAll("\u0000", "").toWellFormed()
  }
}

/** Lists the mistakes in the templates of an event: unknown placeholders and single braces. */
export const problemsOf = (settings: MailTexts): ReadonlyArray<Problem> =>
  editable.flatMap(({ fields, template }) =>
    fields.flatMap((field) => mistakes(field, settings[field], namesOf(template)))
  )

/** The settings that contain the templates. */
export type MailTexts = Pick<
  EventSettings,
  | "customer_portal_contact_email"
  | "payout_done_message"
  | "payout_done_subject"
  | "payout_registered_message"
  | "payout_registered_subject"
>

const editable = [
  { template: "payout_registered", fields: ["payout_registered_subject", "payout_registered_message"] },
  { template: "payout_done", fields: ["payout_done_subject", "payout_done_message"] }
] as const

const textsOf = (template: TemplateName, settings: MailTexts, language: Language): WrittenMail => {
  switch (template) {
    case "payout_registered":
      return { subject: settings.payout_registered_subject, body: settings.payout_registered_message }
    case "payout_done":
      return { subject: settings.payout_done_subject, body: settings.payout_done_message }
    case "bank_data_changed":
      return bankDataChanged[language]
    case "tag_blocked":
      return tagBlocked[language]
  }
}

/** It goes to an address that may no longer be the guest's, so it does not contain the new bank account or address. */
const bankDataChanged: Readonly<Record<Language, WrittenMail>> = {
  en: {
    subject: "The bank account for your payout was changed",
    body: "The bank account or the e-mail address for the payout of your wristband's balance was changed.\n\n" +
      "If that was not you, please write to {contact_email} at once."
  },
  de: {
    subject: "Das Bankkonto für deine Auszahlung wurde geändert",
    body:
      "Das Bankkonto oder die E-Mail-Adresse für die Auszahlung des Guthabens auf deinem Armband wurde geändert.\n\n" +
      "Wenn du das nicht warst, schreib bitte sofort an {contact_email}."
  }
}

const tagBlocked: Readonly<Record<Language, WrittenMail>> = {
  en: {
    subject: "Your wristband is blocked",
    body:
      "Your wristband was reported lost in the guests' portal and is blocked: no one can pay with it or sign in with " +
      "its PIN. Your balance is kept. The help desk of the event gives you another wristband.\n\n" +
      "If that was not you, please write to {contact_email} at once."
  },
  de: {
    subject: "Dein Armband ist gesperrt",
    body:
      "Dein Armband wurde im Gästeportal als verloren gemeldet und ist gesperrt: Niemand kann damit bezahlen oder sich " +
      "mit seiner PIN anmelden. Dein Guthaben bleibt erhalten. Am Infostand der Veranstaltung bekommst du ein anderes " +
      "Armband.\n\nWenn du das nicht warst, schreib bitte sofort an {contact_email}."
  }
}

const namesOf = (template: TemplateName): ReadonlyArray<string> => [...declared[template], ...common]

/** A doubled brace is a literal brace; anything else between braces is a placeholder. */
const token = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g

const fill = (written: string, values: ReadonlyMap<string, string>): string =>
  written.replaceAll(token, (found, name: string | undefined) => {
    if (name !== undefined) return singleLine(values.get(name) ?? "", valueLength)
    return found === "{{" ? "{" : found === "}}" ? "}" : found
  })

const mistakes = (field: string, written: string, names: ReadonlyArray<string>): ReadonlyArray<Problem> => {
  const found = Array.from(written.matchAll(token))
  const unknown = found.flatMap(([, name]) => name === undefined || names.includes(name) ? [] : [`{${name}}`])
  const stray = found.some(([brace]) => brace === "{" || brace === "}")
  return [
    ...(unknown.length === 0
      ? []
      : [
        problem(organisationRules.placeholder_unknown, [field], {
          field,
          unknown: listOf(unknown),
          known: names.map((name) => `{${name}}`)
        })
      ]),
    ...(stray ? [problem(organisationRules.brace_alone, [field], { field, left: "{{", right: "}}" })] : [])
  ]
}

const listOf = (placeholders: ReadonlyArray<string>): string =>
  singleLine([...new Set(placeholders)].join(", "), valueLength)

/** Lengths in characters. */
const subjectLength = 255
const valueLength = 1000

/** Values from guests must not end a line or a header. */
const singleLine = (given: string, length: number): string => Array.from(oneLine(given)).slice(0, length).join("")
