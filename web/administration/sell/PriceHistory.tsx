import { useMemo } from "react"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { useMay, useNodeId } from "../tree.ts"
import type { SellTexts } from "./english.ts"
import { taxColumn, voucherColumn } from "./priceColumns.ts"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"
import { VersionHistory } from "./VersionHistory.tsx"

type Version = OfficeAnswer<"GET /products/:product_id/versions">["entities"][string]
type TicketVersion = OfficeAnswer<"GET /tickets/:ticket_id/versions">["entities"][string]
type RateVersion = OfficeAnswer<"GET /tax-rates/:tax_rate_id/versions">["entities"][string]

const productVersionColumns = (say: SellTexts): ReadonlyArray<Column<Version>> => [
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price ?? say.freePrice },
  voucherColumn(say),
  taxColumn(say)
]

/** What a product costs, cost, and is planned to cost. */
export const PriceHistory = ({ of: product }: { readonly of: Product }) => {
  const say = useTexts()
  const may = useMay()
  const params = { product_id: product.id }
  const query = { node_id: useNodeId() }
  return (
    <VersionHistory
      title={say.priceHistory}
      of={useList("GET /products/:product_id/versions", { params, query })}
      columns={useMemo(() => productVersionColumns(say), [say])}
      takeBack={may("DELETE /products/:product_id/versions/:version_id")
        ? (version_id) =>
          call("DELETE /products/:product_id/versions/:version_id", { params: { ...params, version_id }, query })
        : undefined}
    />
  )
}

const ticketVersionColumns = (say: SellTexts): ReadonlyArray<Column<TicketVersion>> => [
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price },
  taxColumn(say)
]

/** What a ticket costs, cost, and is planned to cost. */
export const TicketPriceHistory = ({ of: ticket_id }: { readonly of: number }) => {
  const say = useTexts()
  const may = useMay()
  const params = { ticket_id }
  const query = { node_id: useNodeId() }
  return (
    <VersionHistory
      title={say.priceHistory}
      of={useList("GET /tickets/:ticket_id/versions", { params, query })}
      columns={useMemo(() => ticketVersionColumns(say), [say])}
      takeBack={may("DELETE /tickets/:ticket_id/versions/:version_id")
        ? (version_id) =>
          call("DELETE /tickets/:ticket_id/versions/:version_id", { params: { ...params, version_id }, query })
        : undefined}
    />
  )
}

const rateVersionColumns = (say: SellTexts): ReadonlyArray<Column<RateVersion>> => [
  { key: "rate", title: say.taxRate, kind: "share", of: ({ rate }) => rate },
  { key: "name", title: say.name, of: ({ name }) => name, isMinor: true },
  {
    key: "products",
    title: say.withRate,
    kind: "count",
    of: ({ products }) => products === 0 ? null : products,
    isMinor: true
  }
]

/** What a tax rate was, is, and is planned to be. */
export const RateHistory = ({ of: tax_rate_id }: { readonly of: number }) => {
  const say = useTexts()
  const may = useMay()
  const params = { tax_rate_id }
  const query = { node_id: useNodeId() }
  return (
    <VersionHistory
      title={say.rateHistory}
      of={useList("GET /tax-rates/:tax_rate_id/versions", { params, query })}
      columns={useMemo(() => rateVersionColumns(say), [say])}
      takeBack={may("DELETE /tax-rates/:tax_rate_id/versions/:version_id")
        ? (version_id) =>
          call("DELETE /tax-rates/:tax_rate_id/versions/:version_id", { params: { ...params, version_id }, query })
        : undefined}
    />
  )
}
