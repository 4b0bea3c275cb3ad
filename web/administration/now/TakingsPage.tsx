import { useMemo } from "react"
import type { Amount } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Bars } from "../chart/Bars.tsx"
import { Shares } from "../chart/Shares.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { SaveCsv } from "../list/SaveCsv.tsx"
import { Table } from "../list/Table.tsx"
import { useNodeId } from "../tree.ts"
import type { NowTexts } from "./english.ts"
import { Figures } from "./Figures.tsx"
import { AddressChoice, PeriodChoice, useAddressChoice, usePeriod } from "./Period.tsx"
import { rowName, takenOf } from "./Takings.ts"
import { useTexts } from "./texts.ts"

type Takings = OfficeAnswer<"GET /stats/takings">
type Row = Takings["rows"][number]

const byOptions = (say: NowTexts) =>
  (["hour", "day", "till", "method", "node", "product"] as const).map((by) => [by, say.by[by]] as const)

const comparedOptions = (say: NowTexts) =>
  (["none", "day_before", "week_before"] as const).map((one) => [one, say.compared[one]] as const)

/** The parts of the takings as a table, for the screen and for files. */
const takingsColumns = (say: NowTexts, nameOf: (row: Row) => string): ReadonlyArray<Column<Row>> => [
  { key: "part", title: say.part, of: nameOf },
  { key: "sales", title: say.sales, kind: "amount", of: ({ sales }) => sales },
  { key: "tickets", title: say.tickets, kind: "amount", of: ({ tickets }) => tickets },
  { key: "topUps", title: say.topUps, kind: "amount", of: ({ top_ups }) => top_ups, isMinor: true },
  { key: "payOuts", title: say.payOuts, kind: "amount", of: ({ pay_outs }) => pay_outs, isMinor: true },
  { key: "pieces", title: say.pieces, kind: "count", of: ({ pieces }) => pieces, isMinor: true },
  { key: "entries", title: say.entries, kind: "count", of: ({ entries }) => entries, isMinor: true }
]

/** What was taken in a period, divided as the reader likes. */
export const TakingsPage = () => {
  const say = useTexts()
  const by = useAddressChoice({ name: "by", options: byOptions(say) })
  const compared = useAddressChoice({ name: "compared", options: comparedOptions(say) })
  const query = { node_id: useNodeId(), by, ...usePeriod(), ...(compared === "none" ? {} : { compared }) }
  const takings = useAnswer("GET /stats/takings", { query })
  return (
    <Page>
      <div className="list-tools choices">
        <PeriodChoice />
        <AddressChoice name="by" label={say.divided} options={byOptions(say)} />
        <AddressChoice name="compared" label={say.comparedWith} options={comparedOptions(say)} />
      </div>
      <Loaded of={takings} lines={10}>
        {(answer) => <TakingsView takings={answer} than={compared} />}
      </Loaded>
    </Page>
  )
}

const TakingsView = ({ takings, than }: { readonly takings: Takings; readonly than: keyof NowTexts["compared"] }) => {
  const say = useTexts()
  const formats = useFormats()
  const { money } = formats
  const columns = useMemo(() => takingsColumns(say, (row) => rowName(row, takings.by, formats, say)), [
    formats,
    say,
    takings.by
  ])
  const title = say.by[takings.by]
  const table = (
    <Table
      label={title}
      rows={takings.rows}
      columns={columns}
      keyOf={(row) => `${row.id} ${row.name} ${row.from_time}`}
    />
  )
  const isOverTime = takings.by === "hour" || takings.by === "day"
  return (
    <>
      <Figures
        total={takings.total}
        compared={takings.compared?.total}
        than={than === "week_before" ? than : "day_before"}
      />
      {isOverTime
        ? (
          <Bars
            title={title}
            format={(value) => money(value as Amount)}
            legend={{ value: say.taken, compared: takings.compared === null ? undefined : say.compared[than] }}
            bars={takings.rows.map((row) => ({
              key: row.from_time ?? "",
              label: rowName(row, takings.by, formats, say),
              value: takenOf(row),
              compared: row.compared === null ? undefined : takenOf(row.compared)
            }))}
            table={table}
          />
        )
        : (
          <Shares
            title={title}
            shares={takings.rows.map((row) => ({
              key: `${row.id} ${row.name}`,
              label: rowName(row, takings.by, formats, say),
              value: takenOf(row),
              written: money(takenOf(row))
            }))}
          />
        )}
      {!isOverTime && table}
      <div>
        <SaveCsv name={title} columns={columns} rows={takings.rows} />
      </div>
    </>
  )
}
