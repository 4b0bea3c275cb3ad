import { useAtomValue } from "jotai"
import { useMemo } from "react"
import { languageAtom } from "../../kit/Language.ts"
import { Choice } from "../../kit/Preferences.tsx"
import { useAddressValue } from "../address.ts"
import { useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useNodeId } from "../tree.ts"
import "./cash.css"
import { byName, type Cashier, cashierName, cashiersThat, withRegister } from "./Cashiers.ts"
import type { CashTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

/** The properties of a cashier, for their list and their page. */
export const useCashierColumns = (): ReadonlyArray<Column<Cashier>> => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const registers = useList("GET /till-registers", { query }).data
  const terminals = useList("GET /terminal", { query }).data
  return useMemo(
    () =>
      columnsOf(
        say,
        (id) => registers?.find((register) => register.id === id)?.name ?? `#${id}`,
        (id) => terminals?.find((terminal) => terminal.id === id)?.name ?? `#${id}`
      ),
    [registers, say, terminals]
  )
}

const columnsOf = (
  say: CashTexts,
  registerName: (id: number) => string,
  terminalName: (id: number) => string
): ReadonlyArray<Column<Cashier>> => [
  { key: "name", title: say.name, of: cashierName },
  { key: "login", title: say.login, of: ({ login }) => login, isMinor: true },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true },
  {
    key: "terminals",
    title: say.terminals,
    of: ({ terminal_ids }) => terminal_ids.map(terminalName).join(", ") || say.nowhere,
    isMinor: true
  },
  {
    key: "register",
    title: say.register,
    of: ({ cash_register_id: id }) => id === null ? say.withoutRegister : registerName(id)
  },
  { key: "balance", title: say.balance, kind: "amount", of: ({ cash_drawer_balance }) => cash_drawer_balance }
]

/** Everyone who works at tills of the event. */
export const CashierList = () => {
  const say = useTexts()
  const [register, setRegister] = useAddressValue("register")
  const [terminal, setTerminal] = useAddressValue("terminal")
  const language = useAtomValue(languageAtom)
  const all = useList("GET /cashiers", { query: { node_id: useNodeId() } })
  const shown = useMemo(
    () => ({ ...all, data: all.data && byName(cashiersThat(all.data, register, terminal), language) }),
    [all, language, register, terminal]
  )
  return (
    <Page>
      <div className="row choices">
        <Choice
          label={say.whoFilter}
          value={register}
          options={[["", say.allCashiers], [withRegister, say.onlyWithRegister]]}
          onChange={setRegister}
        />
        <Choice
          label={say.whereFilter}
          value={terminal}
          options={[["", say.allCashiers], ["in", say.onlySignedIn], ["out", say.onlySignedOut]]}
          onChange={setTerminal}
        />
      </div>
      <List
        label={say.cashier}
        of={shown}
        columns={useCashierColumns()}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/cash/cashiers/${id}`}
        empty={<p>{all.data?.length === 0 ? say.noCashiers : say.noneLeft}</p>}
      />
    </Page>
  )
}
