import { textsOf } from "../../kit/Messages.ts"
import { type CardTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<CardTexts>({ en: english, de: german })
