import { type Language, preferredLanguage } from "@wristbank/core/primitives/Language"

/** The language of refusals to a caller: English unless the caller prefers another that there is. */
export const languageOf = (headers: { readonly [name: string]: string | undefined }): Language =>
  preferredLanguage(headers["accept-language"], "en")

/** What an answer with a sentence says of its language, so that no cache gives it to those who read another. */
export const languageHeaders = (language: Language): Readonly<Record<string, string>> => ({
  "content-language": language,
  vary: "Accept-Language"
})
