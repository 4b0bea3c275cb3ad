import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"

/** `good` is done, `attention` needs attention, `stopped` does not work. */
export type NoticeKind = "info" | "good" | "attention" | "stopped"

const icons = { info: Info, good: CircleCheck, attention: TriangleAlert, stopped: CircleAlert }

/** A message in a box. Screen readers say it at once if it needs the person, else when they get to it. */
export const Notice = ({ children, kind = "info" }: { readonly children: ReactNode; readonly kind?: NoticeKind }) => {
  const Icon = icons[kind]
  return (
    <div className="notice" data-kind={kind} role={kind === "stopped" ? "alert" : "status"}>
      <Icon className="icon" aria-hidden />
      <div className="stack-close">{children}</div>
    </div>
  )
}
