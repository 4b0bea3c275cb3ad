import { type ReactNode, useId } from "react"
import { Button } from "../../../kit/Button.tsx"
import { Remarks, TextField } from "../../../kit/Field.tsx"
import { useMistake } from "../../../kit/Form.tsx"
import { ChoiceEntry, type EntryProps } from "../../form/Entry.tsx"
import { draftOfRows, kindOptions, rowsIn, type TypedEntry, type TypedWindow } from "./Rows.ts"
import { useTexts } from "./texts.ts"
import "./priceLists.css"

interface RowsProps<Typed> extends EntryProps {
  readonly add: string
  readonly blank: Typed
  readonly titleOf: (number: number) => string
  readonly children: (
    row: Typed,
    change: (changes: Partial<Typed>) => void,
    nameOf: (part: string) => string
  ) => ReactNode
}

/** Rows of entries, each with a button that removes it, and one that adds a row. */
function Rows<Typed extends object>(
  { add, blank, children, draft, field: { hint, label }, name, onChange, titleOf }: RowsProps<Typed>
) {
  const id = useId()
  const say = useTexts()
  const mistake = useMistake(name)
  const rows = rowsIn<Typed>(draft)
  const enter = (next: ReadonlyArray<Typed>) => onChange(draftOfRows(next))
  return (
    <fieldset className="field wide price-rows" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend>{label}</legend>
      <Remarks id={id} hint={hint} mistake={mistake} />
      {rows.map((row, at) => (
        <div key={at} className="price-row" role="group" aria-label={titleOf(at + 1)}>
          {children(
            row,
            (changes) => enter(rows.with(at, { ...row, ...changes })),
            (part) => `${name}.${at}.${part}`
          )}
          <Button
            aria-label={say.removeRow(titleOf(at + 1))}
            onClick={() => enter(rows.toSpliced(at, 1))}
          >
            {say.takeOut}
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => enter([...rows, blank])}>{add}</Button>
      </div>
    </fieldset>
  )
}

const noHours: TypedWindow = { days: [], dates: [], from: "", to: "" }

/** The hours of a list. */
export const WindowEntries = (entry: EntryProps) => {
  const say = useTexts()
  return (
    <Rows<TypedWindow> {...entry} add={say.addWindow} blank={noHours} titleOf={say.windowNo}>
      {({ dates, days, from, to }, change, nameOf) => (
        <>
          <Days days={days} dates={dates} onChange={(next) => change({ days: next })} />
          <TextField
            name={nameOf("from")}
            label={say.from}
            type="time"
            value={from}
            onChange={(text) => change({ from: text })}
          />
          <TextField
            name={nameOf("to")}
            label={say.to}
            type="time"
            hint={to !== "" && to <= from ? say.nextDay : undefined}
            value={to}
            onChange={(text) => change({ to: text })}
          />
        </>
      )}
    </Rows>
  )
}

const Days = ({ dates, days, onChange }: {
  readonly dates: ReadonlyArray<string>
  readonly days: ReadonlyArray<number>
  readonly onChange: (days: ReadonlyArray<number>) => void
}) => {
  const say = useTexts()
  return (
    <fieldset className="field price-days">
      <legend>{say.days}</legend>
      <div className="row">
        {say.weekdays.map((name, at) => (
          <label key={name} className="option">
            <input
              type="checkbox"
              checked={days.includes(at + 1)}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...days, at + 1].toSorted() : days.filter((day) => day !== at + 1))}
            />
            {name}
          </label>
        ))}
      </div>
      {dates.length > 0 && <span className="muted small">{say.onDates(dates.join(", "))}</span>}
    </fieldset>
  )
}

const noProduct: TypedEntry = { product: "", kind: "price", value: "" }

/** The products of a list. */
export const ProductEntries = (entry: EntryProps) => {
  const say = useTexts()
  const { look } = entry.field
  return (
    <Rows<TypedEntry> {...entry} add={say.addEntry} blank={noProduct} titleOf={say.entryNo}>
      {({ kind, product, value }, change, nameOf) => (
        <>
          <ChoiceEntry
            name={nameOf("product_id")}
            label={say.product}
            options={"options" in look ? look.options : []}
            value={product}
            onChange={(id) => change({ product: id })}
          />
          <ChoiceEntry
            name={nameOf("kind")}
            label={say.kind}
            options={kindOptions(say)}
            value={kind}
            onChange={(chosen) => change({ kind: chosen })}
          />
          <TextField
            name={nameOf("value")}
            label={say.value}
            inputMode="decimal"
            autoComplete="off"
            hint={kind === "percent" ? say.valueHint : undefined}
            value={value}
            onChange={(text) => change({ value: text })}
          />
        </>
      )}
    </Rows>
  )
}
