import { textsOf } from "../../../kit/Messages.ts"
import { type CategoryTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<CategoryTexts>({ en: english, de: german })
