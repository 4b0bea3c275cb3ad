import { useCallback, useMemo } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import type { Pending } from "./Runs.ts"
import { useTexts } from "./texts.ts"

type Reason = Pending["left_out"][number]

/** Why guests are left out, with their number and the sum of each reason. */
export const Reasons = ({ of }: { readonly of: ReadonlyArray<Reason> }) => {
  const say = useTexts()
  const { moment } = useFormats()
  const howBlocked = useCallback(
    ({ blocked_by, blocked_since, reason }: Reason) =>
      reason !== "blocked" ? "" : say.blockedHow(
        blocked_by === undefined || blocked_by.length === 0 ? say.userGone : blocked_by.join(", "),
        blocked_since === undefined ? undefined : moment(blocked_since)
      ),
    [moment, say]
  )
  const columns = useMemo((): ReadonlyArray<Column<Reason>> => [
    {
      key: "reason",
      title: say.reason,
      of: (row) => [say.reasons[row.reason], howBlocked(row)].filter(Boolean).join(" ")
    },
    { key: "guests", title: say.guests, kind: "count", of: ({ n_customers }) => n_customers },
    { key: "sum", title: say.sum, kind: "amount", of: ({ payout_amount }) => payout_amount }
  ], [howBlocked, say])
  return of.length === 0
    ? <p className="muted">{say.nobodyLeftOut}</p>
    : <Table label={say.leftOutSum} rows={of} columns={columns} keyOf={({ reason }) => reason} />
}
