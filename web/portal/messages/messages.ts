import { messagesOf } from "../../kit/Messages.ts"
import type { PortalMessages } from "./english.ts"

/** The portal's texts in the chosen language. */
export const useMessages = messagesOf<PortalMessages>()
