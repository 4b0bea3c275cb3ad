import { textsOf } from "../../kit/Messages.ts"
import { english, type ReportTexts } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<ReportTexts>({ en: english, de: german })
