import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import type { SellTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

export type Product = OfficeAnswer<"GET /products/:product_id">

/** The properties of a product, for its list and its page. */
export const productColumns = (say: SellTexts): ReadonlyArray<Column<Product>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price },
  {
    key: "vouchers",
    title: say.voucherPrice,
    kind: "count",
    of: ({ price_in_vouchers }) => price_in_vouchers,
    isMinor: true
  },
  { key: "tax", title: say.tax, of: ({ tax_name }) => tax_name, isMinor: true },
  {
    key: "restrictions",
    title: say.restrictions,
    of: ({ restrictions }) => restrictions.map((one) => say[one]).join(", "),
    isMinor: true
  },
  { key: "returnable", title: say.returnable, kind: "flag", of: ({ is_returnable }) => is_returnable, isMinor: true },
  { key: "locked", title: say.locked, kind: "flag", of: ({ is_locked }) => is_locked }
]

/** All products of a node. */
export const ProductList = () => {
  const say = useTexts()
  const may = useMay()
  const products = useList("GET /products", { query: { node_id: useNodeId() } })
  const columns = useMemo(() => productColumns(say), [say])
  const add = may("POST /products") && (
    <Link href="/sell/products/new" className="button" data-kind="primary">{say.newProduct}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.name}
        of={products}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/products/${id}`}
        empty={
          <>
            <p>{say.noProducts}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
