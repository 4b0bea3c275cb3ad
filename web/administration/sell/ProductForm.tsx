import { useState } from "react"
import { useLocation } from "wouter"
import { CheckField } from "../../kit/Field.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAddressValue, useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import {
  amount,
  count,
  type FieldsOf,
  flag,
  keep,
  optional,
  reference,
  references,
  setOf,
  text
} from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useVariants } from "../variants/variants.ts"
import { OnlySystemRate } from "./OnlySystemRate.tsx"
import { useTargetAccount } from "./targetAccount.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /products">

const useProductFields = ({ target_account_id = null }: Pick<Body, "target_account_id">): FieldsOf<Body> => {
  const say = useTexts()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  const categories = useList("GET /product-categories", { query: { node_id: useNodeId() } }).data
  const variants = useVariants().things
  return {
    name: text({ label: say.name }),
    fixed_price: flag({ label: say.fixedPrice, hint: say.fixedPriceHint }),
    price: optional(amount({ label: say.price })),
    price_in_vouchers: optional(count({ label: say.voucherPrice, hint: say.voucherPriceHint })),
    tax_rate_id: reference({ label: say.tax }, rates),
    category_id: optional(reference({ label: say.category, hint: say.categoryHint, none: say.noCategory }, categories)),
    user_tag_variant_ids: setOf(references({ label: say.restrictions }, variants)),
    restrictions: keep,
    is_returnable: flag({ label: say.returnable, hint: say.returnableHint }),
    target_account_id: useTargetAccount(target_account_id),
    is_locked: flag({ label: say.locked, hint: say.lockedHint })
  }
}

/** What may change once a product is ready to sell. */
const lockedFields = ({ category_id, name }: FieldsOf<Body>): FieldsOf<Body> => ({
  name,
  category_id,
  fixed_price: keep,
  price: keep,
  price_in_vouchers: keep,
  tax_rate_id: keep,
  user_tag_variant_ids: keep,
  restrictions: keep,
  is_returnable: keep,
  is_locked: keep,
  target_account_id: keep
})

const isShown = (name: keyof Body, { fixed_price, is_returnable }: Body): boolean =>
  name === "price"
    ? fixed_price !== false
    : name !== "price_in_vouchers" || (fixed_price !== false && is_returnable !== true)

const blank: Body = {
  name: "",
  fixed_price: true,
  price: null,
  price_in_vouchers: null,
  tax_rate_id: 0,
  user_tag_variant_ids: [],
  is_returnable: false,
  is_locked: true,
  target_account_id: null,
  category_id: null
}

/** The age limits of a product that another begins with: they are among its kinds of wristbands, which may be changed. */
const byVariants = { restrictions: null }

/** A product that is not there yet: empty, or a copy of the one whose id the address has as `from`. */
export const NewProduct = () => {
  const node_id = useNodeId()
  const [from] = useAddressValue("from")
  const address = { params: { product_id: Number(from) }, query: { node_id } }
  const copied = useAnswer("GET /products/:product_id", address, { when: from !== "" })
  return (
    <Page>
      <OnlySystemRate />
      {from === "" ? <NewProductForm initial={blank} /> : (
        <Loaded of={copied}>
          {(product) => (
            <NewProductForm initial={{ ...product, ...byVariants, name: "", is_locked: true }} copied={product.name} />
          )}
        </Loaded>
      )}
    </Page>
  )
}

const NewProductForm = ({ copied, initial }: { readonly initial: Body; readonly copied?: string }) => {
  const say = useTexts()
  const fields = useProductFields(initial)
  const [, go] = useLocation()
  const node_id = useNodeId()
  const [goesOn, setGoesOn] = useState(false)
  const [created, setCreated] = useState<ReadonlyArray<Body>>([])
  const last = created.at(-1)
  return (
    <>
      {copied !== undefined && (
        <Notice>
          <p>{say.copyOf(copied)}</p>
        </Notice>
      )}
      {last !== undefined && (
        <Notice kind="good">
          <p>{say.productCreated(last.name)}</p>
        </Notice>
      )}
      <RecordForm
        key={created.length}
        label={say.newProduct}
        fields={fields}
        initial={last === undefined
          ? initial
          : { ...last, ...byVariants, name: "", price: null, price_in_vouchers: null }}
        isShown={isShown}
        save={(body) => call("POST /products", { query: { node_id }, body })}
        submit={say.createProduct}
        onDone={(product) => goesOn ? setCreated([...created, product]) : go(`/sell/products/${product.id}`)}
      >
        {() => (
          <CheckField name="goes_on" checked={goesOn} onChange={setGoesOn} hint={say.oneMoreHint}>
            {say.oneMore}
          </CheckField>
        )}
      </RecordForm>
    </>
  )
}

/** Changes to a product. */
export const EditProduct = () => {
  const say = useTexts()
  const [, go] = useLocation()
  const product_id = useIdInAddress()
  const address = { params: { product_id }, query: { node_id: useNodeId() } }
  const product = useAnswer("GET /products/:product_id", address)
  const fields = useProductFields({ target_account_id: product.data?.target_account_id ?? null })
  return (
    <Page title={product.data?.name}>
      <Loaded of={product}>
        {(stored) => (
          <>
            {stored.is_locked && (
              <Notice>
                <p>{say.lockedNotice}</p>
              </Notice>
            )}
            <RecordForm
              label={stored.name}
              fields={stored.is_locked ? lockedFields(fields) : fields}
              initial={stored}
              version={stored.version}
              isShown={isShown}
              save={(body, options) => call("POST /products/:product_id", { ...address, body }, options)}
              submit={say.saveProduct}
              onDone={() => go(`/sell/products/${product_id}`)}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
