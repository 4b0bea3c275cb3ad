import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useUserNames } from "../userNames.ts"
import type { CashTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

export type Register = OfficeAnswer<"GET /till-registers/:register_id">

/** The properties of a register, for its list and its page. */
export const useRegisterColumns = (): ReadonlyArray<Column<Register>> => {
  const say = useTexts()
  const nameOf = useUserNames()
  const tills = useList("GET /tills", { query: { node_id: useNodeId() } }).data
  return useMemo(() => columnsOf(say, nameOf, (id) => tills?.find((till) => till.id === id)?.name ?? `#${id}`), [
    nameOf,
    say,
    tills
  ])
}

const columnsOf = (
  say: CashTexts,
  userName: (id: number | null) => string,
  tillName: (id: number) => string
): ReadonlyArray<Column<Register>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  {
    key: "holder",
    title: say.holder,
    of: ({ current_cashier_id: id }) => id === null ? say.inOffice : userName(id)
  },
  {
    key: "till",
    title: say.till,
    of: ({ current_till_id: id }) => id === null ? null : tillName(id),
    isMinor: true
  },
  { key: "balance", title: say.balance, kind: "amount", of: ({ balance }) => balance }
]

/** All registers of a node. */
export const RegisterList = () => {
  const say = useTexts()
  const may = useMay()
  const registers = useList("GET /till-registers", { query: { node_id: useNodeId() } })
  const add = may("POST /till-registers") && (
    <Link href="/cash/registers/new" className="button" data-kind="primary">{say.newRegister}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.register}
        of={registers}
        columns={useRegisterColumns()}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/cash/registers/${id}`}
        empty={
          <>
            <p>{say.noRegisters}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
