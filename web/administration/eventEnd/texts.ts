import { textsOf } from "../../kit/Messages.ts"
import { type EndTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<EndTexts>({ en: english, de: german })
