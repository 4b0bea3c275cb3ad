import { useMemo } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { DayFilter, dayQuery } from "../list/Filters.tsx"
import { ServerList } from "../list/ServerList.tsx"
import { useNodeId } from "../tree.ts"
import type { AccountTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Transaction = OfficeAnswer<"GET /accounts/:account_id/transactions">["entities"][string]

const movementColumns = (say: AccountTexts, account: number): ReadonlyArray<Column<Transaction>> => [
  { key: "time", title: say.time, kind: "moment", of: ({ booked_at }) => booked_at },
  {
    key: "direction",
    title: say.direction,
    of: ({ target_account }) => target_account === account ? say.into : say.outOf
  },
  { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount || null },
  { key: "vouchers", title: say.vouchers, kind: "count", of: ({ vouchers }) => vouchers || null, isMinor: true },
  { key: "order", title: say.order, of: ({ order }) => order && say.orderNumber(String(order.id)) },
  { key: "reason", title: say.reason, of: ({ description }) => description, isMinor: true }
]

/** What moved on an account, newest first. */
export const Movements = ({ account_id }: { readonly account_id: number }) => {
  const say = useTexts()
  const formats = useFormats()
  const node_id = useNodeId()
  const [day, setDay] = useAddressValue("day")
  const params = { account_id }
  const query = { node_id, ...dayQuery(day, formats) }
  const movements = usePages("GET /accounts/:account_id/transactions", {
    params,
    query
  }, { counts: true })
  const columns = useMemo(() => movementColumns(say, account_id), [account_id, say])
  return (
    <section className="stack-close">
      <h2>{say.movements}</h2>
      <ServerList
        label={say.movements}
        of={movements}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/transactions/${id}`}
        asFile={(options) => call("GET /accounts/:account_id/transactions", { params, query }, options)}
        empty={<p>{say.noMovements}</p>}
      >
        <DayFilter label={say.day} value={day} onChange={setDay} />
      </ServerList>
    </section>
  )
}
