import type { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { getDefaultStore } from "jotai"
import { type AnswerOf, type BodyOf, type CallName, callsTo } from "../kit/Call.ts"
import { languageAtom } from "../kit/Language.ts"
import type { Calls, Input } from "../kit/Wire.ts"
import { sessionEnded, tokenAtom } from "./session.ts"

export type Api = typeof AdministrationApi
export type OfficeCall = CallName<Api>
export type OfficeAnswer<Name extends OfficeCall> = AnswerOf<Api, Name>
export type OfficeBody<Name extends OfficeCall> = BodyOf<Api, Name>
export type OfficeInput<Name extends OfficeCall> = Input<Calls<Api>[Name]>

/** The path of the administration API on this server. */
export const apiBase = "/api/administration"

const store = getDefaultStore()

/** Calls the administration API as the person who is signed in. */
export const call = callsTo<Api>({
  base: apiBase,
  token: () => store.get(tokenAtom),
  language: () => store.get(languageAtom),
  onSignedOut: sessionEnded
})
