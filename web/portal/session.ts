import { atom, getDefaultStore } from "jotai"
import { reload } from "../kit/Answers.ts"
import { isRecord } from "../kit/Refusal.ts"
import { forgetStored, storedAtom } from "../kit/Stored.ts"

/** A guest's session at an event. */
export interface Session {
  readonly token: string
  readonly eventId: number
}

const sessionIn = (stored: string | null): Session | undefined => {
  const { eventId, token } = parsed(stored)
  return typeof token === "string" && typeof eventId === "number" ? { token, eventId } : undefined
}

const parsed = (stored: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(stored ?? "")
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** The session of this browser; `undefined` while no one is signed in. */
export const sessionAtom = storedAtom(
  "wristbank.portal.session",
  sessionIn,
  (session: Session | undefined) => session === undefined ? null : JSON.stringify(session)
)

/** Why the guest sees the sign-in: the session ended by itself, or with the block of the wristband. */
export const signedOutAtom = atom<"ended" | "blocked">()

const store = getDefaultStore()

/** Ends the session in this browser; nothing about the guest stays in it. */
export const leave = (why?: "ended" | "blocked"): void => {
  forgetStored("wristbank.portal.guest.")
  store.set(signedOutAtom, why)
  store.set(sessionAtom, undefined)
}

/** The server does not take a token any more. An answer to an earlier session ends no later one. */
export const sessionEnded = (token: string): void => {
  if (store.get(sessionAtom)?.token !== token) return
  leave("ended")
  // All sessions of an event end when it is archived, and so does its portal.
  reload("event")
}

export const enter = (session: Session): void => {
  forgetStored("wristbank.portal.guest.")
  store.set(signedOutAtom, undefined)
  store.set(sessionAtom, session)
}

/** The chip of the guest's wristband, for the subject of a mail to the organisers. */
export const wristbandAtom = atom<string>()
