import { textsOf } from "../../kit/Messages.ts"
import { english, type FiscalTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<FiscalTexts>({ en: english, de: german })
