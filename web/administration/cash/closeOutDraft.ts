import { useState } from "react"
import { isRecord } from "../../kit/Refusal.ts"
import { randomUuid } from "../../kit/Uuid.ts"
import { type Count, nothingCounted } from "./Count.ts"

/** A close-out that is under way; it outlives a reload of the page in the browser's session storage. */
export interface CloseOutDraft extends Count {
  /** With this id the server books the close-out once, however often it is sent. */
  readonly requestId: string
  /** The register that is counted. A count of another register is not taken up again. */
  readonly registerId: number | null
  readonly comment: string
  /** The person who counts; empty for the one who is signed in. */
  readonly counterId: string
  /** Whether the expected amount was seen before the count was complete. */
  readonly isShown: boolean
  /** Whether the count was compared with the expected amount; a change afterwards is no blind count any more. */
  readonly isCompared: boolean
  /** Whether it was sent, so that it may be booked even if no answer came. */
  readonly isSent: boolean
}

export const newDraft = (registerId: number | null, requestId: string): CloseOutDraft => ({
  ...nothingCounted,
  requestId,
  registerId,
  comment: "",
  counterId: "",
  isShown: false,
  isCompared: false,
  isSent: false
})

/** The stored draft if it is about the register that the cashier holds, or was sent already; else a new one. */
export const draftOf = (stored: string | null, registerId: number | null, requestId: string): CloseOutDraft => {
  const fresh = newDraft(registerId, requestId)
  try {
    const found: unknown = JSON.parse(stored ?? "")
    if (!isRecord(found) || typeof found["requestId"] !== "string" || !isRecord(found["entries"])) return fresh
    const draft = { ...fresh, ...found } as CloseOutDraft
    return draft.registerId === registerId || (draft.isSent && registerId === null) ? draft : fresh
  } catch {
    return fresh
  }
}

/** Changes what is counted. After the comparison it is no blind count any more. */
export const recounted = (draft: CloseOutDraft, count: Count): CloseOutDraft => ({
  ...draft,
  ...count,
  isShown: draft.isShown || draft.isCompared
})

const storage = (): Storage | undefined => {
  try {
    return sessionStorage
  } catch {
    // The browser refuses storage; the draft lasts as long as the page.
    return undefined
  }
}

/** The draft of a close-out by one person, kept in this window until it is booked. */
export const useCloseOutDraft = (userId: number, cashierId: number, registerId: number | null) => {
  const key = `wristbank.administration.close-out.${userId}.${cashierId}`
  const [draft, setDraft] = useState(() => draftOf(storage()?.getItem(key) ?? null, registerId, randomUuid()))
  const change = (next: CloseOutDraft) => {
    setDraft(next)
    storage()?.setItem(key, JSON.stringify(next))
  }
  return { draft, change, forget: () => storage()?.removeItem(key) }
}
