import { storedAtom } from "./Stored.ts"

export const languages = ["en", "de"] as const
export type Language = typeof languages[number]

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" }

/** The first of the browser's languages that the applications have; English without any. */
export const preferred = (wanted: ReadonlyArray<string>): Language =>
  wanted.map((tag) => languages.find((language) => tag.toLowerCase().split("-")[0] === language)).find((found) =>
    found !== undefined
  ) ?? "en"

export const languageAtom = storedAtom<Language>(
  "wristbank.language",
  (stored) => languages.find((language) => language === stored) ?? preferred(navigator.languages),
  (language) => language
)

/** The browser's own variant of a language, such as `en-GB`, since it decides how dates look; else the language alone. */
export const localeOf = (language: Language, wanted: ReadonlyArray<string> = navigator.languages): string =>
  wanted.find((tag) => tag.toLowerCase().split("-")[0] === language && isTag(tag)) ?? language

/** Whether a text is a language tag. Browsers on systems without a language give some that are none, such as `en-US@posix`. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}
