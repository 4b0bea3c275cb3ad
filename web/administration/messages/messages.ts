import { messagesOf } from "../../kit/Messages.ts"
import type { AdministrationMessages } from "./english.ts"

/** The texts of the frame, of lists and of forms in the chosen language. Those of a task come with its screens. */
export const useMessages = messagesOf<AdministrationMessages>()
