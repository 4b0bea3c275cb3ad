import { Link } from "wouter"
import type { Column } from "../list/Column.ts"
import { Cell } from "../list/Table.tsx"

/** Makes what some columns refer to links, on the page of a thing: rows of lists are links themselves. */
export function linked<Row>(
  columns: ReadonlyArray<Column<Row>>,
  links: { readonly [key: string]: (row: Row) => string | undefined }
): ReadonlyArray<Column<Row>> {
  return columns.map((column) => {
    const linkOf = links[column.key]
    if (linkOf === undefined) return column
    return {
      ...column,
      show: (row) => {
        const link = linkOf(row)
        const cell = <Cell column={column} row={row} />
        return link === undefined ? cell : <Link href={link}>{cell}</Link>
      }
    }
  })
}
