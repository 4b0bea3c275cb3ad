import { type ReactNode } from "react"
import { useKept } from "../kit/Answers.ts"
import { lazily } from "../kit/lazily.tsx"
import { Placeholder } from "../kit/Loaded.tsx"
import { isTemporary } from "../kit/Refusal.ts"
import { apiBase } from "./calls.ts"
import { configAtom } from "./event.ts"

const NoPortal = lazily(() => import("./NoPortal.tsx"), "NoPortal", 4)

/** Shows its screens once the event of this address is known; else why there is no portal. */
export const EventGate = ({ children }: { readonly children: ReactNode }) => {
  const { data, load, refusal } = useKept(configAtom, "event")
  const printed = printedReceipt()
  // Receipts of an event without a portal are shown as the printed page.
  if (refusal !== undefined && !isTemporary(refusal) && printed !== undefined) {
    location.replace(printed)
    return undefined
  }
  // A known event stays usable while the server is away.
  if (data !== undefined && (refusal === undefined || isTemporary(refusal))) return children
  return (
    <main className="page stack gate">
      {refusal === undefined
        ? <Placeholder lines={4} />
        : <NoPortal known={data} refusal={refusal} onRetry={load} />}
    </main>
  )
}

/** The printed receipt of the address, if it is that of a receipt. */
const printedReceipt = (): string | undefined => {
  const [, uuid] = /\/bon\/([\da-f-]{36})\/?$/i.exec(location.pathname) ?? []
  return uuid === undefined ? undefined : `${apiBase}/bon/${uuid}/html`
}
