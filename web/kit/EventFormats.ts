import { atom, useAtomValue } from "jotai"
import { formatsOf } from "./Formats.ts"
import { languageAtom, localeOf } from "./Language.ts"

/** The currency and time zone of the event on screen; set by the application once it knows the event. */
export const eventUnitsAtom = atom({ currency: "EUR", timeZone: "Europe/Berlin" })

const formatsAtom = atom((get) => {
  const { currency, timeZone } = get(eventUnitsAtom)
  return formatsOf(localeOf(get(languageAtom)), currency, timeZone)
})

/** How this reader sees the event's money and moments. */
export const useFormats = () => useAtomValue(formatsAtom)
