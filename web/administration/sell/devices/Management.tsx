import type { ReactNode } from "react"
import { Link } from "wouter"
import { useMay, useNodeId, useTree, wayTo } from "../../tree.ts"
import { useTexts } from "./texts.ts"

/** Whether a program manages the devices of the event; `undefined` until that is known. */
const useIsManaged = (): boolean | undefined => {
  const { data } = useTree()
  const id = useNodeId()
  return data && wayTo(data, id).find(({ event }) => event !== null)?.event?.headwind_enabled
}

/** What needs the device management; without one, how to get it. */
export const Managed = ({ children }: { readonly children: ReactNode }) => {
  const say = useTexts()
  const may = useMay()
  const isManaged = useIsManaged()
  if (isManaged !== false) return isManaged && children
  return (
    <div className="empty">
      <p>{say.isOff}</p>
      {may("POST /tree/events/:node_id/event-settings") && (
        <Link href="/setup/settings?topic=devices" className="button" data-kind="primary">{say.toSettings}</Link>
      )}
    </div>
  )
}
