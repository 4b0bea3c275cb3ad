import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Stocking = OfficeAnswer<"POST /till-register-stockings">

/** The floats that registers can start with. */
export const StockingList = () => {
  const say = useTexts()
  const may = useMay()
  const stockings = useList("GET /till-register-stockings", { query: { node_id: useNodeId() } })
  const columns = useMemo((): ReadonlyArray<Column<Stocking>> => [
    { key: "name", title: say.name, of: ({ name }) => name },
    { key: "total", title: say.total, kind: "amount", of: ({ total }) => total }
  ], [say])
  const add = may("POST /till-register-stockings") && (
    <Link href="/cash/stockings/new" className="button" data-kind="primary">{say.newStocking}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.name}
        of={stockings}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={may("POST /till-register-stockings/:stocking_id") ? ({ id }) => `/cash/stockings/${id}` : undefined}
        empty={
          <>
            <p>{say.noStockings}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
