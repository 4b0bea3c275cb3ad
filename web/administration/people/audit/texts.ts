import { textsOf } from "../../../kit/Messages.ts"
import { type AuditTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<AuditTexts>({ en: english, de: german })
