import { textsOf } from "../../kit/Messages.ts"
import { english, type NewEventTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<NewEventTexts>({ en: english, de: german })
