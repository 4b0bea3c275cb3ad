import { textsOf } from "../../kit/Messages.ts"
import { type CashTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<CashTexts>({ en: english, de: german })
