import type { ReactNode } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Answer } from "../../kit/Call.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { useKitMessages } from "../../kit/Messages.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useChange } from "../answers.ts"

interface ConfirmProps<T> {
  readonly title: string
  /** What will be gone or different. */
  readonly children: ReactNode
  /** Says what happens, such as "Delete product". */
  readonly action: string
  readonly change: () => Promise<Answer<T>>
  readonly onClose: () => void
  readonly onDone?: (answer: T) => void
  readonly kind?: "primary" | "danger"
  /** Whether the entries in the dialog allow the change. */
  readonly isReady?: boolean
}

/** Asks before a change that can't easily be taken back, and makes it. */
export function Confirm<T>(
  { action, change, children, isReady = true, kind = "danger", onClose, onDone = onClose, title }: ConfirmProps<T>
) {
  const say = useKitMessages()
  const { busy, refusal, submit } = useChange(change, onDone)
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {refusal !== undefined && <Refused refusal={refusal} />}
      <div className="row">
        <Button kind={kind} busy={busy} disabled={!isReady} onClick={() => void submit()}>{action}</Button>
        <Button onClick={onClose}>{say.cancel}</Button>
      </div>
    </Dialog>
  )
}
