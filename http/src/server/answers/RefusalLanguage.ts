import { type Language, preferredLanguage } from "@wristbank/core/base/Language"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The language of refusals to a caller: the first supported language that they accept, else English. */
export const languageOf = (headers: { readonly [name: string]: string | undefined }): Language =>
  preferredLanguage(headers["accept-language"], "en")

/** The language of the call that is being answered, as `languageOf`. */
export const callLanguage = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => languageOf(headers))

/** Headers that name the language of an answer, so that caches keep the languages apart. */
export const languageHeaders = (language: Language): Readonly<Record<string, string>> => ({
  "content-language": language,
  vary: "Accept-Language"
})
