import { useMemo } from "react"
import { Link } from "wouter"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { useTagReaders } from "../guests/useTagReaders.ts"
import type { Column } from "../list/Column.ts"
import { FilterField, PagedList } from "../list/List.tsx"
import { useLater } from "../list/useLater.ts"
import { useMay, useNodeId } from "../tree.ts"
import type { WristbandTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

export type Wristband = OfficeAnswer<"GET /user-tags/:user_tag_id">

export const wristbandColumns = (say: WristbandTexts): ReadonlyArray<Column<Wristband>> => [
  { key: "pin", title: say.pin, of: ({ pin }) => pin },
  { key: "chip", title: say.chip, of: ({ uid_hex }) => uid_hex ?? say.chipUnknown },
  { key: "age", title: say.age, of: ({ restriction }) => restriction === null ? say.anyAge : say[restriction] },
  {
    key: "holder",
    title: say.holder,
    of: ({ account_id, user_id }) =>
      user_id !== null
        ? say.colleague(String(user_id))
        : account_id === null
        ? say.nobody
        : say.guest(String(account_id))
  },
  { key: "comment", title: say.comment, of: ({ comment }) => comment, isMinor: true }
]

/** Finds wristbands as one types or holds them to a reader. */
export const WristbandList = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const [term, setTerm] = useAddressValue("q")
  const search_term = useLater(term.trim())
  const found = usePages("POST /user-tags/find-user-tags", { query: { node_id, limit: "100" }, body: { search_term } })
  const columns = useMemo(() => wristbandColumns(say), [say])
  useTagReaders(setTerm)
  return (
    <Page
      actions={
        <>
          {may("GET /user-tag-secrets") && <Link href="/guests/wristbands/keys" className="button">{say.keys}</Link>}
          {may("POST /user-tags") && (
            <Link href="/guests/wristbands/import" className="button" data-kind="primary">{say.importAction}</Link>
          )}
        </>
      }
    >
      <div className="list-tools">
        <FilterField label={say.findWristband} value={term} onChange={setTerm} autoFocus />
      </div>
      <PagedList
        label={say.wristband}
        of={found}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/guests/wristbands/${id}`}
        empty={<p>{search_term === "" ? say.findHint : say.nothingFound(search_term)}</p>}
      />
    </Page>
  )
}
