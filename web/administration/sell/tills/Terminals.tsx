import { useMemo } from "react"
import { Link } from "wouter"
import { useList } from "../../answers.ts"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { List } from "../../list/List.tsx"
import { useMay, useNodeId } from "../../tree.ts"
import type { TillTexts } from "./english.ts"
import { stateOf } from "./Fleet.ts"
import { StateBadge } from "./StateBadge.tsx"
import { useTexts } from "./texts.ts"
import { type Equipment, everySeconds, type Terminal, useEquipment } from "./useEquipment.ts"

/** The properties of a terminal, for the fleet and its page. */
export const terminalColumns = (
  say: TillTexts,
  { personOf, tillOf }: Equipment
): ReadonlyArray<Column<Terminal>> => [
  { key: "name", title: say.name, of: ({ name }) => name },
  {
    key: "state",
    title: say.state,
    of: (terminal) => say[stateOf(terminal, Date.now())],
    show: (terminal) => <StateBadge of={terminal} />
  },
  {
    key: "till",
    title: say.till,
    of: ({ till_id }) => till_id === null ? say.noTill : tillOf(till_id)?.name,
    show: ({ till_id }) => tillOf(till_id)?.name ?? <span className="muted">{say.noTill}</span>,
    isMinor: true
  },
  { key: "cashier", title: say.cashier, of: ({ active_user_id }) => personOf(active_user_id) },
  {
    key: "seen",
    title: say.lastSeen,
    kind: "moment",
    of: ({ last_seen, session_uuid }) => session_uuid === null ? null : last_seen,
    isMinor: true
  },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true },
  { key: "device", title: say.managedDevice, of: ({ mdm_device_id }) => mdm_device_id, isMinor: true }
]

/** The fleet: every terminal of a node, whether it works, where it is and who uses it. */
export const TerminalList = () => {
  const say = useTexts()
  const may = useMay()
  const equipment = useEquipment()
  const columns = useMemo(() => terminalColumns(say, equipment), [equipment, say])
  const add = may("POST /terminal") && (
    <Link href="/sell/terminals/new" className="button" data-kind="primary">{say.newTerminal}</Link>
  )
  return (
    <Page
      actions={
        <>
          <Link href="/sell/terminals/sheets" className="button">{say.sheets}</Link>
          {add}
        </>
      }
    >
      <List
        label={say.terminals}
        of={useList("GET /terminal", { query: { node_id: useNodeId() } }, { everySeconds })}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/terminals/${id}`}
        empty={
          <>
            <p>{say.noTerminals}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}
