import { Fragment } from "react"
import type { Column } from "./Column.ts"
import { Cell } from "./Table.tsx"

/** The properties of one thing, below each other; those without a value are left out. */
export function Facts<Row>({ columns, of }: { readonly columns: ReadonlyArray<Column<Row>>; readonly of: Row }) {
  return (
    <dl className="details facts">
      {columns.map((column) => {
        const value = column.of(of)
        return value === null || value === undefined || value === "" ? undefined : (
          <Fragment key={column.key}>
            <dt>{column.title}</dt>
            <dd>
              <Cell column={column} row={of} />
            </dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
