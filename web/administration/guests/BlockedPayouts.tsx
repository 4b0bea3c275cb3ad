import { useMemo } from "react"
import { usePages } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useNodeId } from "../tree.ts"
import { blockColumns, guestColumns, guestSortKeys } from "./guestColumns.ts"
import { useTexts } from "./texts.ts"

/** Guests whom payout runs leave out. */
export const BlockedPayouts = () => {
  const say = useTexts()
  const query = { node_id: useNodeId(), blocked: "true" } as const
  const order = useServerOrder(guestSortKeys)
  const blocked = usePages("GET /customers", { query: { ...query, ...order } }, { counts: true })
  const columns = useMemo(() => {
    const [pin, name, balance, ...others] = guestColumns(say)
    return [pin!, name!, balance!, ...blockColumns(say), ...others]
  }, [say])
  return (
    <Page>
      <ServerList
        label={say.guest}
        of={blocked}
        columns={columns}
        sortKeys={guestSortKeys}
        asFile={(options) => call("GET /customers", { query }, options)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/people/${id}`}
        empty={<p>{say.noBlocked}</p>}
      />
    </Page>
  )
}
