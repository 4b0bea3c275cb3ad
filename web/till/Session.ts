import { atom, getDefaultStore, useAtomValue } from "jotai"
import { useEffect } from "react"
import { eventUnitsAtom } from "../kit/EventFormats.ts"
import { isTemporary, type Refusal } from "../kit/Refusal.ts"
import { readItem, writeItem } from "../kit/Stored.ts"
import { call, isServerAwayAtom, type TerminalAnswer } from "./calls.ts"
import { keptSession, keptSessionText } from "./KeptSession.ts"
import { type Registration, registrationAtom } from "./registration/Registration.ts"
import { noteServerTime } from "./ServerTime.ts"

export type Config = TerminalAnswer<"GET /config">
export type TillConfig = NonNullable<Config["till"]>
type Person = NonNullable<TerminalAnswer<"GET /user">>
export type Privilege = Person["privileges"][number]

/** What the server says of this terminal: its till and who is signed in. */
export interface Session {
  readonly config: Config
  readonly person: Person | null
  /** From an earlier visit, as the server does not answer: it shows the till, and nothing is booked with it. */
  readonly isKept?: true
}

export const sessionAtom = atom<Session>()

/** Why the session could not be loaded, or loaded anew. */
export const sessionRefusalAtom = atom<Refusal>()

const store = getDefaultStore()

const key = "wristbank.till.session"

const show = (session: Session) => {
  store.set(sessionAtom, session)
  const { currency, time_zone } = session.config
  store.set(eventUnitsAtom, { currency, timeZone: time_zone })
}

/** The till of an earlier visit, while the server says nothing of it. */
const showKept = ({ id }: Registration, refusal: Refusal) => {
  store.set(sessionRefusalAtom, refusal)
  const kept = store.get(sessionAtom) === undefined && isTemporary(refusal)
    ? keptSession<Session>(readItem(key), id)
    : undefined
  if (kept !== undefined) show(kept)
}

let latest = 0
let underWay = 0

/** Loads what the server says of this terminal. */
export const loadSession = async (): Promise<void> => {
  const mine = ++latest
  const registration = store.get(registrationAtom)
  if (registration === null) return
  underWay++
  const [config, person] = await Promise.all([
    call("GET /config", undefined, { onHeaders: noteServerTime }),
    call("GET /user")
  ])
  underWay--
  if (mine !== latest || store.get(registrationAtom) !== registration) return
  if (!config.ok) return showKept(registration, config.refusal)
  if (!person.ok) return showKept(registration, person.refusal)
  const session = { config: config.answer, person: person.answer }
  show(session)
  store.set(sessionRefusalAtom, undefined)
  writeItem(key, keptSessionText(session, registration.id))
}

/** No one is signed in from now on; the till itself stays as it was. */
export const forgetPerson = (): void => {
  latest++
  writeItem(key, null)
  const session = store.get(sessionAtom)
  if (session !== undefined) store.set(sessionAtom, { ...session, person: null })
}

/**
 * How often a till looks for changes of its profile or its person, and while the server is away or could not say one of them for that;
 * in milliseconds.
 */
const polls = { usual: 30_000, away: 3_000 }

/** Whether the latest answer about this terminal was put off, although the server may have answered other calls since. */
const isPutOff = () => {
  const refusal = store.get(sessionRefusalAtom)
  return refusal !== undefined && isTemporary(refusal)
}

/** Loads the session now, at intervals, and when the device wakes up or finds a network. */
export const useSessionUpdates = (): void => {
  const registration = useAtomValue(registrationAtom)
  useEffect(() => {
    if (registration === null) return
    const load = () => void (document.visibilityState === "visible" && loadSession())
    load()
    let loadedAt = Date.now()
    const timer = setInterval(() => {
      const isLate = Date.now() - loadedAt >= polls.usual
      if (underWay > 0 || (!isLate && store.get(isServerAwayAtom) !== true && !isPutOff())) return
      loadedAt = Date.now()
      load()
    }, polls.away)
    document.addEventListener("visibilitychange", load)
    globalThis.addEventListener("online", load)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", load)
      globalThis.removeEventListener("online", load)
    }
  }, [registration])
}

/** The session of a screen that is shown only with one. */
export const useSession = (): Session => {
  const session = useAtomValue(sessionAtom)
  if (session === undefined) throw new Error("There is no session yet")
  return session
}
