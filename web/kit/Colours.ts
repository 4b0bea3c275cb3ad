import { getDefaultStore } from "jotai"
import { storedAtom } from "./Stored.ts"

export const colourSchemes = ["system", "light", "dark", "contrast"] as const
export type ColourScheme = typeof colourSchemes[number]

/** The colours that the person chose; `system` follows the device. */
export const coloursAtom = storedAtom<ColourScheme>(
  "wristbank.colours",
  (stored) => colourSchemes.find((scheme) => scheme === stored) ?? "system",
  (scheme) => scheme
)

/** Shows the chosen colours, now and whenever others are chosen. */
export const startColours = (): void => {
  const store = getDefaultStore()
  const show = () => {
    document.documentElement.dataset["colours"] = store.get(coloursAtom)
  }
  store.sub(coloursAtom, show)
  show()
}
