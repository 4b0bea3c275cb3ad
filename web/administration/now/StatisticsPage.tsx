import { useMemo } from "react"
import type { Amount } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { type Loading, useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Bars } from "../chart/Bars.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { SaveCsv } from "../list/SaveCsv.tsx"
import { Table } from "../list/Table.tsx"
import { useNodeId } from "../tree.ts"
import type { NowTexts } from "./english.ts"
import { AddressChoice, PeriodChoice, useAddressChoice, usePeriod } from "./Period.tsx"
import { useTexts } from "./texts.ts"

type Series = OfficeAnswer<"GET /stats/entries">
type Interval = Series["daily_intervals"][number]
type HeldPrices = OfficeAnswer<"GET /stats/held-prices">["held"][number]
type ProductSum = OfficeAnswer<"GET /stats/products">["product_overall_stats"][number]

const kinds = ["entries", "topUps", "payOuts", "products", "deposits", "heldPrices", "vouchers"] as const

/** What guests did in a period, by day or hour. */
export const StatisticsPage = () => {
  const say = useTexts()
  const options = kinds.map((kind) => [kind, say.kinds[kind]] as const)
  const kind = useAddressChoice({ name: "kind", options })
  return (
    <Page>
      <div className="list-tools choices">
        <AddressChoice name="kind" label={say.kind} options={options} />
        <PeriodChoice />
      </div>
      <Kind of={kind} />
    </Page>
  )
}

const Kind = ({ of: kind }: { readonly of: typeof kinds[number] }) => {
  switch (kind) {
    case "vouchers":
      return <Vouchers />
    case "heldPrices":
      return <Held />
    case "deposits":
    case "products":
      return <Products kind={kind} />
    default:
      return <TimeSeries key={kind} kind={kind} />
  }
}

const calls = { entries: "GET /stats/entries", topUps: "GET /stats/top-ups", payOuts: "GET /stats/pay-outs" } as const

const TimeSeries = ({ kind }: { readonly kind: keyof typeof calls }) => {
  const query = { node_id: useNodeId(), ...usePeriod() }
  return <SeriesView of={useAnswer(calls[kind], { query })} isCounted={kind === "entries"} />
}

const intervalColumns = (say: NowTexts): ReadonlyArray<Column<Interval>> => [
  { key: "from", title: say.from, kind: "moment", of: ({ from_time }) => from_time },
  { key: "count", title: say.number, kind: "count", of: ({ count }) => count },
  { key: "revenue", title: say.sum, kind: "amount", of: ({ revenue }) => revenue }
]

/** The bookings of a series by day, or by hour when it is about few days. */
const SeriesView = ({ isCounted, of }: { readonly of: Loading<Series>; readonly isCounted: boolean }) => {
  const say = useTexts()
  const formats = useFormats()
  const { day, money, time } = formats
  const columns = useMemo(() => intervalColumns(say), [say])
  return (
    <Loaded of={of} lines={10}>
      {({ daily_intervals, hourly_intervals }) => {
        const isByHour = daily_intervals.length <= 3
        const intervals = isByHour ? hourly_intervals : daily_intervals
        if (intervals.length === 0) return <p className="empty">{say.nothingBooked}</p>
        const title = isByHour ? say.by.hour : say.by.day
        return (
          <>
            <Bars
              title={title}
              format={(value) => isCounted ? formats.count(value) : money(value as Amount)}
              legend={{ value: isCounted ? say.number : say.sum }}
              bars={intervals.map(({ count, from_time, revenue }) => ({
                key: from_time,
                label: isByHour ? time(from_time) : day(from_time),
                value: isCounted ? count : revenue
              }))}
              table={<Table label={title} rows={intervals} columns={columns} keyOf={({ from_time }) => from_time} />}
            />
            <div>
              <SaveCsv name={title} columns={columns} rows={intervals} />
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

const productColumns = (say: NowTexts): ReadonlyArray<Column<ProductSum>> => [
  { key: "name", title: say.product, of: ({ product_name }) => product_name },
  { key: "count", title: say.pieces, kind: "count", of: ({ count }) => count },
  { key: "revenue", title: say.sum, kind: "amount", of: ({ revenue }) => revenue }
]

const Products = ({ kind }: { readonly kind: "products" | "deposits" }) => {
  const say = useTexts()
  const columns = useMemo(() => productColumns(say), [say])
  const products = useAnswer("GET /stats/products", { query: { node_id: useNodeId(), ...usePeriod() } })
  return (
    <Loaded of={products} lines={10}>
      {({ deposit_overall_stats, product_overall_stats }) => {
        const rows = kind === "products" ? product_overall_stats : deposit_overall_stats
        if (rows.length === 0) return <p className="empty">{say.nothingBooked}</p>
        const most = rows.toSorted((one, other) => other.revenue - one.revenue)
        return (
          <>
            <Table
              label={say.kinds[kind]}
              rows={most}
              columns={columns}
              keyOf={({ product_id }) => product_id}
              linkOf={({ product_id }) => `/sell/products/${product_id}`}
            />
            <div>
              <SaveCsv name={say.kinds[kind]} columns={columns} rows={most} />
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

const heldColumns = (say: NowTexts): ReadonlyArray<Column<HeldPrices>> => [
  { key: "till", title: say.till, of: ({ till_name }) => till_name },
  { key: "cashier", title: say.cashier, of: ({ cashier_name }) => cashier_name ?? "" },
  { key: "count", title: say.number, kind: "count", of: ({ count }) => count },
  { key: "revenue", title: say.sum, kind: "amount", of: ({ revenue }) => revenue },
  { key: "longest", title: say.longestHeld, kind: "count", of: ({ longest_seconds }) => longest_seconds }
]

/** Sales at prices that had changed since their basket was begun. */
const Held = () => {
  const say = useTexts()
  const columns = useMemo(() => heldColumns(say), [say])
  const stats = useAnswer("GET /stats/held-prices", { query: { node_id: useNodeId(), ...usePeriod() } })
  return (
    <Loaded of={stats} lines={10}>
      {({ held }) =>
        held.length === 0 ? <p className="empty">{say.nothingHeld}</p> : (
          <>
            <p className="muted">{say.heldPricesHint}</p>
            <Table
              label={say.kinds.heldPrices}
              rows={held}
              columns={columns}
              keyOf={({ cashier_id, till_id }) => `${till_id} ${cashier_id}`}
            />
            <div>
              <SaveCsv name={say.kinds.heldPrices} columns={columns} rows={held} />
            </div>
          </>
        )}
    </Loaded>
  )
}

const Vouchers = () => {
  const say = useTexts()
  const { count } = useFormats()
  const vouchers = useAnswer("GET /stats/vouchers", { query: { node_id: useNodeId(), ...usePeriod() } })
  return (
    <Loaded of={vouchers}>
      {({ vouchers_issued, vouchers_spent }) => (
        <dl className="figures">
          {([[say.issued, vouchers_issued], [say.spent, vouchers_spent]] as const).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="figure">{count(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  )
}
