import { createContext } from "react"

/** How many dialogs a part of the page stands in: none outside of dialogs. */
export const DialogDepth = createContext(0)
