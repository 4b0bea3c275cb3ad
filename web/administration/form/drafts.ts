import { atom, getDefaultStore } from "jotai"
import type { Draft } from "./Field.ts"

/** The entries of a form, by the name of their field. */
export type Drafts = Readonly<Record<string, Draft>>

const store = getDefaultStore()

/** Changed entries of a form, and the stored ones that they were typed over. */
export interface Unsaved {
  readonly typed: Drafts
  readonly before: Drafts
}

/**
 * The entries of forms that are not saved yet, by the address of the form. They outlive the form, so nothing is lost by a link or
 * the back button; leaving the whole application asks first.
 */
export const unsavedAtom = atom<Readonly<Record<string, Unsaved>>>({})

/** Keeps the changed entries of a form; `undefined` forgets them. */
export const keepUnsaved = (address: string, unsaved: Unsaved | undefined): void => {
  const { [address]: _, ...others } = store.get(unsavedAtom)
  store.set(unsavedAtom, unsaved === undefined ? others : { ...others, [address]: unsaved })
}

/** The entries that were typed into a form earlier. */
export const unsavedAt = (address: string): Unsaved | undefined => store.get(unsavedAtom)[address]

/** Asks before the window closes while an entry is not saved. */
export const guardUnsaved = (): void =>
  addEventListener("beforeunload", (event) => {
    if (Object.keys(store.get(unsavedAtom)).length > 0) event.preventDefault()
  })

/** Forgets all entries that are not saved. */
export const forgetDrafts = (): void => store.set(unsavedAtom, {})
