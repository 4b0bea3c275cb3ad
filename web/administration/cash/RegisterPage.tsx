import { useMemo, useState } from "react"
import { Link, useLocation } from "wouter"
import { negate } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { useAddressValue, useIdInAddress } from "../address.ts"
import { useAnswer, useList, usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { DayFilter, dayQuery } from "../list/Filters.tsx"
import { List } from "../list/List.tsx"
import { ServerList } from "../list/ServerList.tsx"
import { useMay, useNodeId } from "../tree.ts"
import "./cash.css"
import { useUserNames } from "../userNames.ts"
import { HandOver } from "./HandOver.tsx"
import { type Register, useRegisterColumns } from "./RegisterList.tsx"
import { type Shift, shiftLink, useShiftColumns } from "./Shifts.tsx"
import { useTexts } from "./texts.ts"

/** One register: who has it, and all that happened to its cash. */
export const RegisterPage = () => {
  const may = useMay()
  const address = { params: { register_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const register = useAnswer("GET /till-registers/:register_id", address)
  const columns = useRegisterColumns()
  return (
    <Page title={register.data?.name} actions={register.data && <Actions of={register.data} />}>
      <Loaded of={register}>
        {(stored) => (
          <>
            <section className="card">
              <Facts of={stored} columns={columns} />
            </section>
            {may("GET /till-registers/:register_id/cashier-shifts") && <Shifts address={address} />}
            {may("GET /till-registers/:register_id/transactions") && <Movements of={stored} address={address} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface AddressProps {
  readonly address: { readonly params: { readonly register_id: number }; readonly query: { readonly node_id: number } }
}

const Actions = ({ of: { current_cashier_id, id, name } }: { readonly of: Register }) => {
  const say = useTexts()
  const may = useMay()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const [open, setOpen] = useState<"delete" | "handOver">()
  const close = () => setOpen(undefined)
  const mayHandOver = may("POST /till-registers/transfer-register") && current_cashier_id !== null
  const cashiers = useList("GET /cashiers", { query: { node_id } }, { when: mayHandOver }).data
  const holder = cashiers?.find((cashier) => cashier.id === current_cashier_id)
  return (
    <>
      {holder !== undefined && (
        <>
          {may("POST /cashiers/:cashier_id/close-out") && (
            <Link href={`/cash/cashiers/${holder.id}/close-out`} className="button" data-kind="primary">
              {say.closeOut(holder.display_name)}
            </Link>
          )}
          <Button onClick={() => setOpen("handOver")}>{say.handOver}</Button>
        </>
      )}
      {may("POST /till-registers/:register_id") && (
        <Link href={`/cash/registers/${id}/edit`} className="button">{say.rename}</Link>
      )}
      {may("DELETE /till-registers/:register_id") && (
        <Button kind="danger" onClick={() => setOpen("delete")}>{say.deleteRegister(name)}</Button>
      )}
      {open === "handOver" && holder !== undefined && (
        <HandOver register={name} from={holder} cashiers={cashiers ?? []} onClose={close} />
      )}
      {open === "delete" && (
        <Confirm
          title={say.deleteRegister(name)}
          action={say.deleteRegister(name)}
          change={() =>
            call("DELETE /till-registers/:register_id", { params: { register_id: id }, query: { node_id } })}
          onClose={close}
          onDone={() => go("/cash/registers")}
        >
          <p>{say.deleteRegisterHint}</p>
        </Confirm>
      )}
    </>
  )
}

const Shifts = ({ address }: AddressProps) => {
  const say = useTexts()
  const shifts = useList("GET /till-registers/:register_id/cashier-shifts", address)
  const newestFirst = useMemo(() => ({ ...shifts, data: shifts.data?.toReversed() }), [shifts])
  const nameOf = useUserNames()
  const cashier = { key: "cashier", title: say.cashier, of: (row: Shift) => nameOf(row.cashier_id) }
  return (
    <section className="stack-close">
      <h2>{say.shifts}</h2>
      <List
        label={say.shifts}
        of={newestFirst}
        columns={[cashier, ...useShiftColumns()]}
        keyOf={({ id }) => id}
        linkOf={shiftLink}
        empty={<p>{say.noShifts}</p>}
      />
    </section>
  )
}

type Transaction = OfficeAnswer<"GET /transactions/:transaction_id">

/** Every movement of the register's cash, the newest first; cash that left it is below zero. */
const Movements = ({ address, of: { account_id } }: AddressProps & { readonly of: Register }) => {
  const say = useTexts()
  const nameOf = useUserNames()
  const columns = useMemo((): ReadonlyArray<Column<Transaction>> => [
    { key: "at", title: say.at, kind: "moment", of: ({ booked_at }) => booked_at },
    {
      key: "what",
      title: say.what,
      of: ({ description, order }) => order === null ? description : say.orders[order.order_type]
    },
    {
      key: "by",
      title: say.by,
      of: ({ conducting_user_id, order }) => nameOf(conducting_user_id ?? order?.cashier_id ?? null),
      isMinor: true
    },
    {
      key: "amount",
      title: say.amount,
      kind: "amount",
      of: ({ amount, target_account }) => target_account === account_id ? amount : negate(amount)
    }
  ], [account_id, nameOf, say])
  const [day, setDay] = useAddressValue("day")
  const asked = { ...address, query: { ...address.query, ...dayQuery(day, useFormats()) } }
  const movements = usePages("GET /till-registers/:register_id/transactions", asked, { counts: true })
  return (
    <section className="stack-close">
      <h2>{say.movements}</h2>
      <ServerList
        label={say.movements}
        of={movements}
        columns={columns}
        keyOf={({ id }) => id}
        asFile={(options) => call("GET /till-registers/:register_id/transactions", asked, options)}
        empty={<p>{say.noMovements}</p>}
      >
        <DayFilter label={say.day} value={day} onChange={setDay} />
      </ServerList>
    </section>
  )
}
