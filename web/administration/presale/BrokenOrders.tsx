import { useMemo } from "react"
import { Distance } from "../../kit/Moment.tsx"
import { usePages } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { ServerList } from "../list/ServerList.tsx"
import { useNodeId } from "../tree.ts"
import type { PresaleTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type BrokenOrder = OfficeAnswer<"GET /presale/broken-orders">[number]

const brokenColumns = (say: PresaleTexts): ReadonlyArray<Column<BrokenOrder>> => [
  { key: "order", title: say.order, of: ({ code }) => code },
  { key: "why", title: say.why, of: ({ reason }) => reason[say.language] },
  {
    key: "since",
    title: say.since,
    of: ({ since }) => since,
    show: ({ since }) => <Distance at={since} />,
    isMinor: true
  },
  {
    key: "tried",
    title: say.triedAt,
    of: ({ tried_at }) => tried_at,
    show: ({ tried_at }) => tried_at === null ? "" : <Distance at={tried_at} />,
    isMinor: true
  }
]

/** Orders that could not be imported, each with its reason. */
export const BrokenOrders = () => {
  const say = useTexts()
  const orders = usePages("GET /presale/broken-orders", { query: { node_id: useNodeId() } })
  const columns = useMemo(() => brokenColumns(say), [say])
  return (
    <>
      <p className="muted">{say.brokenHint}</p>
      <ServerList
        label={say.brokenOrders}
        of={orders}
        columns={columns}
        keyOf={({ code }) => code}
        empty={<p>{say.noBroken}</p>}
      />
    </>
  )
}
