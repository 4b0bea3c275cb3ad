import type { Language } from "@wristbank/core/base/Language"
import { text } from "@wristbank/core/base/Sentence"
import { HttpServerResponse } from "effect/http"
import { asTerminalsTake, type ErrorBody } from "../../api/Errors.ts"
import { languageHeaders } from "./RefusalLanguage.ts"
import type { ValidationError } from "./ValidationDetail.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The most places that a message names; `detail` has all of them. */
const namedPlaces = 3

/** Names of places in a message are cut to this length, as a name may be a key that the sender invented. */
const longestPlace = 100

/**
 * The answer to a request that does not match its call: all complaints in `detail`, and the fields that applications show
 * of an error. It is always in English, as it describes mistakes of programs.
 */
export const invalidRequest = (detail: ReadonlyArray<ValidationError>): Response =>
  refusal(422, "InvalidRequest", messageOf(detail), detail)

/** The answer to a body above the limit of its call. */
export const bodyTooLarge = (language: Language): Response =>
  refusal(413, "BodyTooLarge", tooLarge[language], "Request body too large", languageHeaders(language))

const tooLarge = text({
  en: "The request has more than this call takes: send less at once",
  de: "Die Anfrage ist zu groß: bitte weniger auf einmal senden"
})

const refusal = (status: number, id: string, message: string, detail: unknown, headers = {}): Response => {
  const body: ErrorBody = { type: "service", id, message, detail }
  return HttpServerResponse.jsonUnsafe(body, { status, headers })
}

const messageOf = (detail: ReadonlyArray<ValidationError>): string => {
  const named = detail.slice(0, namedPlaces).map(({ loc, msg }) => {
    const place = (loc.length > 1 ? loc.slice(1) : loc).join(".")
    return `${place.slice(0, longestPlace).toWellFormed()}: ${msg}`
  })
  return named.join("; ") + (detail.length > namedPlaces ? ` and ${detail.length - namedPlaces} more` : "")
}

/** The refusal with the status that published terminals understand, and the same body. */
export const forTerminals = (response: Response): Response => {
  const status = asTerminalsTake(response.status)
  return status === response.status ? response : HttpServerResponse.setStatus(response, status)
}
