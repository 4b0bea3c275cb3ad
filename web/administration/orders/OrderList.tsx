import { useAtomValue } from "jotai"
import { useMemo, useState } from "react"
import { useLocation } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { shownName } from "../../kit/GivenNames.ts"
import { languageAtom } from "../../kit/Language.ts"
import { useSubmit } from "../../kit/Submit.ts"
import { useAddressValue } from "../address.ts"
import { useList, usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { DayFilter, dayQuery, MoreFilters, SelectFilter, useAmountFilter } from "../list/Filters.tsx"
import { FilterField } from "../list/List.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useNodeId } from "../tree.ts"
import type { OrderTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Order = OfficeAnswer<"GET /orders">["entities"][string]

const types = [
  "sale",
  "cancel_sale",
  "top_up",
  "pay_out",
  "ticket",
  "money_transfer",
  "money_transfer_imbalance"
] as const
const methods = ["tag", "cash", "sumup", "sumup_online"] as const

const orderColumns = (say: OrderTexts, nameOf: (name: string) => string): ReadonlyArray<Column<Order>> => [
  { key: "id", title: say.number, of: ({ id }) => String(id) },
  { key: "time", title: say.time, kind: "moment", of: ({ booked_at }) => booked_at },
  {
    key: "kind",
    title: say.kind,
    of: ({ cancelled_by_order, order_type }) =>
      cancelled_by_order === null ? say.types[order_type] : `${say.types[order_type]}, ${say.cancelledState}`
  },
  { key: "method", title: say.method, of: ({ payment_method }) => say.methods[payment_method], isMinor: true },
  { key: "till", title: say.till, of: ({ till_name }) => till_name && nameOf(till_name), isMinor: true },
  { key: "cashier", title: say.cashier, of: ({ cashier_name }) => cashier_name, isMinor: true },
  { key: "guest", title: say.guest, of: ({ customer_tag_pin }) => customer_tag_pin, isMinor: true },
  { key: "total", title: say.total, kind: "amount", of: ({ total_price }) => total_price }
]

/** The columns by which the server sorts orders; without an order the newest come first. */
const sortKeys = ["id"] as const

/** Everything that tills booked, newest first. */
export const OrderList = () => {
  const say = useTexts()
  const { filters, query } = useFilters()
  const node_id = useNodeId()
  const order = useServerOrder(sortKeys)
  const orders = usePages("GET /orders", { query: { node_id, ...query, ...order } }, {
    // Totals are added up from the lines of orders: to count them takes as long as to read all orders.
    counts: query.min_amount === undefined && query.max_amount === undefined
  })
  const language = useAtomValue(languageAtom)
  const columns = useMemo(() => orderColumns(say, (name) => shownName(name, language)), [language, say])
  return (
    <Page>
      <OrderSearch />
      <ServerList
        label={say.order}
        of={orders}
        columns={columns}
        sortKeys={sortKeys}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/orders/${id}`}
        isFaded={({ cancelled_by_order }) => cancelled_by_order !== null}
        asFile={(options) => call("GET /orders", { query: { node_id, ...query } }, options)}
        empty={<p>{Object.keys(query).length === 0 ? say.noOrders : say.noOrdersHere}</p>}
      >
        {filters}
      </ServerList>
    </Page>
  )
}

const named = (things: ReadonlyArray<{ readonly id: number; readonly name: string }>) =>
  things.map(({ id, name }) => [String(id), name] as const)

/** The filters, which are in the address, and what they are for the server. */
const useFilters = () => {
  const say = useTexts()
  const formats = useFormats()
  const node = { query: { node_id: useNodeId() } }
  const tills = useList("GET /tills", node).data ?? []
  const people = useList("GET /users", node).data ?? []
  const [type, setType] = useAddressValue("type")
  const [method, setMethod] = useAddressValue("method")
  const [till, setTill] = useAddressValue("till")
  const [cashier, setCashier] = useAddressValue("cashier")
  const [state, setState] = useAddressValue("state")
  const [day, setDay] = useAddressValue("day")
  const amounts = useAmountFilter({ from: say.amountFrom, to: say.amountTo })
  const filters = (
    <>
      <SelectFilter
        label={say.kind}
        value={type}
        options={[["", say.allKinds], ...types.map((one) => [one, say.types[one]] as const)]}
        onChange={setType}
      />
      <SelectFilter label={say.till} value={till} options={[["", say.allTills], ...named(tills)]} onChange={setTill} />
      <DayFilter label={say.day} value={day} onChange={setDay} />
      <MoreFilters isSet={[method, cashier, state].some((one) => one !== "") || Object.keys(amounts.query).length > 0}>
        <SelectFilter
          label={say.method}
          value={method}
          options={[["", say.allMethods], ...methods.map((one) => [one, say.methods[one]] as const)]}
          onChange={setMethod}
        />
        <SelectFilter
          label={say.cashier}
          value={cashier}
          options={[
            ["", say.allCashiers],
            ...named(people.map(({ display_name, id, login }) => ({ id, name: display_name || login })))
          ]}
          onChange={setCashier}
        />
        <SelectFilter
          label={say.state}
          value={state}
          options={[["", say.allStates], ["false", say.onlyValid], ["true", say.onlyCancelled]]}
          onChange={setState}
        />
        {amounts.filter}
      </MoreFilters>
    </>
  )
  const query = {
    ...(types.some((one) => one === type) && { order_type: type }),
    ...(methods.some((one) => one === method) && { payment_method: method }),
    ...(/^\d+$/.test(till) && { till_id: Number(till) }),
    ...(/^\d+$/.test(cashier) && { cashier_id: Number(cashier) }),
    ...((state === "true" || state === "false") && { cancelled: state as "false" | "true" }),
    ...dayQuery(day, formats),
    ...amounts.query
  }
  return { filters, query }
}

/** Goes to an order by what is printed on its receipt. */
const OrderSearch = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const [, go] = useLocation()
  const [text, setText] = useState("")
  const [isUnknown, setUnknown] = useState(false)
  const { submit } = useSubmit(() => call("GET /find", { query: { node_id, q: text.trim() } }), (found) => {
    const order = found.find(({ kind }) => kind === "order")
    setUnknown(order === undefined)
    if (order !== undefined) go(`/guests/orders/${order.id}`)
  })
  return (
    <form
      role="search"
      className="list-tools"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== "") void submit()
      }}
    >
      <FilterField
        label={say.findOrder}
        value={text}
        onChange={(typed) => {
          setText(typed)
          setUnknown(false)
        }}
      />
      {isUnknown && <span role="status">{say.unknownOrder}</span>}
    </form>
  )
}
