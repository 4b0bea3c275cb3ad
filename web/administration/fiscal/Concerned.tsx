import { CircleAlert, CircleCheck, CircleOff, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { Concern } from "./Devices.ts"

const icons = { good: CircleCheck, attention: TriangleAlert, stopped: CircleAlert }

/** A text with a sign and a colour for what has to be done; grey for nothing that concerns anybody. */
export const Concerned = ({ children, kind }: { readonly kind: Concern | undefined; readonly children: ReactNode }) => {
  const Icon = kind === undefined ? CircleOff : icons[kind]
  return (
    <span className="concerned" data-kind={kind}>
      <Icon className="icon" aria-hidden />
      {children}
    </span>
  )
}
