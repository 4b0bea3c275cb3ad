import { deviceDays } from "@wristbank/core/organisation/KnownDevice"
import { backOfficeHours } from "@wristbank/core/organisation/Session"
import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHmac, timingSafeEqual } from "node:crypto"
import { cookieNames } from "../../api/administration/SessionCookie.ts"
import { CameByTls } from "./PortEdge.ts"

/** Headers as requests have them: with names in lower case, and several of one name joined. */
type Headers = Readonly<Record<string, string | undefined>>

/** The name of the cookie, depending on whether the call came by TLS. */
export const cookieName = (secure: boolean): string => secure ? cookieNames.overTls : cookieNames.plain

/**
 * The token of the CSRF header that belongs to a session. It is derived from the session's token, so nothing more is stored,
 * and it does not reveal that.
 */
export const csrfTokenOf = (token: string): string =>
  createHmac("sha256", token).update("wristbank csrf token").digest("base64url")

/** The form of our tokens: 256 bits as base64url. */
const tokenForm = /^[\w-]{43}$/

/**
 * The token in the session's cookie. `undefined` without such a cookie; null for a value that no server issues, and for
 * several cookies, one of which someone else must have planted.
 */
export const cookieToken = (headers: Headers, secure: boolean): string | null | undefined => {
  const start = `${cookieName(secure)}=`
  const [value, ...others] = (headers["cookie"] ?? "").split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
  if (value === undefined) return undefined
  return others.length === 0 && tokenForm.test(value) ? value : null
}

/**
 * Whether a page of this origin sent the call, as far as browsers say (Fetch Metadata). Those that say nothing are old, or reach
 * the server without TLS.
 */
const isFromHere = (headers: Headers) => (headers["sec-fetch-site"] ?? "same-origin") === "same-origin"

/** Whether our web application sent the call. Pages of other origins can't send this header. */
export const isFromWebApplication = (headers: Headers): boolean =>
  headers["x-wristbank-web"] === "1" && isFromHere(headers)

/** Whether a call by cookie has the CSRF token of its session. */
export const hasCsrfToken = (headers: Headers, token: string): boolean => {
  const shown = Buffer.from(headers["x-csrf-token"] ?? "")
  const expected = Buffer.from(csrfTokenOf(token))
  return shown.length === expected.length && timingSafeEqual(shown, expected) && isFromHere(headers)
}

const setCookie = (nameOf: (secure: boolean) => string, value: string, seconds: number) =>
  Effect.flatMap(CameByTls, (secure) =>
    HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.succeed(
        HttpServerResponse.setCookieUnsafe(response, nameOf(secure), value, {
          path: "/",
          httpOnly: true,
          sameSite: "strict",
          secure,
          maxAge: `${seconds} seconds`
        })
      )
    ))

/** Gives the browser the token of a new session, for as long as the session may last. */
export const keepToken = (token: string) => setCookie(cookieName, token, backOfficeHours * 3600)

/** Removes the cookie of the session. */
export const forgetToken = setCookie(cookieName, "", 0)

const deviceStart = (secure: boolean) => `${cookieName(secure)}-device-`

/** The tokens of a known device in a call's cookies, by the tag of the login. */
export const deviceTokens = (
  headers: Headers,
  secure: boolean
): ReadonlyArray<readonly [tag: string, token: string]> => {
  const start = deviceStart(secure)
  return (headers["cookie"] ?? "").split(";").flatMap((pair) => {
    const [name = "", value = ""] = pair.trim().split("=", 2)
    return name.startsWith(start) ? [[name.slice(start.length), value] as const] : []
  })
}

/** Lets the device show, at its next sign-in with the login of this tag, that there was an earlier one. */
export const keepDevice = (tag: string, token: string) =>
  setCookie((secure) => deviceStart(secure) + tag, token, deviceDays * 86_400)

/** The headers of the current call. */
export const callHeaders = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }): Headers => headers)
