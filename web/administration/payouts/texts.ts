import { textsOf } from "../../kit/Messages.ts"
import { english, type PayoutTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<PayoutTexts>({ en: english, de: german })
