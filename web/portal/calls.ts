import type { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { getDefaultStore } from "jotai"
import { type AnswerOf, type BodyOf, type CallName, callsTo } from "../kit/Call.ts"
import { languageAtom } from "../kit/Language.ts"
import { sessionAtom, sessionEnded } from "./session.ts"

type Api = typeof CustomerApi

export type PortalAnswer<Name extends CallName<Api>> = AnswerOf<Api, Name>
export type PortalBody<Name extends CallName<Api>> = BodyOf<Api, Name>

/** The path of the portal's API on this server. */
export const apiBase = "/api/customer"

const store = getDefaultStore()

/** Calls the portal's API as the signed-in guest. */
export const call = callsTo<Api>({
  base: apiBase,
  token: () => store.get(sessionAtom)?.token,
  language: () => store.get(languageAtom),
  onSignedOut: sessionEnded
})
