import { useMemo } from "react"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import type { Pending } from "./Runs.ts"
import { useTexts } from "./texts.ts"

type Reason = Pending["left_out"][number]

/** Why guests are left out, with their number and the sum of each reason. */
export const Reasons = ({ of }: { readonly of: ReadonlyArray<Reason> }) => {
  const say = useTexts()
  const columns = useMemo((): ReadonlyArray<Column<Reason>> => [
    { key: "reason", title: say.reason, of: ({ reason }) => say.reasons[reason] },
    { key: "guests", title: say.guests, kind: "count", of: ({ n_customers }) => n_customers },
    { key: "sum", title: say.sum, kind: "amount", of: ({ payout_amount }) => payout_amount }
  ], [say])
  return of.length === 0
    ? <p className="muted">{say.nobodyLeftOut}</p>
    : <Table label={say.leftOutSum} rows={of} columns={columns} keyOf={({ reason }) => reason} />
}
