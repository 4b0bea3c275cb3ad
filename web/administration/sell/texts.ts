import { textsOf } from "../../kit/Messages.ts"
import { english, type SellTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<SellTexts>({ en: english, de: german })
