import { useAtomValue } from "jotai"
import { type Language, languageAtom } from "./Language.ts"

/** The profile and the layout of the till at which the office books; no one sells there. */
export const officeLayout = "Virtual Till layout"

/** Names that every event is made with. The server keeps one of each, in German or English, since exports list them as they are. */
const givenNames: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  Rabatt: { en: "Voucher discount", de: "Gutscheinrabatt" },
  Aufladen: { en: "Top-up", de: "Aufladung" },
  Auszahlen: { en: "Pay-out", de: "Auszahlung" },
  Geldtransit: { en: "Cash moved", de: "Bargeld bewegt" },
  DifferenzSollIst: { en: "Cash difference", de: "Bargelddifferenz" },
  "Virtual Till": { en: "Office", de: "Büro" },
  [officeLayout]: { en: "Office", de: "Büro" }
}

/** The name of a product or a till in the reader's language, if every event has one of that name; else as it is. */
export const shownName = (name: string, language: Language): string =>
  (Object.hasOwn(givenNames, name) ? givenNames[name]?.[language] : undefined) ?? name

/** `shownName` in the language that is chosen. */
export const useShownName = (): (name: string) => string => {
  const language = useAtomValue(languageAtom)
  return (name) => shownName(name, language)
}
