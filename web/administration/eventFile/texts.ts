import { textsOf } from "../../kit/Messages.ts"
import { english, type EventFileTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<EventFileTexts>({ en: english, de: german })
