import { useFormats } from "../../kit/EventFormats.ts"
import { useShownName } from "../../kit/GivenNames.ts"
import { Money } from "../../kit/Money.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import type { Order } from "./Correction.ts"
import { useTexts } from "./texts.ts"

type LineItem = Order["line_items"][number]

/** The goods of a booking, with its totals. */
export const OrderLines = (
  { order }: { readonly order: Order }
) => {
  const say = useTexts()
  const { share } = useFormats()
  const nameOf = useShownName()
  const columns: ReadonlyArray<Column<LineItem>> = [
    { key: "product", title: say.product, of: ({ product }) => nameOf(product.name) },
    { key: "pieces", title: say.pieces, kind: "count", of: ({ quantity }) => quantity },
    { key: "price", title: say.price, kind: "amount", of: ({ product_price }) => product_price, isMinor: true },
    { key: "tax", title: say.tax, of: ({ tax_name, tax_rate }) => say.taxOf(tax_name, share(tax_rate)), isMinor: true },
    { key: "total", title: say.total, kind: "amount", of: ({ total_price }) => total_price }
  ]
  return (
    <section className="stack-close">
      <h2>{say.goods}</h2>
      <Table label={say.goods} rows={order.line_items} columns={columns} keyOf={({ item_id }) => item_id} />
      <dl className="figures">
        <div>
          <dt>{say.net}</dt>
          <dd>
            <Money amount={order.total_no_tax} large />
          </dd>
        </div>
        <div>
          <dt>{say.tax}</dt>
          <dd>
            <Money amount={order.total_tax} large />
          </dd>
        </div>
        <div>
          <dt>{say.total}</dt>
          <dd>
            <Money amount={order.total_price} large />
          </dd>
        </div>
      </dl>
    </section>
  )
}
