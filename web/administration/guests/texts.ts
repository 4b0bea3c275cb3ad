import { textsOf } from "../../kit/Messages.ts"
import { english, type GuestTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<GuestTexts>({ en: english, de: german })
