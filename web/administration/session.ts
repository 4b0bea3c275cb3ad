import type { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { atom, getDefaultStore } from "jotai"
import type { AnswerOf } from "../kit/Call.ts"
import { forgetStored, readItem, writeItem } from "../kit/Stored.ts"

/** Who is signed in, and the token that calls need beside the session's cookie, which no script can read. */
export interface Session {
  readonly user: AnswerOf<typeof AdministrationApi, "GET /auth/web-session">["user"]
  readonly csrfToken: string
}

/** The session of this browser; `undefined` while no one is signed in, `asking` until the server has said so. */
export const sessionAtom = atom<Session | "asking">()

/** Whether the session ended by itself, so that the sign-in says why it is there. */
export const endedAtom = atom(false)

/** Stored while this browser may have a session, as a page can't see its cookie; without it no one is asked at the start. */
const key = "wristbank.administration.session"

const store = getDefaultStore()

export const csrfToken = (): string | undefined => {
  const session = store.get(sessionAtom)
  return session === "asking" ? undefined : session?.csrfToken
}

export const enter = (session: Session): void => {
  writeItem(key, "open")
  store.set(endedAtom, false)
  store.set(sessionAtom, session)
}

export const leave = (ended = false): void => {
  forgetStored(key)
  store.set(endedAtom, ended)
  store.set(sessionAtom, undefined)
}

/** A second factor is required from now on, and the person has none. */
export const mustEnrol = (): void => {
  const session = store.get(sessionAtom)
  if (session === undefined || session === "asking" || session.user.must_enrol_second_factor) return
  store.set(sessionAtom, { ...session, user: { ...session.user, must_enrol_second_factor: true } })
}

/** The server does not take a token any more. An answer to an earlier session ends no later one. */
export const sessionEnded = (token: string): void => {
  if (csrfToken() === token) leave(true)
}

const retryMilliseconds = 2_000

/** Finds out whether the browser still has a session of an earlier page; asks again until the server says so. */
export const startSession = async (ask: () => Promise<Session | "nobody" | "unknown">): Promise<void> => {
  if (readItem(key) === null) return
  store.set(sessionAtom, "asking")
  for (;;) {
    const session = await ask()
    if (session === "nobody") return leave(true)
    if (session !== "unknown") return enter(session)
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
  }
}
