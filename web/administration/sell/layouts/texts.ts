import { textsOf } from "../../../kit/Messages.ts"
import { english, type LayoutTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<LayoutTexts>({ en: english, de: german })
