import type { Amount } from "../../../kit/Amount.ts"
import { Choice } from "../../../kit/Preferences.tsx"
import { useAddressValue } from "../../address.ts"
import { usePages } from "../../answers.ts"
import { call, type OfficeAnswer } from "../../calls.ts"
import type { Column } from "../../list/Column.ts"
import { ServerList } from "../../list/ServerList.tsx"
import { useNodeId } from "../../tree.ts"
import type { TillTexts } from "./english.ts"
import { useTexts } from "./texts.ts"
import type { Equipment } from "./useEquipment.ts"

type Order = OfficeAnswer<"GET /orders/by-till/:till_id">["entities"][string]

const columnsOf = (
  say: TillTexts,
  personOf: Equipment["personOf"],
  isCancelled: (order: Order) => boolean
): ReadonlyArray<Column<Order>> => [
  { key: "id", title: say.number, of: ({ id }) => String(id) },
  { key: "time", title: say.time, kind: "moment", of: ({ booked_at }) => booked_at },
  {
    key: "kind",
    title: say.kind,
    of: (order) => `${say.kinds[order.order_type]}${isCancelled(order) ? `, ${say.cancelled}` : ""}`
  },
  { key: "method", title: say.method, of: ({ payment_method }) => say.methods[payment_method], isMinor: true },
  { key: "cashier", title: say.cashier, of: ({ cashier_id }) => personOf(cashier_id), isMinor: true },
  { key: "guest", title: say.guest, of: ({ customer_tag_pin }) => customer_tag_pin, isMinor: true },
  { key: "total", title: say.total, kind: "amount", of: ({ total_price }) => total_price as Amount }
]

/** What a till booked, the newest first. The filters are in the address. */
export const TillOrders = (
  { personOf, till }: { readonly till: number; readonly personOf: Equipment["personOf"] }
) => {
  const say = useTexts()
  const [kind, setKind] = useAddressValue("kind")
  const [method, setMethod] = useAddressValue("method")
  const query = {
    node_id: useNodeId(),
    till_id: till,
    ...(kind === "" ? {} : { order_type: kind }),
    ...(method === "" ? {} : { payment_method: method })
  }
  const orders = usePages("GET /orders", { query }, { counts: true })
  const cancelled = new Set(orders.data?.map(({ cancels_order }) => cancels_order))
  const isCancelled = ({ id }: Order) => cancelled.has(id)
  return (
    <section className="stack">
      <h2>{say.orders}</h2>
      <ServerList
        label={say.orders}
        of={orders}
        columns={columnsOf(say, personOf, isCancelled)}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/orders/${id}`}
        isFaded={isCancelled}
        asFile={(options) => call("GET /orders", { query }, options)}
        empty={<p>{kind === "" && method === "" ? say.noOrders : say.noSuchOrders}</p>}
      >
        <Choice label={say.kind} value={kind} options={[["", say.all], ...entriesOf(say.kinds)]} onChange={setKind} />
        <Choice
          label={say.method}
          value={method}
          options={[["", say.all], ...entriesOf(say.methods)]}
          onChange={setMethod}
        />
      </ServerList>
    </section>
  )
}

const entriesOf = (names: Readonly<Record<string, string>>): ReadonlyArray<readonly [string, string]> =>
  Object.entries(names)
