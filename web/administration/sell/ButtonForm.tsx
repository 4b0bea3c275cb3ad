import { useLocation } from "wouter"
import { fromCents, toCents, zero } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { plainLook } from "../../kit/Tile.tsx"
import { useAddressValue, useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { colour, type FieldsOf, optional, reference, references, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { EditPage } from "../form/RecordPage.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { OnTheTill } from "./buttons/OnTheTill.tsx"
import { PictureEntry } from "./buttons/PictureEntry.tsx"
import { tileColourOf } from "./buttons/TileColourOf.ts"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"

type Body = Required<OfficeBody<"POST /till-buttons">>

/** The entries of a button; products that tills may not sell yet say so. */
const useButtonFields = (products: ReadonlyArray<Product>): FieldsOf<Body> => {
  const say = useTexts()
  const { money } = useFormats()
  const categories = useList("GET /product-categories", { query: { node_id: useNodeId() } }).data
  return {
    name: text({ label: say.name, hint: say.buttonNameHint }),
    product_ids: references(
      { label: say.buttonProducts, hint: say.buttonProductsHint },
      products.map(({ id, is_locked, name, price }) => ({
        id,
        name: `${name} · ${price === null ? say.freePrice : money(price)}`,
        ...(is_locked ? {} : { unavailable: say.notReady })
      }))
    ),
    category_id: optional(
      reference({ label: say.category, hint: say.buttonCategoryHint, none: say.categoryOfProduct }, categories)
    ),
    short_name: optional(text({ label: say.shortName, hint: say.shortNameHint })),
    colour: optional(colour({ label: say.buttonColour, none: say.noColour })),
    picture_hash: {
      ...optional(text({ label: say.buttonPicture, hint: say.buttonPictureHint })),
      // Two hashes tell no one anything.
      shown: (draft) => draft === "" ? say.noPicture : say.onePicture(String(draft).slice(0, 6))
    }
  }
}

const special = { picture_hash: PictureEntry }

/** What one press costs and how the button looks on a till, while it is described. */
const Sum = ({ body, products }: {
  readonly body: Body
  readonly products: ReadonlyArray<Product>
}) => {
  const say = useTexts()
  const { money } = useFormats()
  const categories = useList("GET /product-categories", { query: { node_id: useNodeId() } }).data ?? []
  const { name, product_ids: ids } = body
  const look = { ...body, colour: tileColourOf(body, products, categories) }
  const chosen = products.filter(({ id }) => ids.includes(id))
  const isFree = chosen.some(({ price }) => price === null)
  const sum = fromCents(chosen.reduce((cents, { price }) => cents + toCents(price ?? zero), 0))
  return (
    <>
      <p role="status">
        {say.onePress} {isFree && `${say.freePrice} +`} <Money amount={sum} />
      </p>
      <OnTheTill name={name} look={look} price={isFree ? say.freePrice : money(sum)} />
    </>
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
      initial={{
        ...plainLook,
        name: of?.name ?? "",
        product_ids: of === undefined ? [] : [of.id],
        category_id: null
      }}
      special={special}
      save={(body) => call("POST /till-buttons", { query: { node_id }, body })}
      submit={say.createButton}
      onDone={({ id }) => go(`/sell/buttons/${id}`)}
    >
      {(body) => <Sum body={body} products={products} />}
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
      special={special}
      save={(body, options) => call("POST /till-buttons/:button_id", { ...address, body }, options)}
      submit={say.saveButton}
      doneAt={({ id }) => `/sell/buttons/${id}`}
    >
      {(body) => <Sum body={body} products={products} />}
    </EditPage>
  )
}
