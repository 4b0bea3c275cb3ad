import { useId, useState } from "react"
import { Remarks } from "../../kit/Field.tsx"
import { folded } from "../../kit/Folded.ts"
import { useMistake } from "../../kit/Form.tsx"
import { useMessages } from "../messages/messages.ts"
import type { Option } from "./Field.ts"

interface OptionsEntryProps {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly options: ReadonlyArray<Option>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

/** The number of options that can be seen at once; more get a filter. */
const manyOptions = 8

/** Any of some values: boxes to tick. When there are many, those that were ticked at the beginning come first. */
export const OptionsEntry = ({ chosen, hint, label, name, onChange, options }: OptionsEntryProps) => {
  const id = useId()
  const say = useMessages()
  const mistake = useMistake(name)
  const [filter, setFilter] = useState("")
  const [first] = useState(chosen)
  const ordered = options.length > manyOptions
    ? options.toSorted((one, other) => Number(first.includes(other.value)) - Number(first.includes(one.value)))
    : options
  const found = ordered.filter((option) =>
    chosen.includes(option.value) || folded(option.name).includes(folded(filter))
  )
  return (
    <fieldset className="field options" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend>{label}</legend>
      <Remarks id={id} hint={hint} mistake={mistake} />
      {options.length > manyOptions && (
        <input
          type="search"
          aria-label={`${label}: ${say.filter}`}
          placeholder={say.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <div className="option-list">
        {found.map(({ name: text, unavailable, value }) => (
          <label key={value} className="option">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={unavailable !== undefined && !chosen.includes(value)}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
            />
            {text}
            {unavailable !== undefined && <span className="muted small">{unavailable}</span>}
          </label>
        ))}
        {found.length === 0 && (
          <span className="muted">{options.length === 0 ? say.nothingToChoose : say.nothingFound(filter)}</span>
        )}
      </div>
    </fieldset>
  )
}
