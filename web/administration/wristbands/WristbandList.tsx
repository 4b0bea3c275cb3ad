import { useMemo } from "react"
import { Link } from "wouter"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { useTagReaders } from "../guests/useTagReaders.ts"
import type { Column } from "../list/Column.ts"
import { SelectFilter } from "../list/Filters.tsx"
import { FilterField } from "../list/List.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useLater } from "../list/useLater.ts"
import { useMay, useNodeId } from "../tree.ts"
import { useVariants, type VariantNames } from "../variants/variants.ts"
import type { WristbandTexts } from "./english.ts"
import { SupplierList } from "./SupplierList.tsx"
import { useTexts } from "./texts.ts"

export type Wristband = OfficeAnswer<"GET /user-tags/:user_tag_id">

export const wristbandColumns = (say: WristbandTexts, namesOf: VariantNames): ReadonlyArray<Column<Wristband>> => [
  { key: "pin", title: say.pin, of: ({ pin }) => pin },
  { key: "chip", title: say.chip, of: ({ uid_hex }) => uid_hex ?? say.chipUnknown },
  { key: "kind", title: say.kind, of: ({ variant_ids }) => namesOf(variant_ids) },
  {
    key: "holder",
    title: say.holder,
    of: ({ account_id, user_id }) =>
      user_id !== null
        ? say.colleague
        : account_id === null
        ? say.nobody
        : say.guest
  },
  { key: "comment", title: say.comment, of: ({ comment }) => comment, isMinor: true }
]

const sortKeys = ["pin"] as const

/** Finds wristbands as one types or holds them to a reader. */
export const WristbandList = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const [term, setTerm] = useAddressValue("q")
  const [state, setState] = useAddressValue("state")
  const [kind, setKind] = useAddressValue("kind")
  const { namesOf, things: kinds = [] } = useVariants()
  const search = useLater(term.trim())
  const filters = {
    node_id,
    search,
    ...((state === "true" || state === "false") && { assigned: state as "false" | "true" }),
    ...(/^\d+$/.test(kind) && { variant: Number(kind) })
  }
  const order = useServerOrder(sortKeys)
  const found = usePages("GET /user-tags", { query: { ...filters, ...order } }, { counts: true })
  const columns = useMemo(() => wristbandColumns(say, namesOf), [namesOf, say])
  useTagReaders(setTerm)
  return (
    <Page
      actions={
        <>
          {may("POST /user-tags/csv-export") && <SupplierList />}
          {may("POST /user-tag-variants") && <Link href="/guests/wristbands/kinds" className="button">{say.kinds}
          </Link>}
          {may("GET /user-tag-secrets") && <Link href="/guests/wristbands/keys" className="button">{say.keys}</Link>}
          {may("POST /user-tags") && (
            <Link href="/guests/wristbands/import" className="button" data-kind="primary">{say.importAction}</Link>
          )}
        </>
      }
    >
      <ServerList
        label={say.wristbands}
        of={found}
        columns={columns}
        sortKeys={sortKeys}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/wristbands/${id}`}
        asFile={(options) => call("GET /user-tags", { query: filters }, options)}
        empty={<p>{search === "" ? say.noWristbands : say.nothingFound(search)}</p>}
      >
        <FilterField label={say.findWristband} value={term} onChange={setTerm} autoFocus />
        <SelectFilter
          label={say.holder}
          value={state}
          options={[["", say.all], ["true", say.handedOut], ["false", say.free]]}
          onChange={setState}
        />
        <SelectFilter
          label={say.kind}
          value={kind}
          options={[["", say.everyKind], ...kinds.map(({ id, name }) => [String(id), name] as const)]}
          onChange={setKind}
        />
      </ServerList>
    </Page>
  )
}
