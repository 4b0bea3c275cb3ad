import { textsOf } from "../../kit/Messages.ts"
import { english, type SetupTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<SetupTexts>({ en: english, de: german })
