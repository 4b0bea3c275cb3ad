import { atom, getDefaultStore } from "jotai"
import type { Draft } from "./Field.ts"

/** The entries of a form, by the name of their field. */
export type Drafts = Readonly<Record<string, Draft>>

const store = getDefaultStore()

/**
 * What was typed into forms and not saved yet, by the address of the form. It outlives the form, so nothing is lost by a link or
 * the back button; leaving the whole application asks first.
 */
export const unsavedAtom = atom<Readonly<Record<string, Drafts>>>({})

/** Keeps what was typed into a form; `undefined` forgets it. */
export const keepDrafts = (address: string, drafts: Drafts | undefined): void => {
  const { [address]: _, ...others } = store.get(unsavedAtom)
  store.set(unsavedAtom, drafts === undefined ? others : { ...others, [address]: drafts })
}

/** What was typed into a form earlier. */
export const keptDrafts = (address: string): Drafts | undefined => store.get(unsavedAtom)[address]

/** Asks before the window closes while something typed is not saved. */
export const guardUnsaved = (): void =>
  addEventListener("beforeunload", (event) => {
    if (Object.keys(store.get(unsavedAtom)).length > 0) event.preventDefault()
  })

/** Forgets everything that was typed and not saved. */
export const forgetDrafts = (): void => store.set(unsavedAtom, {})
