import { useMemo, useState } from "react"
import { Link, useLocation } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useTileColourNames } from "../../kit/tileColours/TileColours.ts"
import { useIdInAddress } from "../address.ts"
import { inTurn, useAnswer, useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { OptionsEntry } from "../form/OptionsEntry.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { List } from "../list/List.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId } from "../tree.ts"
import { OnTheTill } from "./buttons/OnTheTill.tsx"
import { tileColourOf } from "./buttons/TileColourOf.ts"
import type { SellTexts } from "./english.ts"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"
import { Uses } from "./Uses.tsx"

type TillButton = OfficeAnswer<"GET /till-buttons/:button_id">

const columnsOf = (
  say: SellTexts,
  colours: ReturnType<typeof useTileColourNames>,
  products: ReadonlyArray<Product> | undefined
): ReadonlyArray<Column<TillButton>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  {
    key: "price",
    title: say.price,
    kind: "amount",
    of: ({ product_ids, price }) =>
      products?.some(({ fixed_price, id }) => !fixed_price && product_ids.includes(id)) ? say.freePrice : price
  },
  { key: "short_name", title: say.shortName, of: ({ short_name }) => short_name, isMinor: true },
  {
    key: "colour",
    title: say.buttonColour,
    of: ({ colour }) => colour === null ? null : colours[colour],
    isMinor: true
  },
  {
    key: "products",
    title: say.buttonProducts,
    of: ({ product_ids }) => products?.filter(({ id }) => product_ids.includes(id)).map(({ name }) => name).join(", "),
    isMinor: true
  }
]

/** All buttons of a node. */
export const ButtonList = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const buttons = useList("GET /till-buttons", { query: { node_id } })
  const products = useList("GET /products", { query: { node_id } }).data
  const colours = useTileColourNames()
  const columns = useMemo(() => columnsOf(say, colours, products), [colours, products, say])
  const without = buttons.data === undefined ?
    [] :
    products?.filter(({ id, is_locked }) =>
      is_locked && !buttons.data!.some(({ product_ids }) => product_ids.includes(id))
    ) ?? []
  const add = may("POST /till-buttons") && (
    <>
      {without.length > 0 && <ButtonsForProducts products={without} />}
      <Link href="/sell/buttons/new" className="button" data-kind="primary">{say.newButton}</Link>
    </>
  )
  return (
    <Page actions={add}>
      <List
        label={say.buttons}
        of={buttons}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/buttons/${id}`}
        empty={<p>{say.noButtons}</p>}
      />
    </Page>
  )
}

/** Makes a button of its own for each chosen product that has none. */
const ButtonsForProducts = ({ products }: { readonly products: ReadonlyArray<Product> }) => {
  const say = useTexts()
  const node_id = useNodeId()
  const [chosen, setChosen] = useState<ReadonlyArray<string>>([])
  return (
    <ConfirmButton
      label={say.buttonsForProducts}
      look="usual"
      kind="primary"
      action={say.createButtons(chosen.length)}
      isReady={chosen.length > 0}
      change={() =>
        inTurn(
          products.filter(({ id }) => chosen.includes(String(id))),
          ({ id, name }) => call("POST /till-buttons", { query: { node_id }, body: { name, product_ids: [id] } })
        )}
      onDone={() => setChosen([])}
    >
      <OptionsEntry
        name="products"
        label={say.productsWithoutButton}
        options={products.map(({ id, name }) => ({ value: String(id), name }))}
        chosen={chosen}
        onChange={setChosen}
      />
    </ConfirmButton>
  )
}

/** One button with its products, and the layouts that show it. */
export const ButtonPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const address = { params: { button_id: useIdInAddress() }, query: { node_id } }
  const { money } = useFormats()
  const colours = useTileColourNames()
  const button = useAnswer("GET /till-buttons/:button_id", address)
  const { data: products = [] } = useList("GET /products", { query: { node_id } })
  const { data: categories = [] } = useList("GET /product-categories", { query: { node_id } })
  const { data: layouts = [] } = useList("GET /till-layouts", { query: { node_id } })
  return (
    <Page
      title={button.data?.name}
      actions={button.data !== undefined && may("POST /till-buttons/:button_id") && (
        <>
          <Link href={`/sell/buttons/${button.data.id}/edit`} className="button">{say.edit}</Link>
          <ConfirmButton
            label={say.remove}
            action={say.deleteThing(button.data.name)}
            change={() => call("DELETE /till-buttons/:button_id", address)}
            onDone={() => go("/sell/buttons")}
          >
            <p>{say.deleteButtonHint}</p>
          </ConfirmButton>
        </>
      )}
    >
      <Loaded of={button}>
        {(stored) => (
          <>
            <section className="card">
              <Facts of={stored} columns={columnsOf(say, colours, undefined)} />
            </section>
            <OnTheTill
              name={stored.name}
              look={{ ...stored, colour: tileColourOf(stored, products, categories) }}
              price={money(stored.price)}
            />
            <Uses
              title={say.buttonProducts}
              none={say.buttonWithoutProducts}
              at="sell/products"
              things={products.filter(({ id }) => stored.product_ids.includes(id))}
            />
            <Uses
              title={say.onLayouts}
              none={say.buttonOnNoLayout}
              at="sell/layouts"
              things={layouts.filter(({ button_ids }) => button_ids.includes(stored.id))}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
