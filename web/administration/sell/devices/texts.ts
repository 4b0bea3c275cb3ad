import { textsOf } from "../../../kit/Messages.ts"
import { type DeviceTexts, english } from "./english.ts"
import { german } from "./german.ts"

export const useTexts = textsOf<DeviceTexts>({ en: english, de: german })
