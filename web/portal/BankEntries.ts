import { isEmailAddress } from "@wristbank/core/base/EmailAddress"
import { countryOf, parse } from "@wristbank/core/base/Iban"
import { visible } from "@wristbank/core/base/VisibleText"
import type { Amount } from "../kit/Amount.ts"
import type { Language } from "../kit/Language.ts"

/** What a guest has entered so far. */
export interface BankEntries {
  readonly iban: string
  readonly account_name: string
  readonly email: string
  /** `undefined` while the field holds no amount. */
  readonly donation: Amount | undefined
  readonly privacy: boolean
}

export type BankMistake =
  | "iban_missing"
  | "iban_invalid"
  | "country_not_allowed"
  | "name_missing"
  | "email_missing"
  | "email_invalid"
  | "donation_invalid"
  | "privacy_missing"

/** Mistakes that need no server, by field. The server decides about everything again, such as which characters banks take. */
export const bankMistakes = (
  { account_name, donation, email, iban, privacy }: BankEntries,
  balance: Amount,
  allowed: ReadonlyArray<string> | null
): Readonly<Record<string, BankMistake>> => ({
  ...found("iban", ibanMistake(iban, allowed)),
  ...found("account_name", account_name.trim() === "" ? "name_missing" : undefined),
  ...found(
    "email",
    email.trim() === "" ? "email_missing" : isEmailAddress(visible(email)) ? undefined : "email_invalid"
  ),
  ...found("donation", donation === undefined || donation < 0 || donation > balance ? "donation_invalid" : undefined),
  ...found("privacy", privacy ? undefined : "privacy_missing")
})

const ibanMistake = (typed: string, allowed: ReadonlyArray<string> | null): BankMistake | undefined => {
  if (typed.trim() === "") return "iban_missing"
  const iban = parse(typed)
  if (iban === undefined) return "iban_invalid"
  return allowed === null || allowed.includes(countryOf(iban)) ? undefined : "country_not_allowed"
}

const found = (field: string, mistake: BankMistake | undefined) => mistake === undefined ? {} : { [field]: mistake }

/** Countries whose English name stands with an article inside a sentence. */
const withArticle: ReadonlySet<string> = new Set([
  "AE",
  "BS",
  "CF",
  "CG",
  "CD",
  "DO",
  "GB",
  "GM",
  "MV",
  "NL",
  "PH",
  "US"
])

/** Countries by name, any of which will do: "Germany, Austria or the Netherlands". */
export const countriesText = (codes: ReadonlyArray<string>, language: Language): string => {
  // British English has no comma before the last.
  const locale = language === "en" ? "en-GB" : language
  const names = new Intl.DisplayNames(locale, { type: "region" })
  const nameOf = (code: string) =>
    `${language === "en" && withArticle.has(code) ? "the " : ""}${names.of(code) ?? code}`
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(codes.map(nameOf))
}
