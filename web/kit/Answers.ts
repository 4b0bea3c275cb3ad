import { atom, useAtom } from "jotai"
import { useEffect } from "react"
import type { Answer } from "./Call.ts"
import type { Refusal } from "./Refusal.ts"
import { readItem, writeItem } from "./Stored.ts"

/** An answer that is kept: the latest data stay on screen while newer ones are loaded, and when loading them fails. */
export interface Kept<T> {
  readonly data: T | undefined
  /** When the data were answered, in milliseconds since 1970. */
  readonly at: number
  /** Why the latest attempt failed; `undefined` after a success. */
  readonly refusal: Refusal | undefined
  readonly loading: boolean
}

const nothing: Kept<never> = { data: undefined, at: 0, refusal: undefined, loading: false }

/** The data that this browser keeps for a start without a network. */
const storedCopy = <T>(key: string | undefined): Kept<T> => {
  if (key === undefined) return nothing
  try {
    const { at, data } = JSON.parse(readItem(key) ?? "") as { readonly at: number; readonly data: T }
    return data === undefined ? nothing : { ...nothing, data, at }
  } catch {
    return nothing
  }
}

/** Reloads by the subject of the data; every answer on screen has one. */
const shown = new Map<() => void, string>()

/** Loads every answer on screen with this subject again. Called after a change. */
export const reload = (subject: string): void => {
  for (const [load, of] of shown) if (of === subject) load()
}

/**
 * An atom that keeps the answer of a call. Setting it loads; an answer that a later call has overtaken is ignored. With `key`
 * this browser keeps the data as well, so that the next start shows them until newer ones are there.
 */
export const keptAtom = <T>(call: () => Promise<Answer<T>>, key?: string) => {
  const kept = atom<Kept<T>>(storedCopy<T>(key))
  let latest = 0
  return atom((get) => get(kept), async (_, set) => {
    const mine = ++latest
    set(kept, (before) => ({ ...before, loading: true }))
    const answer = await call()
    if (mine !== latest) return
    if (key !== undefined && answer.ok) writeItem(key, JSON.stringify({ at: Date.now(), data: answer.answer }))
    set(kept, (before) =>
      answer.ok
        ? { data: answer.answer, at: Date.now(), refusal: undefined, loading: false }
        : { ...before, refusal: answer.refusal, loading: false })
  })
}

/** A kept answer on a screen: loaded when the screen opens, when the window comes back to the front, and by `reload`. */
export const useKept = <T>(
  kept: ReturnType<typeof keptAtom<T>>,
  subject: string
): Kept<T> & { readonly load: () => void } => {
  const [value, load] = useAtom(kept)
  useEffect(() => {
    const again = () => void load()
    const onVisible = () => document.visibilityState === "visible" && again()
    shown.set(again, subject)
    document.addEventListener("visibilitychange", onVisible)
    globalThis.addEventListener("online", again)
    again()
    return () => {
      shown.delete(again)
      document.removeEventListener("visibilitychange", onVisible)
      globalThis.removeEventListener("online", again)
    }
  }, [load, subject])
  return { ...value, load: () => void load() }
}
