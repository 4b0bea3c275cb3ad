import { useLocation } from "wouter"
import { fromCents, toCents, zero } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { useAddressValue, useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { type FieldsOf, references, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { EditPage } from "../form/RecordPage.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"

type Body = Omit<OfficeBody<"POST /till-buttons">, "colour" | "picture_hash" | "short_name">

/** The entries of a button; products that tills may not sell yet say so. */
const useButtonFields = (products: ReadonlyArray<Product>): FieldsOf<Body> => {
  const say = useTexts()
  const { money } = useFormats()
  return {
    name: text({ label: say.name, hint: say.buttonNameHint }),
    product_ids: references(
      { label: say.buttonProducts, hint: say.buttonProductsHint },
      products.map(({ id, is_locked, name, price }) => ({
        id,
        name: `${name} · ${price === null ? say.freePrice : money(price)}`,
        ...(is_locked ? {} : { unavailable: say.notReady })
      }))
    )
  }
}

/** What one press costs, while the products are chosen. */
const Sum = ({ ids, products }: {
  readonly ids: ReadonlyArray<number>
  readonly products: ReadonlyArray<Product>
}) => {
  const say = useTexts()
  const chosen = products.filter(({ id }) => ids.includes(id))
  const sum = fromCents(chosen.reduce((cents, { price }) => cents + toCents(price ?? zero), 0))
  return (
    <p role="status">
      {say.onePress} {chosen.some(({ price }) => price === null) && `${say.freePrice} +`} <Money amount={sum} />
    </p>
  )
}

/** A button that is not there yet, for the product whose id the address has, if it has one. */
export const NewButton = () => {
  const [wanted] = useAddressValue("product")
  const query = { node_id: useNodeId() }
  const products = useList("GET /products", { query })
  // The list may be older than the product.
  const product = useAnswer("GET /products/:product_id", { params: { product_id: Number(wanted) }, query }, {
    when: wanted !== ""
  })
  return (
    <Page>
      <Loaded of={products}>
        {(all) =>
          wanted === ""
            ? <NewButtonForm products={all} of={undefined} />
            : <Loaded of={product}>{(one) => <NewButtonForm products={all} of={one} />}</Loaded>}
      </Loaded>
    </Page>
  )
}

const NewButtonForm = (
  { of, products }: { readonly products: ReadonlyArray<Product>; readonly of: Product | undefined }
) => {
  const say = useTexts()
  const [, go] = useLocation()
  const node_id = useNodeId()
  return (
    <RecordForm
      label={say.newButton}
      fields={useButtonFields(products)}
      initial={of === undefined ? { name: "", product_ids: [] } : { name: of.name, product_ids: [of.id] }}
      save={(body) => call("POST /till-buttons", { query: { node_id }, body })}
      submit={say.createButton}
      onDone={({ id }) => go(`/sell/buttons/${id}`)}
    >
      {({ product_ids }) => <Sum ids={product_ids} products={products} />}
    </RecordForm>
  )
}

/** Changes to a button. */
export const EditButton = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const address = { params: { button_id: useIdInAddress() }, query: { node_id } }
  const button = useAnswer("GET /till-buttons/:button_id", address)
  const { data: products = [] } = useList("GET /products", { query: { node_id } })
  const fields = useButtonFields(products)
  return (
    <EditPage
      of={button}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /till-buttons/:button_id", { ...address, body }, options)}
      submit={say.saveButton}
      doneAt={({ id }) => `/sell/buttons/${id}`}
    >
      {({ product_ids }) => <Sum ids={product_ids} products={products} />}
    </EditPage>
  )
}
