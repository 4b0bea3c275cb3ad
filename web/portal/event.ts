import { atom, getDefaultStore, useAtomValue } from "jotai"
import { keptAtom } from "../kit/Answers.ts"
import { basePath } from "../kit/Base.ts"
import { eventUnitsAtom } from "../kit/EventFormats.ts"
import { type Language, languageAtom } from "../kit/Language.ts"
import { call, type PortalAnswer } from "./calls.ts"

export type EventConfig = PortalAnswer<"GET /config">

/** The path of the portal on this host; empty on a host name of its own. */
export const base = basePath()

/** The address that was opened, by which the server knows the event. */
const address = `${location.origin}${base}`

/** The event's configuration. The browser keeps it, so that the portal starts without a network. */
export const configAtom = keptAtom(
  () => call("GET /config", { query: { base_url: address } }),
  "wristbank.portal.event"
)

const eventAtom = atom((get) => get(configAtom).data)

/** The event on screen. Only screens below `EventGate` use it. */
export const useEvent = (): EventConfig => {
  const event = useAtomValue(eventAtom)
  if (event === undefined) throw new Error("The event is not loaded yet")
  return event
}

const store = getDefaultStore()
const setUnits = () => {
  const event = store.get(eventAtom)
  if (event !== undefined) {
    store.set(eventUnitsAtom, { currency: event.currency_identifier, timeZone: event.time_zone })
    document.title = event.event_name
  }
}
store.sub(eventAtom, setUnits)
setUnits()

/** Pages that organisers write. */
export const textPages = ["faq", "agb", "privacypolicy"] as const
export type TextPage = typeof textPages[number]

const wireLanguages: Readonly<Record<Language, string>> = { en: "en-US", de: "de-DE" }

/** An organiser's text in a language, else in the first that has it; `undefined` if there is none. */
const textOf = (
  { translation_texts: texts }: Pick<EventConfig, "translation_texts">,
  page: TextPage,
  language: Language
): string | undefined =>
  [texts[wireLanguages[language] as keyof typeof texts], ...Object.values(texts)].map((one) => one?.[page]?.trim())
    .find((
      text
    ) => text !== undefined && text !== "")

/** The organiser's text of a page, in the reader's language. */
export const useText = (page: TextPage): string | undefined => textOf(useEvent(), page, useAtomValue(languageAtom))
