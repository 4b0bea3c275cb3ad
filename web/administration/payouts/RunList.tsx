import { useMemo } from "react"
import { Link } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { useAnswer, useList } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useUserNames } from "../userNames.ts"
import "./payouts.css"
import { Reasons } from "./Reasons.tsx"
import { type Run, stateOf } from "./Runs.ts"
import { useTexts } from "./texts.ts"

/** The properties of a run, for the list and its page. */
export const useRunColumns = (): ReadonlyArray<Column<Run>> => {
  const say = useTexts()
  const nameOf = useUserNames()
  return useMemo((): ReadonlyArray<Column<Run>> => [
    { key: "run", title: say.run, of: ({ id }) => say.runName(id) },
    { key: "state", title: say.state, of: (run) => say.states[stateOf(run)] },
    { key: "count", title: say.count, kind: "count", of: ({ n_payouts }) => n_payouts, isMinor: true },
    { key: "sum", title: say.toBank, kind: "amount", of: ({ total_payout_amount }) => total_payout_amount },
    {
      key: "donations",
      title: say.donations,
      kind: "amount",
      of: ({ total_donation_amount }) => total_donation_amount,
      isMinor: true
    },
    { key: "created", title: say.created, kind: "moment", of: ({ created_at }) => created_at, isMinor: true },
    { key: "by", title: say.createdBy, of: ({ created_by }) => nameOf(created_by), isMinor: true },
    { key: "done", title: say.setDone, kind: "moment", of: ({ set_done_at }) => set_done_at, isMinor: true }
  ], [nameOf, say])
}

/** What waits for a run, and all runs. */
export const RunList = () => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const runs = useList("GET /payouts/", { query })
  const add = may("POST /payouts/") && (
    <Link href="/payouts/runs/new" className="button" data-kind="primary">{say.newRun}</Link>
  )
  return (
    <Page actions={add}>
      {may("GET /payouts/pending-payout-detail") && <Waiting />}
      <List
        label={say.run}
        of={runs}
        columns={useRunColumns()}
        keyOf={({ id }) => id}
        linkOf={may("GET /payouts/:payout_run_id/payouts") ? ({ id }) => `/payouts/runs/${id}` : undefined}
        isFaded={({ revoked }) => revoked}
        empty={<p>{say.noRuns}</p>}
      />
    </Page>
  )
}

const Waiting = () => {
  const say = useTexts()
  const pending = useAnswer("GET /payouts/pending-payout-detail", { query: { node_id: useNodeId() } })
  return (
    <Loaded of={pending} lines={5}>
      {({ left_out, n_payouts, total_donation_amount, total_payout_amount }) => (
        <section className="card stack">
          <h2>{say.pending}</h2>
          {n_payouts === 0 ? <p className="muted">{say.nobodyPending}</p> : (
            <dl className="figures">
              <div>
                <dt>{say.toBank}</dt>
                <dd>
                  <Money amount={total_payout_amount} large />
                </dd>
              </div>
              <div>
                <dt>{say.count}</dt>
                <dd>{n_payouts}</dd>
              </div>
              <div>
                <dt>{say.donations}</dt>
                <dd>
                  <Money amount={total_donation_amount} large />
                </dd>
              </div>
            </dl>
          )}
          {left_out.length > 0 && (
            <>
              <h3>{say.leftOutSum}</h3>
              <Reasons of={left_out} />
              <p>
                <Link href="/payouts/left-out">{say.seeLeftOut}</Link>
              </p>
            </>
          )}
        </section>
      )}
    </Loaded>
  )
}
