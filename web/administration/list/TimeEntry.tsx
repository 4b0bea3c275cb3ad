import { useId, useState } from "react"

interface TimeEntryProps {
  readonly label: string
  readonly hint?: string
  /** A day, or a day with a time. */
  readonly type: "date" | "datetime-local"
  readonly value: string
  /** What an empty entry means; without it the last value stays. */
  readonly onEmpty?: () => void
  readonly onChange: (value: string) => void
}

/**
 * An entry for the time of a report. While someone types a year it is one of the first centuries, and no day at all while a
 * part is missing: no report is made of these.
 */
export const TimeEntry = ({ hint, label, onChange, onEmpty, type, value }: TimeEntryProps) => {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const enter = (text: string) => {
    setDraft(text)
    if (text === "") onEmpty?.()
    else if (text >= "1970") onChange(text)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        max={type === "date" ? "9999-12-31" : "9999-12-31T23:59"}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={draft ?? value}
        onChange={(event) => enter(event.target.value)}
        onBlur={() => setDraft(undefined)}
      />
      {hint !== undefined && <p id={`${id}-hint`} className="small muted">{hint}</p>}
    </div>
  )
}
