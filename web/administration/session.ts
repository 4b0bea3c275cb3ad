import { atom, getDefaultStore } from "jotai"

/** The token of the session; `undefined` while nobody is signed in. */
export const tokenAtom = atom<string>()

/** Whether the session ended by itself, so that the sign-in says why it is there. */
export const endedAtom = atom(false)

const store = getDefaultStore()

export const enter = (token: string): void => {
  store.set(endedAtom, false)
  store.set(tokenAtom, token)
}

export const leave = (ended = false): void => {
  store.set(endedAtom, ended)
  store.set(tokenAtom, undefined)
}

/** The server does not take a token any more. An answer to an earlier session ends no later one. */
export const sessionEnded = (token: string): void => {
  if (store.get(tokenAtom) === token) leave(true)
}
