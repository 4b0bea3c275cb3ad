import { useMemo, useState } from "react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import type { Formats } from "../../kit/Formats.ts"
import { ifVersion, inTurn, useAnswer, useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { OptionsEntry } from "../form/OptionsEntry.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useVariants, type VariantNames } from "../variants/variants.ts"
import { CategoryBadge, type CategoryOf, useCategories } from "./categories/CategoryBadge.tsx"
import type { SellTexts } from "./english.ts"
import { taxColumn, voucherColumn } from "./priceColumns.ts"
import { useSoldOut } from "./SoldOut.tsx"
import { useTexts } from "./texts.ts"

export type Product = OfficeAnswer<"GET /products/:product_id">

/** The properties of a product, for its list and its page. */
export const productColumns = (
  say: SellTexts,
  namesOf: VariantNames,
  categoryOf: CategoryOf
): ReadonlyArray<Column<Product>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  {
    key: "price",
    title: say.price,
    kind: "amount",
    of: ({ fixed_price, price }) => fixed_price ? price : say.freePrice
  },
  {
    key: "category",
    title: say.category,
    of: ({ category_id }) => categoryOf(category_id)?.name ?? null,
    show: ({ category_id }) => <CategoryBadge of={categoryOf(category_id)} />
  },
  voucherColumn(say),
  taxColumn(say),
  {
    key: "restrictions",
    title: say.restrictions,
    of: ({ user_tag_variant_ids }) => namesOf(user_tag_variant_ids),
    isMinor: true
  },
  { key: "returnable", title: say.returnable, kind: "flag", of: ({ is_returnable }) => is_returnable, isMinor: true },
  { key: "locked", title: say.locked, kind: "flag", of: ({ is_locked }) => is_locked }
]

/** Says what is planned of a product. */
const plannedOf = (
  say: SellTexts,
  prices: OfficeAnswer<"GET /price-list">["entities"] | undefined,
  { moment, money }: Pick<Formats, "moment" | "money">
) =>
(id: number): ReadonlyArray<string> => {
  const { next_from = null, next_price = null } = prices?.[id] ?? {}
  if (next_from === null) return []
  return [
    next_price === null ? say.plannedChange(moment(next_from)) : say.plannedFrom(moment(next_from), money(next_price))
  ]
}

/** The columns with badges beside the name, such as what is planned. */
const listColumns = (
  columns: ReadonlyArray<Column<Product>>,
  badgesOf: (id: number) => ReadonlyArray<string>
): ReadonlyArray<Column<Product>> =>
  columns.map((column) =>
    column.key === "name"
      ? { ...column, show: ({ id, name }) => <NameWithBadges name={name} badges={badgesOf(id)} /> }
      : column
  )

const NameWithBadges = ({ badges, name }: { readonly name: string; readonly badges: ReadonlyArray<string> }) => (
  <>
    {name}
    {badges.map((badge) => <span key={badge} className="badge">{badge}</span>)}
  </>
)

/** All products of a node. */
export const ProductList = () => {
  const say = useTexts()
  const may = useMay()
  const products = useList("GET /products", { query: { node_id: useNodeId() } })
  const { namesOf } = useVariants()
  const categoryOf = useCategories()
  const { money, moment } = useFormats()
  const prices = useAnswer("GET /price-list", { query: { node_id: useNodeId() } }).data?.entities
  const marks = useSoldOut()
  const columns = useMemo(() => {
    const planned = plannedOf(say, prices, { moment, money })
    return listColumns(productColumns(say, namesOf, categoryOf), (id) => {
      const places = marks.filter(({ product_id }) => product_id === id).map(({ node_name }) => node_name)
      return [...(places.length === 0 ? [] : [say.soldOutIn(places.join(", "))]), ...planned(id)]
    })
  }, [categoryOf, marks, moment, money, namesOf, prices, say])
  const waiting = products.data?.filter(({ is_locked }) => !is_locked) ?? []
  const mayChange = may("POST /products")
  const add = mayChange && (
    <Link href="/sell/products/new" className="button" data-kind="primary">{say.newProduct}</Link>
  )
  return (
    <Page
      actions={
        <>
          {mayChange && waiting.length > 0 && <MakeReady products={waiting} />}
          {add}
        </>
      }
    >
      <List
        label={say.products}
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

/** Makes several products ready to sell at once. */
const MakeReady = ({ products }: { readonly products: ReadonlyArray<Product> }) => {
  const say = useTexts()
  const { money } = useFormats()
  const node_id = useNodeId()
  const [left, setLeft] = useState<ReadonlyArray<string>>([])
  const chosen = products.filter(({ id }) => !left.includes(String(id)))
  return (
    <ConfirmButton
      label={say.makeReady}
      look="usual"
      action={say.makeAllReady(chosen.length)}
      kind="primary"
      isReady={chosen.length > 0}
      change={() =>
        inTurn(chosen, (product) =>
          call("POST /products/:product_id", {
            params: { product_id: product.id },
            query: { node_id },
            body: { ...product, is_locked: true }
          }, ifVersion(product.version)))}
    >
      <p>{say.makeReadyHint}</p>
      <OptionsEntry
        name="products"
        label={say.products}
        options={products.map(({ id, name, price }) => ({
          value: String(id),
          name: `${name} · ${price === null ? say.freePrice : money(price)}`
        }))}
        chosen={chosen.map(({ id }) => String(id))}
        onChange={(values) => setLeft(products.map(({ id }) => String(id)).filter((id) => !values.includes(id)))}
      />
    </ConfirmButton>
  )
}
