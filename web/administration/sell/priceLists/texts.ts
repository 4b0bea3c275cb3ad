import { textsOf } from "../../../kit/Messages.ts"
import { english, type PriceListTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<PriceListTexts>({ en: english, de: german })
