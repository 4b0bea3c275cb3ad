import { useMemo } from "react"
import { useParams } from "wouter"
import { useShownName } from "../../kit/GivenNames.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAddressValue, useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { Table } from "../list/Table.tsx"
import { useNodeId } from "../tree.ts"
import "./cash.css"
import { Protocol } from "./Protocol.tsx"
import { useTexts } from "./texts.ts"

type Stats = OfficeAnswer<"GET /cashiers/:cashier_id/shift-stats">

/** One shift: the protocol of its close-out, what was sold, and every booking. */
export const ShiftPage = () => {
  const say = useTexts()
  const cashier_id = useIdInAddress()
  const shift_id = Number(useParams<{ readonly shift: string }>().shift)
  const query = { node_id: useNodeId() }
  const [isClosed] = useAddressValue("closed")
  const protocol = useAnswer("GET /cashiers/:cashier_id/shifts/:shift_id/protocol", {
    params: { cashier_id, shift_id },
    query
  })
  const stats = useAnswer("GET /cashiers/:cashier_id/shift-stats", {
    params: { cashier_id },
    query: { ...query, shift_id }
  })
  return (
    <Page title={protocol.data && say.shiftOf(protocol.data.cashier_name)}>
      {isClosed !== "" && (
        <Notice kind="good">
          <p>{say.closedOut}</p>
        </Notice>
      )}
      <Loaded of={protocol} lines={10}>{(found) => <Protocol of={found} />}</Loaded>
      <div className="stack no-print">
        <Sold of={stats} />
        <Booked of={stats} />
      </div>
    </Page>
  )
}

interface StatsProps {
  readonly of: ReturnType<typeof useAnswer<"GET /cashiers/:cashier_id/shift-stats">>
}

const Sold = ({ of: stats }: StatsProps) => {
  const say = useTexts()
  const nameOf = useShownName()
  const columns: ReadonlyArray<Column<Stats["booked_products"][number]>> = [
    { key: "product", title: say.product, of: ({ product }) => nameOf(product.name) },
    { key: "quantity", title: say.quantity, kind: "count", of: ({ quantity }) => quantity }
  ]
  return (
    <section className="stack-close">
      <h2>{say.sold}</h2>
      <Loaded of={stats}>
        {({ booked_products }) =>
          booked_products.length === 0
            ? <p className="muted">{say.nothingSold}</p>
            : <Table label={say.sold} rows={booked_products} columns={columns} keyOf={({ product }) => product.id} />}
      </Loaded>
    </section>
  )
}

const Booked = ({ of: stats }: StatsProps) => {
  const say = useTexts()
  const columns = useMemo((): ReadonlyArray<Column<Stats["orders"][number]>> => [
    { key: "order", title: say.order, of: ({ id }) => String(id), isMinor: true },
    { key: "at", title: say.at, kind: "moment", of: ({ booked_at }) => booked_at },
    { key: "what", title: say.what, of: ({ order_type }) => say.orders[order_type] },
    { key: "price", title: say.price, kind: "amount", of: ({ total_price }) => total_price }
  ], [say])
  return (
    <section className="stack-close">
      <h2>{say.ordersTitle}</h2>
      <List
        label={say.ordersTitle}
        of={{ ...stats, data: stats.data?.orders }}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p>{say.noOrders}</p>}
      />
    </section>
  )
}
