import { CircleAlert, CircleCheck, CircleOff, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { Condition } from "./Devices.ts"

const icons = { good: CircleCheck, attention: TriangleAlert, stopped: CircleAlert }

/** A text with a sign and a colour for what has to be done; grey where nothing has to be done. */
export const ConditionMark = (
  { children, kind }: { readonly kind: Condition | undefined; readonly children: ReactNode }
) => {
  const Icon = kind === undefined ? CircleOff : icons[kind]
  return (
    <span className="condition" data-kind={kind}>
      <Icon className="icon" aria-hidden />
      {children}
    </span>
  )
}
