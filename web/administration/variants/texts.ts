import { textsOf } from "../../kit/Messages.ts"
import { english, type VariantTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<VariantTexts>({ en: english, de: german })
