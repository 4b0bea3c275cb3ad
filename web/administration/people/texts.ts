import { textsOf } from "../../kit/Messages.ts"
import { english, type PeopleTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<PeopleTexts>({ en: english, de: german })
