import { Link, useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { ifVersion, useAnswer, useList } from "../answers.ts"
import { call } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { Page } from "../frame/Page.tsx"
import { Facts } from "../list/Facts.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId } from "../tree.ts"
import { useVariants } from "../variants/variants.ts"
import { useCategories } from "./categories/CategoryBadge.tsx"
import { ChangePrice, type SoldOn } from "./ChangePrice.tsx"
import { PriceHistory } from "./PriceHistory.tsx"
import { type Product, productColumns } from "./ProductList.tsx"
import { SoldOut } from "./SoldOut.tsx"
import { useTexts } from "./texts.ts"
import { Uses } from "./Uses.tsx"

/** One product, with all that can be done with it, and where it is sold. */
export const ProductPage = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const address = { params: { product_id: useIdInAddress() }, query: { node_id } }
  const product = useAnswer("GET /products/:product_id", address)
  const { namesOf } = useVariants()
  const categoryOf = useCategories()
  const { data: buttons = [] } = useList("GET /till-buttons", { query: { node_id } })
  const { data: layouts = [] } = useList("GET /till-layouts", { query: { node_id } })
  const ownButtons = buttons.filter(({ product_ids }) => product_ids.includes(address.params.product_id))
  const showing = layouts.filter(({ button_ids }) => ownButtons.some(({ id }) => button_ids.includes(id)))
  return (
    <Page
      title={product.data?.name}
      actions={product.data !== undefined && may("POST /products/:product_id") && (
        <Actions of={product.data} buttons={ownButtons} />
      )}
    >
      <Loaded of={product}>
        {(stored) => (
          <>
            <section className="card">
              <Facts of={stored} columns={productColumns(say, namesOf, categoryOf)} />
            </section>
            {stored.is_locked && <SoldOut of={stored} />}
            {stored.is_locked && <PriceHistory of={stored} />}
            <Uses title={say.onButtons} none={say.onNoButton} at="sell/buttons" things={ownButtons}>
              {stored.is_locked && may("POST /till-buttons") && (
                <Link href={`/sell/buttons/new?product=${stored.id}`} className="button">
                  {say.newButtonFor(stored.name)}
                </Link>
              )}
            </Uses>
            <Uses title={say.onLayouts} none={say.onNoLayout} at="sell/layouts" things={showing} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Actions = ({ buttons, of: product }: { readonly of: Product; readonly buttons: SoldOn }) => {
  const say = { ...useMessages(), ...useTexts() }
  const [, go] = useLocation()
  const { namesOf } = useVariants()
  const categoryOf = useCategories()
  const { id, is_locked, name, version } = product
  const address = { params: { product_id: id }, query: { node_id: useNodeId() } }
  return (
    <>
      {!is_locked && (
        <ConfirmButton
          label={say.makeReady}
          action={say.makeReadyOf(name)}
          kind="primary"
          change={() =>
            call(
              "POST /products/:product_id",
              { ...address, body: { ...product, is_locked: true } },
              ifVersion(version)
            )}
        >
          <p>{say.makeReadyHint}</p>
          <Facts
            of={product}
            columns={productColumns(say, namesOf, categoryOf).filter(({ key }) => key !== "locked")}
          />
        </ConfirmButton>
      )}
      {is_locked && <ChangePrice of={product} buttons={buttons} />}
      <Link href={`/sell/products/${id}/edit`} className="button">{is_locked ? say.rename : say.edit}</Link>
      <Link href={`/sell/products/new?from=${id}`} className="button">{say.copy}</Link>
      <ConfirmButton
        label={say.remove}
        action={say.deleteThing(name)}
        change={() => call("DELETE /products/:product_id", address)}
        onDone={() => go("/sell/products")}
      >
        <p>{say.deleteProductHint}</p>
      </ConfirmButton>
    </>
  )
}
