import { type ReactNode, useId, useState } from "react"
import { type Amount, parse } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Remarks } from "../../kit/Field.tsx"
import { useMistake } from "../../kit/Form.tsx"
import { useNow } from "../../kit/Moment.tsx"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import type { EntryProps } from "../form/Entry.tsx"
import { type FieldsOf, moment, optional, share, text } from "../form/Field.ts"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { endOfBusinessDay } from "../reports/BusinessDay.ts"
import { useNodeId, useTree, wayTo } from "../tree.ts"
import type { SellTexts } from "./english.ts"
import { type NewPrice, newPrices, typedPrices, withTyped } from "./NewPrices.ts"
import "./newPrices.css"
import { useTexts } from "./texts.ts"

type TaxRate = OfficeAnswer<"GET /tax-rates/:tax_rate_id">
type Listed = OfficeAnswer<"GET /price-list">["entities"][string]

/** Changes the percentage of a tax rate, now or from a moment on. */
export const ChangeRate = ({ of: rate }: { readonly of: TaxRate }) => {
  const say = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>{say.changeRate}</Button>
      {isOpen && <RateDialog of={rate} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is entered; no moment is now. */
interface Entered {
  readonly rate: number
  readonly name: string
  readonly valid_from: string | null
  readonly price_changes: ReadonlyArray<NewPrice>
}

const useRateFields = (): FieldsOf<Entered> => {
  const say = useTexts()
  const formats = useFormats()
  return {
    rate: share({ label: say.taxRateInPercent }),
    name: text({ label: say.name, hint: say.taxRateNameHint }),
    valid_from: optional(moment({ label: say.validFrom, hint: say.rateFromHint }, formats)),
    price_changes: newPrices({ label: say.productsWithRate, hint: say.newPricesHint })
  }
}

/** The end of the present business day of the event. */
const useEndOfDay = (): string => {
  const { timeZone } = useFormats()
  const id = useNodeId()
  const now = useNow()
  const { data } = useTree()
  const event = data === undefined ? null : wayTo(data, id).find((node) => node.event !== null)?.event
  return endOfBusinessDay(new Date(now).toISOString(), event?.time_zone ?? timeZone, event?.daily_end_time ?? null)
}

const RateDialog = ({ of: rate, onClose }: { readonly of: TaxRate; readonly onClose: () => void }) => {
  const say = useTexts()
  const formats = useFormats()
  const params = { tax_rate_id: rate.id }
  const query = { node_id: useNodeId() }
  return (
    <Ask
      title={say.changeOf(rate.name)}
      fields={useRateFields()}
      initial={{ rate: rate.rate, name: rate.name, valid_from: useEndOfDay(), price_changes: [] }}
      action={({ valid_from }) => valid_from === null ? say.saveNow : say.saveFrom(formats.moment(valid_from))}
      inPreview={["price_changes"]}
      renderPreview={(entered, entryOf) => <Changed of={rate} by={entered} entry={entryOf("price_changes")} />}
      change={(entered) =>
        call("POST /tax-rates/:tax_rate_id/versions", { params, query, body: { ...entered, tax_type: null } })}
      onClose={onClose}
    >
      <p>{say.changeRateHint}</p>
    </Ask>
  )
}

/** The tax in a price, as receipts have it. */
const taxIn = (price: number, rate: number) => Math.round((price * 100 * rate) / (1 + rate)) / 100

interface ChangedColumns {
  readonly rate: number
  /** The price then; null for one that is typed in. */
  readonly priceThen: (row: Listed) => Amount | null
  /** Empty for the place of the rate. */
  readonly placeOf: (row: Listed) => string
  readonly renderPrice: (row: Listed) => ReactNode
}

const changedColumns = (
  say: SellTexts,
  { placeOf, priceThen, rate, renderPrice }: ChangedColumns
): ReadonlyArray<Column<Listed>> => [
  {
    key: "name",
    title: say.product,
    of: ({ name }) => name,
    show: (row) => (
      <>
        {row.name} <span className="small muted">{placeOf(row)}</span>
      </>
    )
  },
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price ?? say.freePrice },
  { key: "new", title: say.newPrice, kind: "amount", of: priceThen, show: renderPrice },
  {
    key: "before",
    title: say.taxBefore,
    kind: "amount",
    of: ({ price, tax_rate }) => price === null ? null : taxIn(price, tax_rate)
  },
  {
    key: "then",
    title: say.taxThen,
    kind: "amount",
    of: (row) => {
      const price = priceThen(row)
      return price === null ? null : taxIn(price, rate)
    }
  }
]

interface ChangedProps {
  readonly of: TaxRate
  readonly by: Entered
  readonly entry: EntryProps
}

/** The products that will have the rate at that moment, at its place and below: their prices before and after, and the tax in them. */
const Changed = ({ by: { rate: to, valid_from }, entry, of: rate }: ChangedProps) => {
  const say = useTexts()
  const id = useId()
  const mistake = useMistake(entry.name)
  const tree = useTree().data
  const at = valid_from === null ? {} : { at: valid_from }
  const { data = [] } = useList("GET /price-list", { query: { node_id: rate.node_id, below: "true", ...at } })
  const rows = data.filter(({ tax_rate_id }) => tax_rate_id === rate.id)
  if (rows.length === 0) return <p className="muted">{say.noneWithRate}</p>
  const typed = typedPrices(entry.draft)
  const textOf = ({ id: product }: Listed) => typed.get(product) ?? ""
  const columns = changedColumns(say, {
    rate: to,
    placeOf: ({ node_id }) => node_id === rate.node_id ? "" : (tree && wayTo(tree, node_id).at(-1)?.name) ?? "",
    priceThen: (row) => parse(textOf(row)) ?? row.price,
    renderPrice: (row) =>
      row.price !== null && (
        <input
          className="price-entry"
          aria-label={say.newPriceOf(row.name)}
          aria-describedby={`${id}-hint`}
          aria-invalid={(textOf(row) !== "" && parse(textOf(row)) === undefined) || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={say.priceStays}
          value={textOf(row)}
          onChange={({ target }) => entry.onChange(withTyped(entry.draft, row.id, target.value))}
        />
      )
  })
  return (
    <div className="field wide rate-prices">
      <Remarks id={id} hint={entry.field.hint} mistake={mistake} />
      <Table label={say.productsWithRate} rows={rows} columns={columns} keyOf={({ id: product }) => product} />
    </div>
  )
}
