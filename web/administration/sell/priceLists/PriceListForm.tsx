import { useLocation } from "wouter"
import { fromCents } from "../../../kit/Amount.ts"
import { useFormats } from "../../../kit/EventFormats.ts"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useIdInAddress } from "../../address.ts"
import { useAnswer, useList } from "../../answers.ts"
import { call } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { count, type FieldsOf, moment, optional, references, text } from "../../form/Field.ts"
import { RecordForm, type RecordFormProps } from "../../form/RecordForm.tsx"
import { Page } from "../../frame/Page.tsx"
import { Facts } from "../../list/Facts.tsx"
import { useMessages } from "../../messages/messages.ts"
import { allIn, useMay, useNodeId, useTree, wayTo } from "../../tree.ts"
import { useVariants } from "../../variants/variants.ts"
import { type PriceList, usePriceListColumns } from "./PriceLists.tsx"
import { ProductEntries, WindowEntries } from "./RowEntries.tsx"
import { type Body, entryRows, entryText, optionOf, rounding, windowRows } from "./Rows.ts"
import { useTexts } from "./texts.ts"

/** The categories and products that can be in a list, as options. */
const useNamed = () => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const { data: categories = [] } = useList("GET /product-categories", { query })
  const { data: products = [] } = useList("GET /products", { query })
  return [
    ...categories.map(({ id, name }) => ({ value: optionOf({ category_id: id }), name: say.allOf(name) })),
    ...products.filter(({ fixed_price, is_returnable }) => fixed_price && !is_returnable)
      .map(({ id, name }) => ({ value: optionOf({ product_id: id }), name }))
  ]
}

/** The entries of a list that belongs to a node. */
const useFields = (node: number): FieldsOf<Body> => {
  const say = useTexts()
  const formats = useFormats()
  const tree = useTree().data
  const place = tree && wayTo(tree, node).at(-1)
  const profiles = useList("GET /till-profiles", { query: { node_id: useNodeId() } }).data
  const variants = useVariants().things
  return {
    name: text({ label: say.name }),
    rank: count({ label: say.rank, hint: say.rankHint }),
    valid_from: optional(moment({ label: say.validFrom, hint: say.validFromHint }, formats)),
    valid_until: optional(moment({ label: say.validUntil, hint: say.validUntilHint }, formats)),
    windows: windowRows(say),
    node_ids: references({ label: say.nodes, hint: say.nodesHint }, place && allIn(place)),
    profile_ids: references({ label: say.profiles, hint: say.profilesHint }, profiles),
    user_tag_variant_ids: references({ label: say.variants, hint: say.variantsHint }, variants),
    entries: entryRows(say, useNamed(), formats),
    round_to: rounding(say.roundTo, formats)
  }
}

type PriceListRecordProps<T> =
  & Pick<RecordFormProps<Body, T>, "initial" | "label" | "save" | "submit" | "version">
  & { readonly node: number }

/** When, where and for whom a list holds, and what is in it. */
function PriceListRecord<T>({ node, ...form }: PriceListRecordProps<T>) {
  const say = useTexts()
  const [, go] = useLocation()
  return (
    <RecordForm
      {...form}
      fields={useFields(node)}
      headings={{ valid_from: say.when, node_ids: say.where, user_tag_variant_ids: say.who, entries: say.what }}
      special={{ windows: WindowEntries, entries: ProductEntries }}
      onDone={() => go("/sell/price-lists")}
    />
  )
}

const highestRank = 10_000

/** A price list that is not there yet. It ranks above all that there are. */
export const NewPriceList = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const lists = useList("GET /price-lists", { query: { node_id } })
  return (
    <Page>
      <Loaded of={lists} lines={8}>
        {(all) => (
          <PriceListRecord
            label={say.newList}
            node={node_id}
            initial={{
              name: "",
              rank: Math.min(highestRank, Math.max(0, ...all.map(({ rank }) => rank)) + 10),
              valid_from: null,
              valid_until: null,
              windows: [],
              node_ids: [],
              profile_ids: [],
              user_tag_variant_ids: [],
              entries: [],
              round_to: fromCents(1)
            }}
            save={(body) => call("POST /price-lists", { query: { node_id }, body })}
            submit={say.createList}
          />
        )}
      </Loaded>
    </Page>
  )
}

/** What is in a list, for readers. */
const Contents = ({ of: stored }: { readonly of: PriceList }) => {
  const say = useTexts()
  const formats = useFormats()
  const products = useNamed()
  const columns = usePriceListColumns()
  return (
    <section className="card">
      <Facts
        of={stored}
        columns={[
          ...columns.filter(({ key }) => key !== "products"),
          {
            key: "what",
            title: say.what,
            of: ({ entries }) => entries.map((entry) => entryText(entry, products, say, formats)).join("; ")
          }
        ]}
      />
    </section>
  )
}

/** One price list, to be changed or deleted. */
export const EditPriceList = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const address = { params: { price_list_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const list = useAnswer("GET /price-lists/:price_list_id", address)
  return (
    <Page
      title={list.data?.name}
      actions={list.data !== undefined && may("DELETE /price-lists/:price_list_id") && (
        <ConfirmButton
          label={say.remove}
          action={say.deleteList(list.data.name)}
          change={() => call("DELETE /price-lists/:price_list_id", address)}
          onDone={() => go("/sell/price-lists")}
        >
          <p>{say.deleteListHint}</p>
        </ConfirmButton>
      )}
    >
      <Loaded of={list} lines={8}>
        {(stored) =>
          may("POST /price-lists/:price_list_id") ?
            (
              <PriceListRecord
                label={stored.name}
                node={stored.node_id}
                initial={stored}
                version={stored.version}
                save={(body, options) => call("POST /price-lists/:price_list_id", { ...address, body }, options)}
                submit={say.saveList}
              />
            ) :
            <Contents of={stored} />}
      </Loaded>
    </Page>
  )
}
