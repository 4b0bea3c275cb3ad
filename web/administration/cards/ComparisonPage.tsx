import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { Table } from "../list/Table.tsx"
import { useNodeId } from "../tree.ts"
import { dayColumns } from "./CardPayments.tsx"
import { useTexts } from "./texts.ts"
import { useCalendarDay } from "./useCalendarDay.ts"

type Difference = OfficeAnswer<"GET /sumup/reconciliations/:reconciliation_id">["entries"][number]

/** The differences of one day, those that need attention first. */
export const ComparisonPage = () => {
  const say = useTexts()
  const day = useAnswer("GET /sumup/reconciliations/:reconciliation_id", {
    params: { reconciliation_id: useIdInAddress() },
    query: { node_id: useNodeId() }
  })
  const written = useCalendarDay()
  const columns: ReadonlyArray<Column<Difference>> = [
    { key: "time", title: say.time, kind: "moment", of: ({ at }) => at },
    { key: "finding", title: say.finding, of: ({ kind }) => say.findings[kind] },
    { key: "paid", title: say.paid, kind: "amount", of: ({ paid_amount }) => paid_amount },
    { key: "booked", title: say.booked, kind: "amount", of: ({ order_amount }) => order_amount },
    { key: "done", title: say.done, kind: "flag", of: ({ resolved }) => resolved },
    { key: "code", title: say.code, of: ({ transaction_code }) => transaction_code, isMinor: true },
    { key: "order", title: say.order, of: ({ order_uuid }) => order_uuid, isMinor: true }
  ]
  return (
    <Page title={day.data && written(day.data.day)}>
      <Loaded of={day}>
        {(stored) => (
          <>
            {stored.problem !== null && (
              <Notice kind="attention">
                <p>
                  {say.problemOf}: {stored.problem}
                </p>
              </Notice>
            )}
            <section className="card">
              <Facts of={stored} columns={dayColumns(say, written)} />
            </section>
            {stored.entries.length === 0
              ? <p className="empty">{say.noDifferences}</p>
              : (
                <Table
                  label={say.differences}
                  rows={stored.entries.toSorted((one, other) => Number(one.resolved) - Number(other.resolved))}
                  columns={columns}
                  keyOf={({ n }) => n}
                />
              )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
