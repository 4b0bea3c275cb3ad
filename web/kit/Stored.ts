import { atom } from "jotai"

/**
 * A value that this browser keeps between visits. `read` gets what is stored, `null` for nothing, and makes a value of it in any
 * case: the text may be from another version. Without storage, as in some private windows, the value lasts as long as the page.
 */
export const storedAtom = <T>(key: string, read: (stored: string | null) => T, write: (value: T) => string | null) => {
  const value = atom(read(readItem(key)))
  return atom((get) => get(value), (_, set, next: T) => {
    writeItem(key, write(next))
    set(value, next)
  })
}

/** Removes what this browser keeps under keys that begin with this. */
export const forgetStored = (prefix: string): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // The browser refuses storage, so nothing is kept.
  }
}

/** Where something is kept: for all windows and visits, unless another place is named. A browser may refuse the place itself. */
type Place = () => Storage

const everywhere: Place = () => localStorage

export const readItem = (key: string, place = everywhere): string | null => {
  try {
    return place().getItem(key)
  } catch {
    return null
  }
}

export const writeItem = (key: string, text: string | null, place = everywhere): void => {
  try {
    if (text === null) place().removeItem(key)
    else place().setItem(key, text)
  } catch {
    // The browser refuses storage; the value still lasts as long as the page.
  }
}
