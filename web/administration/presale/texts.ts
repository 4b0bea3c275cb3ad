import { textsOf } from "../../kit/Messages.ts"
import { english, type PresaleTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<PresaleTexts>({ en: english, de: german })
