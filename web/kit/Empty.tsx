import type { ReactNode } from "react"

/** In place of a list without entries: what would stand here, and how to get the first. */
export const Empty = ({ children }: { readonly children: ReactNode }) => <div className="empty">{children}</div>
