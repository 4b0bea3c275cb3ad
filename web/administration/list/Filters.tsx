import type { Formats } from "../../kit/Formats.ts"

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

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** The query of a list for what happened on a day of the event's zone; none without a day. */
export const dayQuery = (day: string, formats: Pick<Formats, "fromLocalText">) =>
  dayPattern.test(day) && !Number.isNaN(Date.parse(day))
    ? { from_time: formats.fromLocalText(`${day}T00:00`), to_time: formats.fromLocalText(`${dayAfter(day)}T00:00`) }
    : {}

/** The next day of the calendar, which may be 23 or 25 hours later. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
