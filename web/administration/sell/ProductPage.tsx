import { useState } from "react"
import { Link, useLocation } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { Page } from "../frame/Page.tsx"
import { Facts } from "../list/Facts.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId } from "../tree.ts"
import { productColumns } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"

/** One product, with what can be done with it. */
export const ProductPage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const address = { params: { product_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const product = useAnswer("GET /products/:product_id", address)
  const actions = may("POST /products/:product_id") && product.data !== undefined && (
    <>
      <Link href={`/sell/products/${product.data.id}/edit`} className="button" data-kind="primary">{say.edit}</Link>
      <Button kind="danger" onClick={() => setDeleting(true)}>{say.remove}</Button>
    </>
  )
  return (
    <Page title={product.data?.name} actions={actions}>
      <Loaded of={product}>
        {(stored) => (
          <section className="card">
            <Facts of={stored} columns={productColumns(say)} />
            {isDeleting && (
              <Confirm
                title={say.deleteProduct(stored.name)}
                action={say.deleteProduct(stored.name)}
                change={() => call("DELETE /products/:product_id", address)}
                onClose={() => setDeleting(false)}
                onDone={() => go("/sell/products")}
              >
                <p>{say.deleteProductHint}</p>
              </Confirm>
            )}
          </section>
        )}
      </Loaded>
    </Page>
  )
}
