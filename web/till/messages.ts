import { messagesOf } from "../kit/Messages.ts"
import type { TillMessages } from "./messages/english.ts"

export const useMessages = messagesOf<TillMessages>()
