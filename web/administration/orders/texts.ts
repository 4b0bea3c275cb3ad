import { textsOf } from "../../kit/Messages.ts"
import { english, type OrderTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<OrderTexts>({ en: english, de: german })
