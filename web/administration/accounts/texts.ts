import { textsOf } from "../../kit/Messages.ts"
import { type AccountTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<AccountTexts>({ en: english, de: german })
