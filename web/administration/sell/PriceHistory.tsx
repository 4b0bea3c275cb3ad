import { useMemo } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useUserNames } from "../userNames.ts"
import type { SellTexts } from "./english.ts"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"

type Version = OfficeAnswer<"GET /products/:product_id/versions">["entities"][string]

/** The properties of a version; with the id of its product, what is planned can be taken back. */
const versionColumns = (
  say: SellTexts,
  names: (id: number | null) => string,
  productId: number | undefined
): ReadonlyArray<Column<Version>> => [
  { key: "from", title: say.validFrom, kind: "moment", of: ({ valid_from }) => valid_from },
  { key: "state", title: say.versionState, of: ({ state }) => say.versionStates[state] },
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price ?? say.freePrice },
  {
    key: "vouchers",
    title: say.voucherPrice,
    kind: "count",
    of: ({ price_in_vouchers }) => price_in_vouchers,
    isMinor: true
  },
  { key: "tax", title: say.tax, of: ({ tax_name }) => tax_name, isMinor: true },
  { key: "by", title: say.changedBy, of: ({ created_by }) => names(created_by), isMinor: true },
  {
    key: "delete",
    title: say.takeBack,
    isAction: true,
    of: () => null,
    show: (version) =>
      version.state === "planned" && productId !== undefined && <DeleteVersion of={version} productId={productId} />
  }
]

/** What a product costs, cost, and is planned to cost. */
export const PriceHistory = ({ of: product }: { readonly of: Product }) => {
  const say = useTexts()
  const may = useMay()
  const names = useUserNames()
  const node_id = useNodeId()
  const versions = useList("GET /products/:product_id/versions", {
    params: { product_id: product.id },
    query: { node_id }
  })
  const mayDelete = may("DELETE /products/:product_id/versions/:version_id")
  const columns = useMemo(
    () => versionColumns(say, names, mayDelete ? product.id : undefined),
    [mayDelete, names, product.id, say]
  )
  return (
    <section className="card stack-close">
      <h2>{say.priceHistory}</h2>
      <Loaded of={versions}>
        {(rows) => (
          <Table
            label={say.priceHistory}
            rows={rows}
            columns={rows.some(({ state }) => state === "planned")
              ? columns
              : columns.filter(({ isAction }) => isAction !== true)}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
    </section>
  )
}

const DeleteVersion = ({ of: version, productId }: { readonly of: Version; readonly productId: number }) => {
  const say = useTexts()
  const { moment } = useFormats()
  const address = { params: { product_id: productId, version_id: version.id }, query: { node_id: useNodeId() } }
  return (
    <ConfirmButton
      label={say.takeBack}
      look="quiet"
      action={say.deletePlanned}
      change={() => call("DELETE /products/:product_id/versions/:version_id", address)}
    >
      <p>{say.deletePlannedHint(moment(version.valid_from))}</p>
    </ConfirmButton>
  )
}
