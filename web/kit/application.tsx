import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { startColours } from "./Colours.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import "./kit.css"
import { type Languages, startMessages } from "./Messages.ts"
import type { KitMessages } from "./messages/english.ts"

/** Starts an application on the page: its colours, its texts, then its screens. */
export const startApplication = async <Messages extends KitMessages>(
  messages: Languages<Messages>,
  screens: ReactNode
): Promise<void> => {
  startColours()
  await startMessages(messages)
  createRoot(document.querySelector("#application")!).render(
    <StrictMode>
      <ErrorBoundary>{screens}</ErrorBoundary>
    </StrictMode>
  )
}
