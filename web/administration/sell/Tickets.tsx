import { useMemo } from "react"
import { Link, useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { List } from "../list/List.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId } from "../tree.ts"
import { useVariants, type VariantNames } from "../variants/variants.ts"
import { ChangeTicketPrice } from "./ChangeTicketPrice.tsx"
import type { SellTexts } from "./english.ts"
import { TicketPriceHistory } from "./PriceHistory.tsx"
import { useTexts } from "./texts.ts"
import { Uses } from "./Uses.tsx"

type Ticket = OfficeAnswer<"GET /tickets/:ticket_id">

const columnsOf = (say: SellTexts, namesOf: VariantNames): ReadonlyArray<Column<Ticket>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price, isMinor: true },
  {
    key: "topUp",
    title: say.initialTopUp,
    kind: "amount",
    of: ({ initial_top_up_amount }) => initial_top_up_amount,
    isMinor: true
  },
  { key: "total", title: say.ticketTotal, kind: "amount", of: ({ total_price }) => total_price },
  {
    key: "age",
    title: say.ticketAge,
    of: ({ user_tag_variant_ids }) => namesOf(user_tag_variant_ids) || say.everyAge
  },
  { key: "tax", title: say.tax, of: ({ tax_name }) => tax_name, isMinor: true }
]

/** All tickets of a node. */
export const TicketList = () => {
  const say = useTexts()
  const may = useMay()
  const { namesOf } = useVariants()
  const columns = useMemo(() => columnsOf(say, namesOf), [namesOf, say])
  const add = may("POST /tickets") && (
    <Link href="/sell/tickets/new" className="button" data-kind="primary">{say.newTicket}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.tickets}
        of={useList("GET /tickets", { query: { node_id: useNodeId() } })}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/tickets/${id}`}
        empty={
          <>
            <p>{say.noTickets}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}

/** One ticket, and which tills sell it. */
export const TicketPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const address = { params: { ticket_id: useIdInAddress() }, query: { node_id } }
  const ticket = useAnswer("GET /tickets/:ticket_id", address)
  const { namesOf } = useVariants()
  const { data: layouts = [] } = useList("GET /till-layouts", { query: { node_id } })
  return (
    <Page
      title={ticket.data?.name}
      actions={ticket.data !== undefined && may("POST /tickets/:ticket_id") && (
        <>
          {ticket.data.is_locked && <ChangeTicketPrice of={ticket.data} />}
          <Link href={`/sell/tickets/${ticket.data.id}/edit`} className="button">{say.edit}</Link>
          <ConfirmButton
            label={say.remove}
            action={say.deleteThing(ticket.data.name)}
            change={() => call("DELETE /tickets/:ticket_id", address)}
            onDone={() => go("/sell/tickets")}
          >
            <p>{say.deleteTicketHint}</p>
          </ConfirmButton>
        </>
      )}
    >
      <Loaded of={ticket}>
        {(stored) => (
          <>
            <section className="card">
              <Facts of={stored} columns={columnsOf(say, namesOf)} />
            </section>
            {stored.is_locked && <TicketPriceHistory of={stored.id} />}
            <Uses
              title={say.onLayouts}
              none={say.ticketOnNoLayout}
              at="sell/layouts"
              things={layouts.filter(({ ticket_ids }) => ticket_ids.includes(stored.id))}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
