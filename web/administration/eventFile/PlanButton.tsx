import type { ReactNode } from "react"
import { Button } from "../../kit/Button.tsx"

interface PlanButtonProps {
  readonly busy: boolean
  readonly disabled: boolean
  /** Whether the plan is there. What applies it is the next step then. */
  readonly isShown: boolean
  readonly children: ReactNode
}

/** Asks for the plan of what is entered. */
export const PlanButton = ({ busy, children, disabled, isShown }: PlanButtonProps) => (
  <div>
    <Button kind={isShown ? "usual" : "primary"} type="submit" busy={busy} disabled={disabled}>{children}</Button>
  </div>
)
