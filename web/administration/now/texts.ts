import { textsOf } from "../../kit/Messages.ts"
import { english, type NowTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<NowTexts>({ en: english, de: german })
