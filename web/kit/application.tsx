import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { startColours } from "./Colours.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import "./kit.css"
import { type Languages, startMessages } from "./Messages.ts"
import type { KitMessages } from "./messages/english.ts"
import { startServiceWorker } from "./ServiceWorker.ts"
import { UpdateNotice } from "./UpdateNotice.tsx"

/** Starts an application on the page: its colours, its texts, its screens, then the worker that keeps it on the device. */
export const startApplication = async <Messages extends KitMessages>(
  messages: Languages<Messages>,
  screens: ReactNode
): Promise<void> => {
  startColours()
  await startMessages(messages)
  createRoot(document.querySelector("#application")!).render(
    <StrictMode>
      <UpdateNotice />
      <ErrorBoundary>{screens}</ErrorBoundary>
    </StrictMode>
  )
  await startServiceWorker()
}
