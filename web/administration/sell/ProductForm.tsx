import { useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { amount, choices, count, type FieldsOf, flag, keep, optional, reference, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /products">

const useProductFields = (): FieldsOf<Body> => {
  const say = useTexts()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  return {
    name: text({ label: say.name }),
    fixed_price: flag({ label: say.fixedPrice, hint: say.fixedPriceHint }),
    price: optional(amount({ label: say.price })),
    price_in_vouchers: optional(count({ label: say.voucherPrice, hint: say.voucherPriceHint })),
    tax_rate_id: reference({ label: say.tax }, rates),
    restrictions: choices({ label: say.restrictions }, [
      { value: "under_16", name: say.under_16 },
      { value: "under_18", name: say.under_18 }
    ]),
    is_returnable: flag({ label: say.returnable, hint: say.returnableHint }),
    is_locked: flag({ label: say.locked, hint: say.lockedHint }),
    target_account_id: keep
  }
}

const isShown = (name: keyof Body, { fixed_price, is_returnable }: Body): boolean =>
  name === "price"
    ? fixed_price !== false
    : name !== "price_in_vouchers" || (fixed_price !== false && is_returnable !== true)

/** A product that is not there yet. */
export const NewProduct = () => {
  const say = useTexts()
  const fields = useProductFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const initial = {
    name: "",
    fixed_price: true,
    price: null,
    price_in_vouchers: null,
    tax_rate_id: 0,
    restrictions: [],
    is_returnable: false,
    is_locked: true,
    target_account_id: null
  }
  return (
    <Page>
      <RecordForm
        label={say.newProduct}
        fields={fields}
        initial={initial}
        isShown={isShown}
        save={(body) => call("POST /products", { query: { node_id }, body })}
        submit={say.createProduct}
        onDone={({ id }) => go(`/sell/products/${id}`)}
      />
    </Page>
  )
}

/** Changes to a product. */
export const EditProduct = () => {
  const say = useTexts()
  const fields = useProductFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const product_id = useIdInAddress()
  const address = { params: { product_id }, query: { node_id } }
  const product = useAnswer("GET /products/:product_id", address)
  return (
    <Page title={product.data?.name}>
      <Loaded of={product}>
        {(stored) => (
          <RecordForm
            label={stored.name}
            fields={fields}
            initial={stored}
            version={stored.version}
            isShown={isShown}
            save={(body, options) => call("POST /products/:product_id", { ...address, body }, options)}
            submit={say.saveProduct}
            onDone={() => go(`/sell/products/${product_id}`)}
          />
        )}
      </Loaded>
    </Page>
  )
}
