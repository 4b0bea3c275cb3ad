import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import type { VariantTexts } from "./english.ts"
import { useTexts } from "./texts.ts"
import { useVariantName, type Variant } from "./variants.ts"

/** The properties of a kind of wristband, for its list and its page. */
export const variantColumns = (
  say: VariantTexts,
  nameOf: (name: string) => string
): ReadonlyArray<Column<Variant>> => [
  { key: "name", title: say.name, of: ({ variant_name }) => nameOf(variant_name) },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true },
  { key: "priority", title: say.priority, kind: "count", of: ({ priority }) => priority }
]

/** The kinds of wristbands of the event. */
export const VariantList = () => {
  const say = useTexts()
  const may = useMay()
  const nameOf = useVariantName()
  const columns = useMemo(() => variantColumns(say, nameOf), [nameOf, say])
  const add = may("POST /user-tag-variants") && (
    <Link href="/guests/wristbands/kinds/new" className="button" data-kind="primary">{say.newKind}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.kinds}
        of={useList("GET /user-tag-variants", { query: { node_id: useNodeId() } })}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/wristbands/kinds/${id}`}
        empty={<p>{say.noKinds}</p>}
      />
    </Page>
  )
}
