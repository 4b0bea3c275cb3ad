import { textsOf } from "../../kit/Messages.ts"
import { english, type WristbandTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<WristbandTexts>({ en: english, de: german })
