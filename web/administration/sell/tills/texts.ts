import { textsOf } from "../../../kit/Messages.ts"
import { english, type TillTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<TillTexts>({ en: english, de: german })
