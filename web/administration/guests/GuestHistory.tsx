import { useMemo } from "react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import type { Column } from "../list/Column.ts"
import { DayFilter, dayQuery, SelectFilter } from "../list/Filters.tsx"
import { ServerList } from "../list/ServerList.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { type Entry, sentenceOf } from "./Sentence.ts"
import { useTexts } from "./texts.ts"

const kinds = ["sale", "cancel", "top_up", "pay_out", "ticket", "transfer", "change"] as const

/** Everything that happened to a guest, in words, newest first. */
export const GuestHistory = ({ id }: { readonly id: number }) => {
  const say = useTexts()
  const formats = useFormats()
  const [kind, setKind] = useAddressValue("kind")
  const [day, setDay] = useAddressValue("day")
  const wanted = kinds.find((one) => one === kind)
  const columns = useColumns()
  const entries = usePages("GET /customers/:customer_id/history", {
    params: { customer_id: id },
    query: { node_id: useNodeId(), ...(wanted && { kind: wanted }), ...dayQuery(day, formats) }
  })
  return (
    <section className="stack-close">
      <ServerList
        label={say.history}
        of={entries}
        columns={columns}
        keyOf={({ key }) => key}
        isFaded={({ order }) => order !== null && order.cancelled_by_order !== null}
        empty={<p>{kind === "" && day === "" ? say.noHistory : say.noHistoryHere}</p>}
      >
        <h2>{say.history}</h2>
        <span className="space" />
        <SelectFilter
          label={say.kind}
          value={kind}
          options={[["", say.allKinds], ...kinds.map((one) => [one, say.kinds[one]] as const)]}
          onChange={setKind}
        />
        <DayFilter label={say.day} value={day} onChange={setDay} />
      </ServerList>
    </section>
  )
}

const useColumns = (): ReadonlyArray<Column<Entry>> => {
  const say = useTexts()
  const { money } = useFormats()
  const may = useMay()
  const seesOrders = may("GET /orders/:order_id")
  const seesTransactions = may("GET /transactions/:transaction_id")
  return useMemo(() => {
    const placeOf = ({ order, transfer }: Entry): string | undefined =>
      order !== null
        ? (seesOrders ? `/guests/orders/${order.id}` : undefined)
        : transfer !== null && seesTransactions
        ? `/guests/transactions/${transfer.transaction_id}`
        : undefined
    return [
      { key: "when", title: say.when, kind: "moment", of: ({ at }) => at },
      {
        key: "what",
        title: say.what,
        of: (entry) => sentenceOf(entry, say),
        show: (entry) => {
          const place = placeOf(entry)
          const words = sentenceOf(entry, say)
          return (
            <>
              {place === undefined ? words : <Link href={place}>{words}</Link>}
              {entry.order !== null && entry.order.cancelled_by_order !== null && (
                <>
                  {" "}
                  <span className="badge">{say.cancelled}</span>
                </>
              )}
              {entry.person !== null && <span className="entry-person muted small">{entry.person}</span>}
            </>
          )
        }
      },
      { key: "who", title: say.who, of: ({ person }) => person, isMinor: true },
      {
        key: "change",
        title: say.moved,
        kind: "amount",
        of: ({ amount }) => amount,
        show: ({ amount, vouchers }) =>
          [
            ...(amount === 0 ? [] : [`${amount > 0 ? "+" : ""}${money(amount)}`]),
            ...(vouchers === 0 ? [] : [say.voucherChange(vouchers)])
          ].join(" ")
      },
      { key: "balance", title: say.balanceAfter, kind: "amount", of: ({ new_balance }) => new_balance, isMinor: true }
    ]
  }, [money, say, seesOrders, seesTransactions])
}
