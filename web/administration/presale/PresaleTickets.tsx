import { useMemo } from "react"
import { useAddressValue } from "../address.ts"
import { useAnswer, usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { AsOf, useAsOf } from "../list/AsOf.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { SelectFilter } from "../list/Filters.tsx"
import { FilterField } from "../list/List.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useLater } from "../list/useLater.ts"
import { useNodeId } from "../tree.ts"
import type { PresaleTexts } from "./english.ts"
import { ImportState } from "./ImportState.tsx"
import { ReadNow } from "./ReadNow.tsx"
import { useTexts } from "./texts.ts"
import "./presale.css"

type Ticket = OfficeAnswer<"GET /tickets/external-tickets">[number]
type Figures = OfficeAnswer<"GET /tickets/stats/presale">

const sortKeys = ["external_reference", "customer_name", "customer_email", "initial_top_up_amount"] as const
const states = ["valid", "suspended", "cancelled"] as const

const ticketColumns = (say: PresaleTexts): ReadonlyArray<Column<Ticket>> => [
  { key: "external_reference", title: say.order, of: ({ external_reference }) => external_reference },
  { key: "customer_name", title: say.guest, of: ({ customer_name }) => customer_name },
  {
    key: "state",
    title: say.state,
    of: ({ checked_in_at, state }) => checked_in_at === null ? say.states[state] : say.cameIn(say.states[state])
  },
  {
    key: "initial_top_up_amount",
    title: say.credit,
    kind: "amount",
    of: ({ initial_top_up_amount }) => initial_top_up_amount,
    isMinor: true
  },
  {
    key: "paidBack",
    title: say.paidBack,
    kind: "amount",
    of: ({ credit_paid_back }) => credit_paid_back === 0 ? null : credit_paid_back,
    isMinor: true
  },
  { key: "checkedIn", title: say.checkedIn, kind: "moment", of: ({ checked_in_at }) => checked_in_at, isMinor: true },
  { key: "customer_email", title: say.email, of: ({ customer_email }) => customer_email, isMinor: true },
  { key: "product", title: say.product, of: productOf, isMinor: true },
  { key: "valid_from", title: say.validFrom, kind: "moment", of: ({ valid_from }) => valid_from, isMinor: true },
  { key: "valid_until", title: say.validUntil, kind: "moment", of: ({ valid_until }) => valid_until, isMinor: true },
  { key: "check", title: say.toCheck, of: (ticket) => checkOf(ticket, say), isMinor: true },
  { key: "bought", title: say.bought, kind: "moment", of: ({ created_at }) => created_at, isMinor: true }
]

const checkOf = ({ checkin_attention, checkin_text }: Ticket, say: PresaleTexts) =>
  checkin_text ?? (checkin_attention ? say.lookCloser : null)

const productOf = ({ pretix_item_id, pretix_product_name }: Ticket) =>
  pretix_product_name ?? (pretix_item_id === null ? null : `#${pretix_item_id}`)

const figureColumns = ({ figures: say }: PresaleTexts): ReadonlyArray<Column<Figures>> => [
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
  const figures = useAnswer("GET /tickets/stats/presale", { query: { node_id, ...useAsOf() } })
  const columns = useMemo(() => ticketColumns(say), [say])
  return (
    <Page actions={<ReadNow />}>
      <div className="presale-state">
        {figures.data !== undefined && (
          <section className="card stack">
            <div className="choices moment-choices">
              <AsOf />
            </div>
            <Facts columns={figureColumns(say)} of={figures.data} />
          </section>
        )}
        <ImportState />
      </div>
      <ServerList
        label={say.order}
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
          label={say.state}
          value={chosen}
          options={[["", say.everyState], ...states.map((one) => [one, say.states[one]] as const)]}
          onChange={setState}
        />
      </ServerList>
    </Page>
  )
}
