import { useMemo } from "react"
import type { Amount } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Bars } from "../chart/Bars.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { rowName, takenOf } from "./Takings.ts"
import { useTexts } from "./texts.ts"

type Takings = NonNullable<OfficeAnswer<"GET /now">["takings"]>

/** What was taken in each hour of the business day, beside the day before. */
export const DayBars = ({ hours }: { readonly hours: Takings["hours"] }) => {
  const say = useTexts()
  const formats = useFormats()
  const { money } = formats
  const columns = useMemo((): ReadonlyArray<Column<Takings["hours"][number]>> => [
    { key: "hour", title: say.by.hour, of: (row) => rowName(row, "hour", formats, say) },
    { key: "today", title: say.today, kind: "amount", of: takenOf },
    { key: "yesterday", title: say.yesterday, kind: "amount", of: ({ compared }) => compared && takenOf(compared) }
  ], [formats, say])
  return (
    <Bars
      title={say.by.hour}
      format={(value) => money(value as Amount)}
      legend={{ value: say.today, compared: say.yesterday }}
      bars={hours.map((row) => ({
        key: row.from_time ?? "",
        label: rowName(row, "hour", formats, say),
        value: takenOf(row),
        compared: row.compared === null ? undefined : takenOf(row.compared)
      }))}
      table={<Table label={say.by.hour} rows={hours} columns={columns} keyOf={({ from_time }) => from_time ?? ""} />}
    />
  )
}
