import { useMemo, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { CheckField } from "../../kit/Field.tsx"
import { grouped } from "../../kit/IbanGroups.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useChange, useList } from "../answers.ts"
import { call } from "../calls.ts"
import { saveFile } from "../download.ts"
import { Confirm } from "../form/Confirm.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { BankFile } from "./BankFile.tsx"
import { Files } from "./Files.tsx"
import { Returned } from "./Returned.tsx"
import { useRunColumns } from "./RunList.tsx"
import { doneNeedsWord, holderOf, type Payout, type Run, stateOf, transfersOf } from "./Runs.ts"
import { useTexts } from "./texts.ts"

/** One run: its state, what comes next, its payouts and its files. */
export const RunPage = () => {
  const say = useTexts()
  const payout_run_id = useIdInAddress()
  const query = { node_id: useNodeId() }
  const columns = useRunColumns()
  const runs = useList("GET /payouts/", { query })
  const payouts = useAnswer("GET /payouts/:payout_run_id/payouts", { params: { payout_run_id }, query })
  const run = runs.data?.find(({ id }) => id === payout_run_id)
  if (runs.data !== undefined && run === undefined) return <NotFound />
  return (
    <Page title={run && say.runName(run.id)} actions={run && <Actions run={run} payouts={payouts.data ?? []} />}>
      <Loaded of={{ ...runs, data: run }} lines={8}>
        {(stored) => (
          <>
            <Next run={stored} />
            <section className="card">
              <Facts of={stored} columns={columns.slice(1)} />
            </section>
            <Files run={stored.id} transfers={transfersOf(payouts.data ?? [])} />
          </>
        )}
      </Loaded>
      <PayoutList of={payouts} />
    </Page>
  )
}

const Next = ({ run }: { readonly run: Run }) => {
  const say = useTexts()
  const next = { open: say.nextOpen, exported: say.nextExported, done: say.nextDone, revoked: say.nextRevoked }
  const state = stateOf(run)
  return (
    <Notice kind={state === "done" ? "good" : "info"}>
      <p>{next[state]}</p>
    </Notice>
  )
}

const PayoutList = ({ of }: { readonly of: ReturnType<typeof useAnswer<"GET /payouts/:payout_run_id/payouts">> }) => {
  const say = useTexts()
  const columns = useMemo((): ReadonlyArray<Column<Payout>> => [
    {
      key: "holder",
      title: say.holder,
      of: holderOf
    },
    { key: "iban", title: say.iban, of: ({ iban }) => iban && grouped(iban), isMinor: true },
    { key: "email", title: say.email, of: ({ email }) => email, isMinor: true },
    { key: "status", title: say.status, of: ({ status }) => say.statuses[status] },
    {
      key: "donation",
      title: say.donation,
      kind: "amount",
      of: ({ donation }) => donation === 0 ? null : donation,
      isMinor: true
    },
    { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount }
  ], [say])
  return (
    <section className="stack-close">
      <h2>{say.payouts}</h2>
      <List
        label={say.payouts}
        of={of}
        columns={columns}
        keyOf={({ id }) => id}
        isFaded={({ status }) => status === "returned" || status === "released"}
        empty={<p>{say.noPayouts}</p>}
      />
    </section>
  )
}

interface ActionsProps {
  readonly run: Run
  readonly payouts: ReadonlyArray<Payout>
}

const Actions = ({ payouts, run }: ActionsProps) => {
  const say = useTexts()
  const may = useMay()
  const [open, setOpen] = useState<"file" | "done" | "revoke" | "returned">()
  const close = () => setOpen(undefined)
  const state = stateOf(run)
  const isOpen = state === "open" || state === "exported"
  return (
    <>
      {isOpen && may("POST /payouts/:payout_run_id/sepa_xml") && (
        <Button
          kind={state === "open" ? "primary" : "usual"}
          onClick={() => setOpen("file")}
        >
          {say.bankFile}
        </Button>
      )}
      {isOpen && may("POST /payouts/:payout_run_id/set-as-done") && (
        <Button
          kind={state === "exported" ? "primary" : "usual"}
          onClick={() => setOpen("done")}
        >
          {say.done}
        </Button>
      )}
      {may("POST /payouts/:payout_run_id/csv") && <AccountingList run={run.id} />}
      {(state === "exported" || state === "done") && may("POST /payouts/:payout_run_id/payouts/:payout_id/return") && (
        <Button onClick={() => setOpen("returned")}>{say.give}</Button>
      )}
      {isOpen && may("POST /payouts/:payout_run_id/revoke") && (
        <Button kind="danger" onClick={() => setOpen("revoke")}>{say.revoke}</Button>
      )}
      {open === "file" && <BankFile run={run} onClose={close} />}
      {open === "returned" && <Returned run={run.id} payouts={payouts} onClose={close} />}
      {open === "revoke" && <Revoke run={run} onClose={close} />}
      {open === "done" && <Done run={run} payouts={payouts} onClose={close} />}
    </>
  )
}

/** Books the run as paid; where no bank file was made, only on someone's word that the bank had the transfers in another way. */
const Done = ({ onClose, payouts, run }: ActionsProps & { readonly onClose: () => void }) => {
  const say = useTexts()
  const { count, money } = useFormats()
  const [isSure, setSure] = useState(false)
  const node_id = useNodeId()
  const needsWord = doneNeedsWord(run, payouts)
  return (
    <Confirm
      title={say.doneTitle(run.id)}
      action={say.done}
      kind="primary"
      isReady={!needsWord || isSure}
      change={() =>
        call("POST /payouts/:payout_run_id/set-as-done", { params: { payout_run_id: run.id }, query: { node_id } })}
      onClose={onClose}
    >
      <p>{say.doneHint(count(run.n_payouts), money(run.total_payout_amount))}</p>
      {needsWord && <CheckField name="paid" checked={isSure} onChange={setSure}>{say.doneWithoutFile}</CheckField>}
    </Confirm>
  )
}

/** Revoking gives all money back; after a bank file someone must answer for the bank not executing it. */
const Revoke = ({ onClose, run }: { readonly run: Run; readonly onClose: () => void }) => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const [isSure, setSure] = useState(false)
  const isExported = stateOf(run) === "exported"
  return (
    <Confirm
      title={say.revokeTitle(run.id)}
      action={say.revokeTitle(run.id)}
      isReady={!isExported || isSure}
      change={() =>
        call("POST /payouts/:payout_run_id/revoke", {
          params: { payout_run_id: run.id },
          query: { ...query, force: isExported ? "true" : "false" }
        })}
      onClose={onClose}
    >
      <p>{say.revokeHint}</p>
      {isExported && <CheckField name="force" checked={isSure} onChange={setSure}>{say.revokeForce}</CheckField>}
    </Confirm>
  )
}

/** The list for accounting, which is kept as a file of the run. */
const AccountingList = ({ run }: { readonly run: number }) => {
  const say = useTexts()
  const query = { node_id: useNodeId() }
  const { busy, refusal, submit } = useChange(
    () => call("POST /payouts/:payout_run_id/csv", { params: { payout_run_id: run }, query }),
    (csv) => saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `payout-run-${run}.csv`)
  )
  return (
    <>
      <Button busy={busy} onClick={() => void submit()}>{say.csv}</Button>
      {refusal !== undefined && <Refused refusal={refusal} />}
    </>
  )
}
