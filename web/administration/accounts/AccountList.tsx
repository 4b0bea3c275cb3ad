import { useMemo } from "react"
import { useAddressValue } from "../address.ts"
import { useList, usePages } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { AsOf, useAsOf } from "../list/AsOf.tsx"
import type { Column } from "../list/Column.ts"
import { FilterField, List } from "../list/List.tsx"
import { ServerList, useServerOrder } from "../list/ServerList.tsx"
import { useLater } from "../list/useLater.ts"
import { useNodeId } from "../tree.ts"
import { type Account, namedBalance, nameOf, withRegisters } from "./AccountNames.ts"
import type { AccountTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

export const accountColumns = (say: AccountTexts): ReadonlyArray<Column<Account>> => [
  { key: "name", title: say.account, of: (account) => nameOf(account, say) },
  { key: "balance", title: say.amount, kind: "amount", of: (account) => namedBalance(account, say).amount },
  { key: "meaning", title: say.meaning, of: (account) => namedBalance(account, say).words },
  {
    key: "vouchers",
    title: say.vouchers,
    kind: "count",
    of: ({ vouchers }) => Math.abs(vouchers) || null,
    isMinor: true
  },
  { key: "comment", title: say.comment, of: ({ comment }) => comment, isMinor: true }
]

/** The columns by which the server sorts accounts. */
const sortKeys = ["name", "balance", "vouchers"] as const

const placeOf = ({ id, type }: Account): string =>
  type === "private" ? `/guests/people/${id}` : `/guests/accounts/${id}`

/** All accounts but those of guests; a search finds those as well. */
export const AccountList = () => {
  const say = useTexts()
  const [term, setTerm] = useAddressValue("find")
  const columns = useMemo(() => accountColumns(say), [say])
  const search_term = useLater(term.trim())
  return (
    <Page>
      <div className="list-tools choices moment-choices">
        <FilterField label={say.find} value={term} onChange={setTerm} />
        {search_term === "" && <AsOf />}
      </div>
      {search_term === ""
        ? <SystemAccounts columns={columns} />
        : <FoundAccounts columns={columns} search_term={search_term} />}
    </Page>
  )
}

interface ColumnsProps {
  readonly columns: ReadonlyArray<Column<Account>>
}

const SystemAccounts = ({ columns }: ColumnsProps) => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const accounts = useList("GET /system-accounts", { query: { ...query, ...useAsOf() } })
  const registers = useList("GET /till-registers", { query }).data
  const named = useMemo(() => accounts.data && withRegisters(accounts.data, registers ?? []), [
    accounts.data,
    registers
  ])
  return (
    <List
      hasFilter={false}
      label={say.account}
      of={{ ...accounts, data: named }}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={placeOf}
      empty={<p>{say.noAccounts}</p>}
    />
  )
}

const FoundAccounts = ({ columns, search_term }: ColumnsProps & { readonly search_term: string }) => {
  const say = useTexts()
  const query = { node_id: useNodeId(), search: search_term }
  const order = useServerOrder(sortKeys)
  const found = usePages("GET /accounts", { query: { ...query, ...order } }, { counts: true })
  return (
    <ServerList
      label={say.found}
      of={found}
      columns={columns}
      sortKeys={sortKeys}
      asFile={(options) => call("GET /accounts", { query }, options)}
      keyOf={({ id }) => id}
      linkOf={placeOf}
      empty={<p>{say.nothingFound(search_term)}</p>}
    />
  )
}
