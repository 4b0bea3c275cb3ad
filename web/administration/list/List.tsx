import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAddressValue } from "../address.ts"
import type { Loading, Pages } from "../answers.ts"
import { useMessages } from "../messages/messages.ts"
import { written } from "./Column.ts"
import { filtered, sorted } from "./Rows.ts"
import { SaveCsv } from "./SaveCsv.tsx"
import { Table, type TableProps } from "./Table.tsx"

type Shared<Row> = Omit<TableProps<Row>, "rows" | "order" | "onOrder">

interface ListProps<Row> extends Shared<Row> {
  readonly of: Loading<ReadonlyArray<Row>>
  /** Says what such things are and how to make the first, in place of an empty table. */
  readonly empty: ReactNode
  /** Choices beside the filter. */
  readonly children?: ReactNode
}

/** A list that is answered whole: the filter and the order apply in the browser, and both are in the address. */
export function List<Row>({ children, empty, of, ...table }: ListProps<Row>) {
  return (
    <Loaded of={of} lines={8}>
      {(rows) =>
        rows.length === 0 ?
          <div className="empty">{empty}</div> :
          <WholeList {...table} rows={rows}>{children}</WholeList>}
    </Loaded>
  )
}

function WholeList<Row>(
  { children, columns, rows, ...table }: Shared<Row> & {
    readonly rows: ReadonlyArray<Row>
    readonly children: ReactNode
  }
) {
  const say = useMessages()
  const formats = useFormats()
  const [filter, setFilter] = useAddressValue("q")
  const [order, setOrder] = useAddressValue("sort")
  const wanted = useDeferredValue(filter)
  const found = useMemo(() => {
    const textOf = (row: Row) => columns.map(({ kind = "text", of }) => written(of(row), kind, formats, say)).join(" ")
    const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true })
    return sorted(filtered(rows, wanted, textOf), order, columns, compare)
  }, [columns, formats, order, rows, say, wanted])
  return (
    <div className="stack">
      <div className="list-tools">
        <FilterField value={filter} onChange={setFilter} />
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

interface PagedListProps<Row> extends Omit<TableProps<Row>, "rows"> {
  readonly of: Pages<Row>
  readonly empty: ReactNode
}

/** A list that is answered in pages: further ones are loaded when the person comes near the end of those that are there. */
export function PagedList<Row>({ empty, of, ...table }: PagedListProps<Row>) {
  return (
    <Loaded of={of} lines={8}>
      {(rows) =>
        rows.length === 0 ? <div className="empty">{empty}</div> : (
          <>
            <Table {...table} rows={rows} />
            {of.more !== undefined && <More more={of.more} loading={of.loading} />}
          </>
        )}
    </Loaded>
  )
}

/** The end of what is loaded; loads more when it comes near the window, or when it is pressed. */
const More = ({ loading, more }: { readonly more: () => void; readonly loading: boolean }) => {
  const say = useMessages()
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef({ loading, more })
  useEffect(() => {
    latest.current = { loading, more }
  })
  useEffect(() => {
    const loadNear = () => {
      const distance = (end.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - innerHeight
      if (distance < 1_200 && !latest.current.loading) latest.current.more()
    }
    addEventListener("scroll", loadNear, { passive: true })
    return () => removeEventListener("scroll", loadNear)
  }, [])
  return (
    <div ref={end}>
      <Button busy={loading} onClick={more}>{say.more}</Button>
    </div>
  )
}
