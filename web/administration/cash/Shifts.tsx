import { useMemo } from "react"
import type { OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { useUserNames } from "../userNames.ts"
import { Difference } from "./Difference.tsx"
import { useTexts } from "./texts.ts"

export type Shift = OfficeAnswer<"GET /cashiers/:cashier_id/shifts">["entities"][string]

/** The address of a shift's page. */
export const shiftLink = ({ cashier_id, id }: Pick<Shift, "cashier_id" | "id">): string =>
  `/cash/cashiers/${cashier_id}/shifts/${id}`

/** The properties of a shift that was closed out. */
export const useShiftColumns = (): ReadonlyArray<Column<Shift>> => {
  const say = useTexts()
  const nameOf = useUserNames()
  return useMemo((): ReadonlyArray<Column<Shift>> => [
    { key: "ended", title: say.ended, kind: "moment", of: ({ ended_at }) => ended_at },
    { key: "started", title: say.started, kind: "moment", of: ({ started_at }) => started_at, isMinor: true },
    {
      key: "expected",
      title: say.expected,
      kind: "amount",
      of: ({ expected_cash_drawer_balance }) => expected_cash_drawer_balance,
      isMinor: true
    },
    {
      key: "counted",
      title: say.counted,
      kind: "amount",
      of: ({ actual_cash_drawer_balance }) => actual_cash_drawer_balance,
      isMinor: true
    },
    {
      key: "difference",
      title: say.difference,
      kind: "amount",
      of: ({ cash_drawer_imbalance }) => cash_drawer_imbalance,
      show: ({ cash_drawer_imbalance }) => <Difference amount={cash_drawer_imbalance} />
    },
    {
      key: "by",
      title: say.closedBy,
      of: ({ closing_out_user_id }) => nameOf(closing_out_user_id),
      isMinor: true
    },
    { key: "comment", title: say.comment, of: ({ comment }) => comment, isMinor: true }
  ], [nameOf, say])
}
