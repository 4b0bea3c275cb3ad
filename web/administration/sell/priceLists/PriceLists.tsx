import { useMemo } from "react"
import { Link } from "wouter"
import { useFormats } from "../../../kit/EventFormats.ts"
import { useList } from "../../answers.ts"
import type { OfficeAnswer } from "../../calls.ts"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { List } from "../../list/List.tsx"
import { useMay, useNodeId, useNodeName } from "../../tree.ts"
import { useVariants } from "../../variants/variants.ts"
import { windowText } from "./Rows.ts"
import { useTexts } from "./texts.ts"
import { WeekView } from "./WeekView.tsx"
import "./priceLists.css"

export type PriceList = OfficeAnswer<"GET /price-lists/:price_list_id">

/** The properties of a price list, for its list and its page. */
export const usePriceListColumns = (): ReadonlyArray<Column<PriceList>> => {
  const say = useTexts()
  const { moment } = useFormats()
  const nodeName = useNodeName()
  const { namesOf } = useVariants()
  const profiles = useList("GET /till-profiles", { query: { node_id: useNodeId() } }).data
  return useMemo(() => {
    const when = ({ valid_from, valid_until, windows }: PriceList) =>
      [
        ...windows.map((window) => windowText(window, say)),
        ...valid_from === null ? [] : [say.since(moment(valid_from))],
        ...valid_until === null ? [] : [say.until(moment(valid_until))]
      ].join("; ") || say.always
    const where = ({ node_id, node_ids, profile_ids }: PriceList) =>
      [
        ...(node_ids.length === 0 ? [node_id] : node_ids).map(nodeName),
        ...(profiles ?? []).filter(({ id }) => profile_ids.includes(id)).map(({ name }) => name)
      ].filter((name) => name !== "").join(", ")
    return [
      { key: "name", title: say.name, of: ({ name }) => name },
      { key: "rank", title: say.rank, kind: "count", of: ({ rank }) => rank },
      {
        key: "now",
        title: say.now,
        of: ({ changes_at: at, holds }) =>
          holds
            ? at === null ? say.holds : say.holdsUntil(moment(at))
            : at === null
            ? say.holdsNot
            : say.holdsFrom(moment(at))
      },
      { key: "when", title: say.when, of: when },
      { key: "where", title: say.where, of: where, isMinor: true },
      {
        key: "who",
        title: say.who,
        of: ({ user_tag_variant_ids: ids }) => ids.length === 0 ? say.everyone : namesOf(ids),
        isMinor: true
      },
      { key: "products", title: say.products, kind: "count", of: ({ entries }) => entries.length }
    ]
  }, [moment, namesOf, nodeName, profiles, say])
}

/** All price lists of a node, the one that decides first. */
export const PriceLists = () => {
  const say = useTexts()
  const may = useMay()
  const add = may("POST /price-lists") && (
    <Link href="/sell/price-lists/new" className="button" data-kind="primary">{say.newList}</Link>
  )
  const lists = useList("GET /price-lists", { query: { node_id: useNodeId() } })
  return (
    <Page actions={add}>
      <List
        label={say.priceLists}
        of={lists}
        columns={usePriceListColumns()}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/price-lists/${id}`}
        empty={
          <>
            <p>{say.noPriceLists}</p>
            {add}
          </>
        }
      />
      {lists.data !== undefined && <WeekView of={lists.data} />}
    </Page>
  )
}
