import { atom, getDefaultStore, useAtomValue } from "jotai"
import { type Language, languageAtom } from "./Language.ts"
import type { KitMessages } from "./messages/english.ts"

/** The texts of an application by language, loaded when first needed. */
export type Languages<Messages extends KitMessages> = Readonly<Record<Language, () => Promise<Messages>>>

const messagesAtom = atom<KitMessages>()

/**
 * Loads the texts of the chosen language, now and whenever another is chosen. Ends once the first are there. A language that
 * can't be loaded leaves the texts as they are.
 */
export const startMessages = async <Messages extends KitMessages>(load: Languages<Messages>): Promise<void> => {
  const store = getDefaultStore()
  const change = async () => {
    const language = store.get(languageAtom)
    const messages = await load[language]()
    if (store.get(languageAtom) !== language) return
    store.set(messagesAtom, messages)
    document.documentElement.lang = language
  }
  store.sub(languageAtom, () => void change().catch(() => undefined))
  await change()
}

/** The texts that all applications share. */
export const useKitMessages = (): KitMessages => {
  const messages = useAtomValue(messagesAtom)
  if (messages === undefined) throw new Error("startMessages has not ended yet")
  return messages
}

/** The texts of one application, as a hook: `export const useMessages = messagesOf<PortalMessages>()`. */
export const messagesOf = <Messages extends KitMessages>() => (): Messages => useKitMessages() as Messages

/** The texts of one part of an application that come with its screens, as a hook. */
export const textsOf = <Texts>(texts: Readonly<Record<Language, Texts>>) => (): Texts =>
  texts[useAtomValue(languageAtom)]
