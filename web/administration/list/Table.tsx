import { ArrowDown, ArrowUp } from "lucide-react"
import { type ReactNode, useRef } from "react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { useMessages } from "../messages/messages.ts"
import { type Column, isNumeric, written } from "./Column.ts"
import { columnOf, nextOrder, type Order } from "./Rows.ts"
import { useWindow } from "./useWindow.ts"

export interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly label: string
  readonly rows: ReadonlyArray<Row>
  readonly columns: ReadonlyArray<Column<Row>>
  readonly keyOf: (row: Row) => string | number
  /** The address of a row's page; the whole row leads there. */
  readonly linkOf?: ((row: Row) => string) | undefined
  readonly order?: Order
  /** Called with the new order; without it titles are no buttons. */
  readonly onOrder?: ((order: Order) => void) | undefined
  /** The columns whose titles are such buttons; all unless given. */
  readonly sortKeys?: ReadonlyArray<string> | undefined
  /** Whether a row no longer counts, such as a cancelled order. */
  readonly isFaded?: ((row: Row) => boolean) | undefined
  /** The number of rows of the whole list, if it has more than are loaded. */
  readonly total?: number | undefined
}

/** Height of a row, in pixels; long lists keep only the rows in the page that can be seen. */
const rowHeight = 44
const longList = 150

/** Rows with a column for each property. */
export function Table<Row>(
  { columns, isFaded, keyOf, label, linkOf, onOrder, order = "", rows, sortKeys, total }: TableProps<Row>
) {
  const body = useRef<HTMLTableSectionElement>(null)
  const isLong = rows.length > longList
  const { from, to } = useWindow(body, rows.length, rowHeight)
  const shown = isLong ? rows.slice(from, to) : rows
  return (
    // Where nothing inside takes the focus, the frame does: a keyboard scrolls it where the table is wider than the window.
    <div className="table-frame" tabIndex={linkOf === undefined && onOrder === undefined ? 0 : undefined}>
      <table
        className="table"
        data-long={isLong || undefined}
        aria-label={label}
        aria-rowcount={(total ?? rows.length) + 1}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Title
                key={column.key}
                column={column}
                order={order}
                onOrder={column.isAction !== true && (sortKeys === undefined || sortKeys.includes(column.key))
                  ? onOrder
                  : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {isLong && <Space rows={from} columns={columns.length} />}
          {shown.map((row, at) => (
            <tr
              key={keyOf(row)}
              aria-rowindex={(isLong ? from : 0) + at + 2}
              data-faded={isFaded?.(row) || undefined}
              data-link={linkOf === undefined ? undefined : true}
            >
              {columns.map((column, index) => (
                <td key={column.key} data-minor={column.isMinor} data-numeric={isNumeric(column.kind) || undefined}>
                  {linkOf !== undefined && index === 0
                    ? (
                      <Link href={linkOf(row)} className="row-link">
                        <Cell column={column} row={row} />
                      </Link>
                    )
                    : <Cell column={column} row={row} />}
                </td>
              ))}
            </tr>
          ))}
          {isLong && <Space rows={rows.length - to} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  )
}

/** The value of a row in a column. */
export function Cell<Row>(
  { column: { kind = "text", of, show }, row }: { readonly column: Column<Row>; readonly row: Row }
): ReactNode {
  const say = useMessages()
  const formats = useFormats()
  const value = of(row)
  if (show !== undefined) return show(row)
  return kind === "moment" && typeof value === "string"
    ? <MomentCell at={value} />
    : written(value, kind, formats, say)
}

/** A moment that breaks, where a column has no room, between its day and its time alone. */
const MomentCell = ({ at }: { readonly at: string }) => {
  const { moment, time } = useFormats()
  const [clock, whole] = [time(at), moment(at)]
  return whole.endsWith(clock)
    ? (
      <time className="moment" dateTime={at}>
        <span>{whole.slice(0, -clock.length).trimEnd()}</span> <span>{clock}</span>
      </time>
    )
    : <time dateTime={at}>{whole}</time>
}

/** Empty space in place of rows that can't be seen. */
const Space = ({ columns, rows }: { readonly rows: number; readonly columns: number }) =>
  rows > 0 && (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: rows * rowHeight, padding: 0 }} />
    </tr>
  )

interface TitleProps<Row> {
  readonly column: Column<Row>
  readonly order: Order
  readonly onOrder: ((order: Order) => void) | undefined
}

function Title<Row>({ column: { isMinor, key, kind, title }, onOrder, order }: TitleProps<Row>) {
  const isSorted = columnOf(order) === key
  const isDown = order.startsWith("-")
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      data-minor={isMinor}
      data-numeric={isNumeric(kind) || undefined}
      aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}
    >
      {onOrder === undefined ? title : (
        <button type="button" onClick={() => onOrder(nextOrder(order, key))}>
          {title}
          {isSorted && <Arrow className="icon" aria-hidden />}
        </button>
      )}
    </th>
  )
}
