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
  const [age, setAge] = useAddressValue("age")
  const search = useLater(term.trim())
  const filters = {
    node_id,
    search,
    ...((state === "true" || state === "false") && { assigned: state as "false" | "true" }),
    ...((age === "none" || age === "under_16" || age === "under_18") && { restriction: age as "none" | "under_16" })
  }
  const order = useServerOrder(sortKeys)
  const found = usePages("GET /user-tags", { query: { ...filters, ...order } }, { counts: true })
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
          label={say.age}
          value={age}
          options={[["", say.everyAge], ["none", say.anyAge], ["under_18", say.under_18], ["under_16", say.under_16]]}
          onChange={setAge}
        />
      </ServerList>
    </Page>
  )
}
