import { ArrowDown, ArrowUp } from "lucide-react"
import { Link, useLocation } from "wouter"
import { Button } from "../../../kit/Button.tsx"
import { Loaded } from "../../../kit/Loaded.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { Refused } from "../../../kit/Refused.tsx"
import { useAddressValue, useIdInAddress } from "../../address.ts"
import { inTurn, useAnswer, useChange, useList } from "../../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { colour, type FieldsOf, keep, text } from "../../form/Field.ts"
import { RecordForm } from "../../form/RecordForm.tsx"
import { NewPage } from "../../form/RecordPage.tsx"
import { Page } from "../../frame/Page.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { inPlaces } from "./Order.ts"
import { useTexts } from "./texts.ts"
import "./categories.css"

type Category = OfficeAnswer<"GET /product-categories/:product_category_id">
type Body = OfficeBody<"POST /product-categories">

/** All categories of a node in the order of tills, which can be changed. */
export const CategoryList = () => {
  const say = useTexts()
  const may = useMay()
  const categories = useList("GET /product-categories", { query: { node_id: useNodeId() } })
  const [made] = useAddressValue("made")
  const created = categories.data?.find(({ id }) => String(id) === made)
  const add = may("POST /product-categories") && (
    <Link href="/sell/categories/new" className="button" data-kind="primary">{say.newCategory}</Link>
  )
  return (
    <Page actions={add}>
      {created !== undefined && (
        <Notice kind="good">
          <p>{say.created(created.name)}</p>
        </Notice>
      )}
      <Loaded of={categories}>
        {(all) => all.length === 0 ? <p>{say.noCategories}</p> : <Ordered all={all} />}
      </Loaded>
    </Page>
  )
}

const Ordered = ({ all }: { readonly all: ReadonlyArray<Category> }) => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const { data: products = [] } = useList("GET /products", { query })
  const { busy, refusal, submit } = useChange((id: number, to: number) =>
    inTurn(inPlaces(all, id, to), (moved) =>
      call("POST /product-categories/:product_category_id", {
        params: { product_category_id: moved.id },
        query,
        body: moved
      }))
  )
  const mayOrder = may("POST /product-categories/:product_category_id")
  return (
    <section className="card stack-close">
      <p className="muted">{say.orderHint}</p>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <ol className="stack-close" aria-label={say.categories}>
        {all.map((category, at) => (
          <li key={category.id} className="between">
            <span className="row">
              <Link href={`/sell/categories/${category.id}`} className="colour" data-tile-colour={category.colour}>
                {category.name}
              </Link>
              <span className="muted">
                {say.products(products.filter(({ category_id }) => category_id === category.id).length)}
              </span>
            </span>
            {mayOrder && (
              <span className="category-moves">
                <Button
                  aria-label={say.up(category.name)}
                  disabled={busy || at === 0}
                  onClick={() => void submit(category.id, at - 1)}
                >
                  <ArrowUp className="icon" aria-hidden />
                </Button>
                <Button
                  aria-label={say.down(category.name)}
                  disabled={busy || at === all.length - 1}
                  onClick={() => void submit(category.id, at + 1)}
                >
                  <ArrowDown className="icon" aria-hidden />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const useFields = (): FieldsOf<Body> => {
  const say = useTexts()
  return {
    name: text({ label: say.name, hint: say.nameHint }),
    colour: colour({ label: say.colour, hint: say.colourHint }),
    sequence: keep
  }
}

/** A category that is not there yet. */
export const NewCategory = () => {
  const say = useTexts()
  const node_id = useNodeId()
  return (
    <NewPage
      label={say.newCategory}
      fields={useFields()}
      initial={{ name: "", colour: "blue" }}
      save={(body) => call("POST /product-categories", { query: { node_id }, body })}
      submit={say.createCategory}
      doneAt={({ id }) => `/sell/categories?made=${id}`}
    />
  )
}

/** One category, to be changed or deleted. */
export const EditCategory = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const fields = useFields()
  const address = { params: { product_category_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const category = useAnswer("GET /product-categories/:product_category_id", address)
  const back = () => go("/sell/categories")
  const mayChange = may("POST /product-categories/:product_category_id")
  return (
    <Page
      title={category.data?.name}
      actions={category.data !== undefined && mayChange && (
        <ConfirmButton
          label={say.remove}
          action={say.deleteThing(category.data.name)}
          change={() => call("DELETE /product-categories/:product_category_id", address)}
          onDone={back}
        >
          <p>{say.deleteHint}</p>
        </ConfirmButton>
      )}
    >
      <Loaded of={category}>
        {(stored) =>
          mayChange
            ? (
              <RecordForm
                label={stored.name}
                fields={fields}
                initial={stored}
                version={stored.version}
                save={(body, options) =>
                  call("POST /product-categories/:product_category_id", { ...address, body }, options)}
                submit={say.saveCategory}
                onDone={back}
              />
            )
            : <p className="colour" data-tile-colour={stored.colour}>{stored.name}</p>}
      </Loaded>
    </Page>
  )
}
