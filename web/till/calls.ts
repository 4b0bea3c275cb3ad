import type { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { atom, getDefaultStore } from "jotai"
import { type Answer, type AnswerOf, type Call, type CallName, callsTo } from "../kit/Call.ts"
import { languageAtom } from "../kit/Language.ts"
import { isTemporary } from "../kit/Refusal.ts"
import { isSignedOutAtom, registrationAtom } from "./registration/Registration.ts"

/** The address of the terminals' API, on the server that this page comes from. */
const base = "/api/terminal"

/** The address of a button's picture, which never changes. */
export const pictureAddress = (hash: string): string => `${base}/media/button/${hash}`

const store = getDefaultStore()

/** Whether the server answered the latest call; `undefined` before the first. */
export const isServerAwayAtom = atom<boolean>()

const notingServer = (call: Call<typeof TerminalApi>): Call<typeof TerminalApi> => async (name, ...rest) => {
  const answer = await call(name, ...rest)
  const isAway = !answer.ok && isTemporary(answer.refusal) && answer.refusal.status !== 429 &&
    answer.refusal.status !== 500
  store.set(isServerAwayAtom, isAway)
  return answer
}

const unnotedCallsWith = (token: () => string | undefined): Call<typeof TerminalApi> =>
  callsTo<typeof TerminalApi>({
    base,
    token,
    language: () => store.get(languageAtom),
    onSignedOut: (refused) => {
      if (store.get(registrationAtom)?.token === refused) store.set(isSignedOutAtom, true)
    }
  })

/** The calls of the holder of this token; bookings are sent with the token of their own registration. */
export const callsWith = (token: () => string | undefined): Call<typeof TerminalApi> =>
  notingServer(unnotedCallsWith(token))

const ownToken = () => store.get(registrationAtom)?.token

/** The calls of the registered terminal. */
export const call = callsWith(ownToken)

/** The same for calls every few seconds: one of them may be lost, and the till sells on. */
export const unnotedCall = unnotedCallsWith(ownToken)

/** A call by its name alone, for requests whose types were checked when they were written down. */
export const callByName = call as (
  name: CallName<typeof TerminalApi>,
  input: { readonly body: object }
) => Promise<Answer<unknown>>

export type TerminalAnswer<Name extends CallName<typeof TerminalApi>> = AnswerOf<typeof TerminalApi, Name>

export type { Answer }
