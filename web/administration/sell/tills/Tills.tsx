import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../../answers.ts"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { List } from "../../list/List.tsx"
import { useMay, useNodeId } from "../../tree.ts"
import type { TillTexts } from "./english.ts"
import { StateBadge } from "./StateBadge.tsx"
import { useTexts } from "./texts.ts"
import { type Equipment, everySeconds, type Till, useEquipment } from "./useEquipment.ts"

/** The properties of a till, for its list and its page. */
export const tillColumns = (
  say: TillTexts,
  { personOf, profileOf, terminalOf }: Equipment
): ReadonlyArray<Column<Till>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  {
    key: "profile",
    title: say.profile,
    of: ({ active_profile_id }) => profileOf(active_profile_id)?.name,
    isMinor: true
  },
  {
    key: "terminal",
    title: say.terminal,
    of: ({ terminal_id }) => terminal_id === null ? say.noTerminal : terminalOf(terminal_id)?.name,
    show: ({ terminal_id }) => {
      const terminal = terminalOf(terminal_id)
      return terminal === undefined ? <span className="muted">{say.noTerminal}</span> : (
        <span className="row">
          {terminal.name}
          <StateBadge of={terminal} />
        </span>
      )
    }
  },
  {
    key: "cashier",
    title: say.cashier,
    of: ({ terminal_id }) => personOf(terminalOf(terminal_id)?.active_user_id)
  },
  {
    key: "register",
    title: say.register,
    of: ({ current_cash_register_name }) => current_cash_register_name,
    isMinor: true
  },
  {
    key: "balance",
    title: say.registerBalance,
    kind: "amount",
    of: ({ current_cash_register_balance }) => current_cash_register_balance,
    isMinor: true
  }
]

/** All tills of a node, with who works there. */
export const TillList = () => {
  const say = useTexts()
  const may = useMay()
  const equipment = useEquipment()
  const columns = useMemo(() => tillColumns(say, equipment), [equipment, say])
  const add = may("POST /tills") && (
    <Link href="/sell/tills/new" className="button" data-kind="primary">{say.newTill}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.tills}
        of={useList("GET /tills", { query: { node_id: useNodeId() } }, { everySeconds })}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/tills/${id}`}
        empty={
          <>
            <p>{say.noTills}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
