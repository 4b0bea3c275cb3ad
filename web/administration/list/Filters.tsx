import { type ReactNode, useId, useState } from "react"
import { parse } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import type { Formats } from "../../kit/Formats.ts"
import { useAddressValue } from "../address.ts"
import { useMessages } from "../messages/messages.ts"
import { fromLocalText } from "./LocalTime.ts"
import { useLater } from "./useLater.ts"

interface FilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A filter below its label. */
const Filter = ({ children, id, label }: {
  readonly id: string
  readonly label: string
  readonly children: ReactNode
}) => (
  <span className="filter-field">
    <label htmlFor={id} className="small muted">{label}</label>
    {children}
  </span>
)

/** One of some values by which a list is filtered. */
export const SelectFilter = ({ label, onChange, options, value }: FilterProps & {
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
}) => {
  const id = useId()
  return (
    <Filter id={id} label={label}>
      <select id={id} className="filter" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
      </select>
    </Filter>
  )
}

/** A day by which a list is filtered, as `YYYY-MM-DD`. */
export const DayFilter = ({ label, onChange, value }: FilterProps) => {
  const id = useId()
  return (
    <Filter id={id} label={label}>
      <input
        id={id}
        type="date"
        className="filter"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Filter>
  )
}

const AmountFilter = ({ label, onChange, value }: FilterProps) => {
  const id = useId()
  return (
    <Filter id={id} label={label}>
      <input
        id={id}
        inputMode="decimal"
        className="filter amount-filter"
        aria-invalid={value.trim() !== "" && parse(value) === undefined || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Filter>
  )
}

/** Filters that are used rarely, out of sight until they are asked for or one of them is set. */
export const MoreFilters = ({ children, isSet }: { readonly isSet: boolean; readonly children: ReactNode }) => {
  const say = useMessages()
  const [isOpen, setOpen] = useState(isSet)
  return (
    <>
      <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{say.moreFilters}</Button>
      {isOpen && <div className="more-filters list-tools">{children}</div>}
    </>
  )
}

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
