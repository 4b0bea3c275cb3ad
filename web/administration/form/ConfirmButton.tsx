import { type ReactNode, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import type { Answer } from "../../kit/Call.ts"
import { Confirm } from "./Confirm.tsx"

interface ConfirmButtonProps<T> {
  /** What the button says; what it does stands in `action`. */
  readonly label: ReactNode
  /** Says what happens, such as "Delete product". */
  readonly action: string
  /** What will be gone or different. */
  readonly children: ReactNode
  readonly change: () => Promise<Answer<T>>
  readonly onDone?: (answer: T) => void
  readonly kind?: "primary" | "danger"
  /** Whether the entries in the dialog allow the change. */
  readonly isReady?: boolean
  /** How the button looks that asks; as the one that acts unless given. */
  readonly look?: "primary" | "usual" | "quiet" | "danger"
}

/** A button whose change needs a second thought. */
export function ConfirmButton<T>(
  { action, kind = "danger", label, look = kind, onDone, ...confirm }: ConfirmButtonProps<T>
) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind={look} onClick={() => setAsking(true)}>{label}</Button>
      {isAsking && (
        <Confirm
          {...confirm}
          kind={kind}
          title={action}
          action={action}
          onClose={() => setAsking(false)}
          onDone={(answer) => {
            setAsking(false)
            onDone?.(answer)
          }}
        />
      )}
    </>
  )
}
