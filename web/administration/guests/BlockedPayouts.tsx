import { useMemo } from "react"
import { usePages } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { PagedList } from "../list/List.tsx"
import { useNodeId } from "../tree.ts"
import { guestColumns } from "./guestColumns.ts"
import { useTexts } from "./texts.ts"

/** Guests whom payout runs leave out. */
export const BlockedPayouts = () => {
  const say = useTexts()
  const blocked = usePages("GET /customers-with-blocked-payout", { query: { node_id: useNodeId(), limit: "100" } })
  const columns = useMemo(() => guestColumns(say), [say])
  return (
    <Page>
      <PagedList
        label={say.guest}
        of={blocked}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/people/${id}`}
        empty={<p>{say.noBlocked}</p>}
      />
    </Page>
  )
}
