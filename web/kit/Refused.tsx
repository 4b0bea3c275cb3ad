import { type ReactNode, useEffect, useState } from "react"
import { Button } from "./Button.tsx"
import { useKitMessages } from "./Messages.ts"
import type { KitMessages } from "./messages/english.ts"
import { Notice } from "./Notice.tsx"
import { isTemporary, type Refusal } from "./Refusal.ts"

export interface RefusedProps {
  readonly refusal: Refusal
  /** Makes the same call again. Offered when it may succeed by then. */
  readonly onRetry?: (() => void) | undefined
  /** Another way out, such as a link. */
  readonly children?: ReactNode
}

/** Why a call was refused, in the person's words, with the way out. */
export const Refused = ({ children, onRetry, refusal }: RefusedProps) => {
  const say = useKitMessages()
  // Each attempt counts down anew, also from the same number.
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState(refusal)
  if (shown !== refusal) {
    setShown(refusal)
    setAttempt(attempt + 1)
  }
  return (
    <Notice kind={isTemporary(refusal) ? "attention" : "stopped"}>
      <p>{sentenceOf(refusal, say)}</p>
      {refusal.retryAfterSeconds !== undefined && <Countdown key={attempt} seconds={refusal.retryAfterSeconds} />}
      {children}
      {onRetry !== undefined && isTemporary(refusal) && (
        <div>
          <Button onClick={onRetry}>{say.retry}</Button>
        </div>
      )}
    </Notice>
  )
}

/** How long to wait still; nothing once the time is over. */
const Countdown = ({ seconds }: { readonly seconds: number }) => {
  const say = useKitMessages()
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const start = Date.now()
    const timer = setInterval(() => setLeft(Math.ceil(seconds - (Date.now() - start) / 1000)), 250)
    return () => clearInterval(timer)
  }, [seconds])
  // Screen readers get the first number alone, not one each second.
  return left <= 0 ? undefined : <p aria-live="off">{say.retryIn(left)}</p>
}

/** The server's own sentence where it is meant for a person; else one by the kind of the refusal. */
export const sentenceOf = ({ fields, id, message, status }: Refusal, say: KitMessages): string => {
  if (status === 0) return say.refusedUnreachable
  if (status === 401 && id !== "Unauthorized") return message || say.refusedSignedOut
  if (status === 401) return say.refusedSignedOut
  if (status === 422) return Object.keys(fields).length > 0 ? say.refusedFields : message || say.refusedOther
  if (status === 429) return message || say.refusedBusy
  if (status === 502 || status === 503 || status === 504) return message || say.refusedAway
  if (status >= 500) return say.refusedFailed
  return message || say.refusedOther
}
