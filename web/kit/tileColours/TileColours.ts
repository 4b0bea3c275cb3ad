import type { TileColour } from "@wristbank/core/event/TileColour"
import { textsOf } from "../Messages.ts"
import { english } from "./english.ts"
import { german } from "./german.ts"
import "./tileColours.css"

const useTexts = textsOf({ en: english, de: german })

/** What people call each colour. */
export const useTileColourNames = (): Readonly<Record<TileColour, string>> => useTexts().tileColours
