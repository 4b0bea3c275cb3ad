import { useMemo } from "react"
import { useAddressValue } from "../address.ts"
import { useAnswer, usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { SelectFilter } from "../list/Filters.tsx"
import { FilterField } from "../list/List.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useLater } from "../list/useLater.ts"
import { useNodeId } from "../tree.ts"
import type { WristbandTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Ticket = OfficeAnswer<"GET /tickets/external-tickets">[number]
type Figures = OfficeAnswer<"GET /tickets/stats/presale">

const sortKeys = ["external_reference", "customer_name", "customer_email", "initial_top_up_amount"] as const
const states = ["valid", "suspended", "cancelled"] as const

const ticketColumns = (say: WristbandTexts): ReadonlyArray<Column<Ticket>> => [
  { key: "external_reference", title: say.ticketReference, of: ({ external_reference }) => external_reference },
  { key: "customer_name", title: say.guest, of: ({ customer_name }) => customer_name },
  { key: "initial_top_up_amount", title: say.ticketCredit, kind: "amount", of: (of) => of.initial_top_up_amount },
  { key: "state", title: say.ticketState, of: ({ state }) => say.ticketStates[state] },
  { key: "checkedIn", title: say.checkedIn, kind: "moment", of: ({ checked_in_at }) => checked_in_at },
  { key: "customer_email", title: say.email, of: ({ customer_email }) => customer_email, isMinor: true },
  { key: "product", title: say.ticketProduct, of: productOf, isMinor: true },
  { key: "bought", title: say.bought, kind: "moment", of: ({ created_at }) => created_at, isMinor: true }
]

const productOf = ({ pretix_item_id, pretix_product_name }: Ticket) =>
  pretix_product_name ?? (pretix_item_id === null ? null : String(pretix_item_id))

const figureColumns = ({ ticketFigures: say }: WristbandTexts): ReadonlyArray<Column<Figures>> => [
  { key: "total", title: say.total, kind: "count", of: ({ total_tickets }) => total_tickets },
  { key: "checkedIn", title: say.checkedIn, kind: "count", of: ({ checked_in_tickets }) => checked_in_tickets },
  { key: "cancelled", title: say.cancelled, kind: "count", of: ({ cancelled_tickets }) => cancelled_tickets },
  { key: "sold", title: say.sold, kind: "amount", of: ({ total_credit_sold }) => total_credit_sold },
  { key: "activated", title: say.activated, kind: "amount", of: ({ credit_activated }) => credit_activated },
  { key: "pending", title: say.pending, kind: "amount", of: ({ credit_pending }) => credit_pending }
]

/** The figures of the presale, and its tickets, each of which leads to its guest. */
export const PresaleTickets = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const [term, setTerm] = useAddressValue("q")
  const [chosen, setState] = useAddressValue("state")
  const state = states.find((one) => one === chosen)
  const search = useLater(term.trim())
  const filters = { node_id, search, ...(state !== undefined && { state }) }
  const order = useServerOrder(sortKeys)
  const tickets = usePages("GET /tickets/external-tickets", { query: { ...filters, ...order } }, { counts: true })
  const figures = useAnswer("GET /tickets/stats/presale", { query: { node_id } })
  const columns = useMemo(() => ticketColumns(say), [say])
  return (
    <Page>
      {figures.data !== undefined && (
        <section className="card">
          <Facts columns={figureColumns(say)} of={figures.data} />
        </section>
      )}
      <ServerList
        label={say.ticketReference}
        of={tickets}
        columns={columns}
        sortKeys={sortKeys}
        keyOf={({ id }) => id}
        linkOf={({ customer_account_id }) => `/guests/people/${customer_account_id}`}
        asFile={(options) => call("GET /tickets/external-tickets", { query: filters }, options)}
        empty={<p>{search === "" && state === undefined ? say.noTickets : say.nothingFound(search)}</p>}
      >
        <FilterField label={say.findTicket} value={term} onChange={setTerm} />
        <SelectFilter
          label={say.ticketState}
          value={chosen}
          options={[["", say.everyState], ...states.map((one) => [one, say.ticketStates[one]] as const)]}
          onChange={setState}
        />
      </ServerList>
    </Page>
  )
}
