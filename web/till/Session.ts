import { atom, getDefaultStore, useAtomValue } from "jotai"
import { useEffect } from "react"
import { eventUnitsAtom } from "../kit/EventFormats.ts"
import { isTemporary, type Refusal } from "../kit/Refusal.ts"
import { call, isServerAwayAtom, type TerminalAnswer } from "./calls.ts"
import { registrationAtom } from "./registration/Registration.ts"
import { noteServerTime } from "./ServerTime.ts"

export type Config = TerminalAnswer<"GET /config">
export type TillConfig = NonNullable<Config["till"]>
type Person = NonNullable<TerminalAnswer<"GET /user">>
export type Privilege = Person["privileges"][number]

/** What the server says of this terminal: its till and who is signed in. */
export interface Session {
  readonly config: Config
  readonly person: Person | null
}

export const sessionAtom = atom<Session>()

/** Why the session could not be loaded, or loaded anew. */
export const sessionRefusalAtom = atom<Refusal>()

const store = getDefaultStore()

const show = (session: Session) => {
  store.set(sessionAtom, session)
  store.set(sessionRefusalAtom, undefined)
  const { currency, time_zone } = session.config
  store.set(eventUnitsAtom, { currency, timeZone: time_zone })
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
  if (config.ok && person.ok) show({ config: config.answer, person: person.answer })
  else if (!config.ok) store.set(sessionRefusalAtom, config.refusal)
  else if (!person.ok) store.set(sessionRefusalAtom, person.refusal)
}

/** No one is signed in from now on; the till itself stays as it was. */
export const forgetPerson = (): void => {
  latest++
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
