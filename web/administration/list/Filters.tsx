import { parse } from "../../kit/Amount.ts"
import type { Formats } from "../../kit/Formats.ts"
import { useAddressValue } from "../address.ts"
import { fromLocalText } from "./LocalTime.ts"
import { useLater } from "./useLater.ts"

interface FilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One of some values by which a list is filtered. */
export const SelectFilter = ({ label, onChange, options, value }: FilterProps & {
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
}) => (
  <select className="filter" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    {options.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
  </select>
)

/** A day by which a list is filtered, as `YYYY-MM-DD`. */
export const DayFilter = ({ label, onChange, value }: FilterProps) => (
  <input
    type="date"
    className="filter day-filter"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

const AmountFilter = ({ label, onChange, value }: FilterProps) => (
  <input
    inputMode="decimal"
    className="filter amount-filter"
    aria-label={label}
    placeholder={label}
    aria-invalid={value.trim() !== "" && parse(value) === undefined || undefined}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** Filters for the bounds of an amount, and their query. The address holds them as they were typed. */
export const useAmountFilter = (
  labels: { readonly from: string; readonly to: string }
) => {
  const [from, setFrom] = useAddressValue("from")
  const [to, setTo] = useAddressValue("to")
  return {
    filter: (
      <>
        <AmountFilter label={labels.from} value={from} onChange={setFrom} />
        <AmountFilter label={labels.to} value={to} onChange={setTo} />
      </>
    ),
    query: amountQuery(useLater(from), useLater(to))
  }
}

/** The query for amounts within bounds as they were typed, both included. What is no amount is no bound. */
const amountQuery = (
  from: string,
  to: string
): { readonly min_amount?: string; readonly max_amount?: string } => {
  const [least, most] = [parse(from), parse(to)]
  return {
    ...(least !== undefined && { min_amount: String(least) }),
    ...(most !== undefined && { max_amount: String(most) })
  }
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** The query of a list for what happened on a day of the event's zone; none without a day. */
export const dayQuery = (day: string, formats: Pick<Formats, "timeZone">) =>
  dayPattern.test(day) && !Number.isNaN(Date.parse(day))
    ? { from_time: fromLocalText(`${day}T00:00`, formats), to_time: fromLocalText(`${dayAfter(day)}T00:00`, formats) }
    : {}

/** The next day of the calendar, which may be 23 or 25 hours later. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
