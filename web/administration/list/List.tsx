import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAddressValue } from "../address.ts"
import type { Loading } from "../answers.ts"
import { useMessages } from "../messages/messages.ts"
import { written } from "./Column.ts"
import { filtered, once, searchTexts, sorted } from "./Rows.ts"
import { SaveCsv } from "./SaveCsv.tsx"
import { Table, type TableProps } from "./Table.tsx"

type Shared<Row> = Omit<TableProps<Row>, "rows" | "order" | "onOrder">

interface ListProps<Row> extends Shared<Row> {
  readonly of: Loading<ReadonlyArray<Row>>
  /** Says what such things are and how to make the first, in place of an empty table. */
  readonly empty: ReactNode
  /** Choices beside the filter. */
  readonly children?: ReactNode
  /** Whether rows can be filtered; they can unless said otherwise. */
  readonly hasFilter?: boolean
}

/** A list that is answered whole: the filter and the order apply in the browser, and both are in the address. */
export function List<Row>({ children, empty, hasFilter = true, of, ...table }: ListProps<Row>) {
  return (
    <Loaded of={of} lines={8}>
      {(rows) =>
        rows.length === 0 ?
          <div className="empty">{empty}</div> :
          <WholeList {...table} hasFilter={hasFilter} rows={rows}>{children}</WholeList>}
    </Loaded>
  )
}

function WholeList<Row>(
  { children, columns, hasFilter, rows, ...table }: Shared<Row> & {
    readonly hasFilter: boolean
    readonly rows: ReadonlyArray<Row>
    readonly children: ReactNode
  }
) {
  const say = useMessages()
  const formats = useFormats()
  const [filter, setFilter] = useAddressValue("q")
  const [order, setOrder] = useAddressValue("sort")
  const wanted = useDeferredValue(hasFilter ? filter : "")
  // Written when something is typed, and then for each further letter as well.
  const texts = useMemo(
    () => once(() => searchTexts(rows, columns, (value, kind) => written(value, kind, formats, say))),
    [columns, formats, rows, say]
  )
  const found = useMemo(() => {
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true })
    return sorted(filtered(rows, wanted, texts), order, columns, compare)
  }, [columns, order, rows, texts, wanted])
  return (
    <div className="stack">
      <div className="list-tools">
        {hasFilter && <FilterField value={filter} onChange={setFilter} />}
        {children}
        <ListCount shown={found.length} all={rows.length} />
        <SaveCsv name={table.label} columns={columns} rows={found} />
      </div>
      {found.length === 0
        ? <p className="empty" role="status">{say.nothingFound(filter)}</p>
        : <Table {...table} columns={columns} rows={found} order={order} onOrder={setOrder} />}
    </div>
  )
}

/** A text by which a list is filtered as one types; `/` leads to it. */
export const FilterField = (
  { autoFocus, label, onChange, value }: {
    readonly value: string
    readonly onChange: (value: string) => void
    /** What can be typed; just "Filter" unless given. */
    readonly label?: string
    readonly autoFocus?: boolean
  }
) => {
  const say = useMessages()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || (event.target as Element).matches("input, textarea, select")) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
  return (
    <input
      ref={field}
      type="search"
      className="filter"
      aria-label={label ?? say.filter}
      placeholder={label ?? say.filter}
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const ListCount = ({ all, shown }: { readonly shown: number; readonly all: number }) => {
  const say = useMessages()
  const { count } = useFormats()
  return (
    <span className="muted small" role="status">
      {shown === all ? say.rows(count(all), all) : say.rowsOf(count(shown), count(all))}
    </span>
  )
}
