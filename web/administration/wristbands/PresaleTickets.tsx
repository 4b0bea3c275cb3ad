import { useMemo } from "react"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Ticket = OfficeAnswer<"GET /tickets/external-tickets">[number]

/** Tickets that another shop sold; each leads to its guest. */
export const PresaleTickets = () => {
  const say = useTexts()
  const tickets = useList("GET /tickets/external-tickets", { query: { node_id: useNodeId() } })
  const columns = useMemo((): ReadonlyArray<Column<Ticket>> => [
    { key: "order", title: say.ticketReference, of: ({ external_reference }) => external_reference },
    { key: "email", title: say.email, of: ({ customer_email }) => customer_email },
    { key: "checkedIn", title: say.checkedIn, kind: "flag", of: ({ has_checked_in }) => has_checked_in },
    { key: "bought", title: say.bought, kind: "moment", of: ({ created_at }) => created_at, isMinor: true },
    { key: "code", title: say.code, of: ({ token }) => token, isMinor: true }
  ], [say])
  return (
    <Page>
      <List
        label={say.ticketReference}
        of={tickets}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ customer_account_id }) => `/guests/people/${customer_account_id}`}
        empty={<p>{say.noTickets}</p>}
      />
    </Page>
  )
}
