import { useMemo, useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { Facts } from "../list/Facts.tsx"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import "./cash.css"
import { useCashierColumns } from "./CashierList.tsx"
import type { Cashier } from "./Cashiers.ts"
import { HandOver } from "./HandOver.tsx"
import { shiftLink, useShiftColumns } from "./Shifts.tsx"
import { useTexts } from "./texts.ts"

/** One cashier: the register now, and the shifts that were closed out. */
export const CashierPage = () => {
  const say = useTexts()
  const address = { params: { cashier_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const cashier = useAnswer("GET /cashiers/:cashier_id", address)
  const columns = useCashierColumns()
  const shifts = useList("GET /cashiers/:cashier_id/shifts", address)
  const newestFirst = useMemo(() => ({ ...shifts, data: shifts.data?.toReversed() }), [shifts])
  return (
    <Page title={cashier.data?.display_name} actions={cashier.data && <Actions of={cashier.data} />}>
      <Loaded of={cashier}>
        {(stored) => (
          <section className="card">
            <Facts of={stored} columns={columns} />
          </section>
        )}
      </Loaded>
      <section className="stack-close">
        <h2>{say.shifts}</h2>
        <List
          label={say.shifts}
          of={newestFirst}
          columns={useShiftColumns()}
          keyOf={({ id }) => id}
          linkOf={shiftLink}
          empty={<p>{say.noShifts}</p>}
        />
      </section>
    </Page>
  )
}

const Actions = ({ of: cashier }: { readonly of: Cashier }) => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const [isHandingOver, setHandingOver] = useState(false)
  const cashiers = useList("GET /cashiers", { query }, { when: cashier.cash_register_id !== null }).data
  const registers = useList("GET /till-registers", { query }).data
  const register = registers?.find(({ id }) => id === cashier.cash_register_id)
  if (register === undefined) return
  return (
    <>
      {may("POST /cashiers/:cashier_id/close-out") && (
        <Link href={`/cash/cashiers/${cashier.id}/close-out`} className="button" data-kind="primary">
          {say.closeOut(cashier.display_name)}
        </Link>
      )}
      {may("POST /till-registers/transfer-register") && (
        <Button onClick={() => setHandingOver(true)}>{say.handOver}</Button>
      )}
      {isHandingOver && (
        <HandOver
          register={register.name}
          from={cashier}
          cashiers={cashiers ?? []}
          onClose={() => setHandingOver(false)}
        />
      )}
    </>
  )
}
