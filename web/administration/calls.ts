import type { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { getDefaultStore } from "jotai"
import { type AnswerOf, type BodyOf, type CallName, callsTo } from "../kit/Call.ts"
import { languageAtom } from "../kit/Language.ts"
import { isTemporary } from "../kit/Refusal.ts"
import type { Calls, Input } from "../kit/Wire.ts"
import { csrfToken, mustEnrol, type Session, sessionEnded } from "./session.ts"

type Api = typeof AdministrationApi
export type OfficeCall = CallName<Api>
export type OfficeAnswer<Name extends OfficeCall> = AnswerOf<Api, Name>
export type OfficeBody<Name extends OfficeCall> = BodyOf<Api, Name>
export type OfficeInput<Name extends OfficeCall> = Input<Calls<Api>[Name]>

/** The path of the administration API on this server. */
export const apiBase = "/api/administration"

/** Reports and statistics of large events give way to bookings, and the server has ten minutes for them. */
const readsAllBookings = /^GET \/(reports|stats)\/|\/generate-\w+-report$/

/** Calls the administration API as the person who is signed in. */
export const call = callsTo<Api>({
  base: apiBase,
  cookie: true,
  token: csrfToken,
  tokenHeader: (token) => ({ "x-csrf-token": token }),
  timeoutOf: (name) => readsAllBookings.test(name) ? 600_000 : null,
  language: () => getDefaultStore().get(languageAtom),
  onSignedOut: sessionEnded,
  onRefused: ({ rule }) => rule === "organisation.second_factor_required" && mustEnrol()
})

/** The header with which the server knows this application where no CSRF token is known yet. */
export const asWebApplication = { headers: { "x-wristbank-web": "1" } }

/** The session of the browser's cookie, if it has one; `unknown` when the server can't say so now. */
export const currentSession = async (): Promise<Session | "nobody" | "unknown"> => {
  const asked = await call("GET /auth/web-session", undefined, asWebApplication)
  if (!asked.ok) return isTemporary(asked.refusal) ? "unknown" : "nobody"
  const { csrf_token, user } = asked.answer
  return csrf_token === null ? "nobody" : { user, csrfToken: csrf_token }
}
