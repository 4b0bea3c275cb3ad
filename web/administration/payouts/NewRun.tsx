import { useDeferredValue, useMemo, useState } from "react"
import { Link, useLocation } from "wouter"
import { fromCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { grouped } from "../../kit/IbanGroups.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { useMay, useNode, useNodeId } from "../tree.ts"
import "./payouts.css"
import { Reasons } from "./Reasons.tsx"
import { holderOf, limitsOf } from "./Runs.ts"
import { useTexts } from "./texts.ts"

type Limits = OfficeBody<"POST /payouts/">

/** The largest sum that the server takes: no limit. */
const everything = fromCents(1_000_000_000_000)

/** Limits if someone wants them, what the run would pay, and its creation. */
export const NewRun = () => {
  const may = useMay()
  const node_id = useNodeId()
  const event = useNode()?.event_node_id ?? node_id
  const seesSettings = may("GET /tree/events/:node_id/settings")
  const settings = useAnswer("GET /tree/events/:node_id/settings", { params: { node_id: event } }, {
    when: seesSettings
  })
  const pending = useAnswer("GET /payouts/pending-payout-detail", { query: { node_id } })
  // The preview depends on both, and would be asked for twice.
  const isReady = !seesSettings || settings.data !== undefined || settings.refusal !== undefined
  return (
    <Page>
      <Loaded of={{ ...pending, data: isReady ? pending.data : undefined }} lines={8}>
        {({ n_payouts }) => (
          // Users who may not see the settings have all that wait as the most payouts of one run.
          <Wizard most={settings.data?.sepa_max_num_payouts_in_run ?? Math.max(n_payouts, 1)} />
        )}
      </Loaded>
    </Page>
  )
}

/** Chooses a run of at most `most` payouts. */
const Wizard = ({ most }: { readonly most: number }) => {
  const say = useTexts()
  const { count: written } = useFormats()
  const [sum, setSum] = useState("")
  const [count, setCount] = useState("")
  const limits = limitsOf({ sum, count }, { all: everything, most })
  const mistakes = {
    ...(limits.sum === undefined ? { max_payout_sum: say.noAmount } : {}),
    ...(limits.count === undefined ? { max_num_payouts: say.noCount } : {})
  }
  const wanted = useDeferredValue(
    limits.sum === undefined || limits.count === undefined
      ? undefined
      : { max_payout_sum: limits.sum, max_num_payouts: limits.count }
  )
  return (
    <>
      <section className="card">
        <Form label={say.preview} refusal={undefined} mistakes={mistakes} onSubmit={() => undefined}>
          <div className="entries">
            <TextField
              name="max_payout_sum"
              label={say.sumLimit}
              hint={say.sumLimitHint}
              inputMode="decimal"
              autoComplete="off"
              value={sum}
              onChange={setSum}
            />
            <TextField
              name="max_num_payouts"
              label={say.countLimit}
              hint={say.countLimitHint(written(most))}
              inputMode="numeric"
              autoComplete="off"
              value={count}
              onChange={setCount}
            />
          </div>
        </Form>
      </section>
      {wanted !== undefined && <Preview limits={wanted} />}
    </>
  )
}

const Preview = ({ limits }: { readonly limits: Limits }) => {
  const say = useTexts()
  const { count, money } = useFormats()
  const [, go] = useLocation()
  const query = { node_id: useNodeId() }
  const preview = useAnswer("POST /payouts/preview", { query, body: limits })
  const { busy, refusal, submit } = useChange(
    (shown: Limits) => call("POST /payouts/", { query, body: shown }),
    ({ id }) => go(`/payouts/runs/${id}`)
  )
  return (
    <section className="card stack" aria-live="polite">
      <h2>{say.preview}</h2>
      <Loaded of={preview} lines={4}>
        {({ left_out, n_payouts, payouts, total_donation_amount, total_payout_amount }) => (
          <>
            <dl className="figures">
              <div>
                <dt>{say.toBank}</dt>
                <dd>
                  <Money amount={total_payout_amount} large />
                </dd>
              </div>
              <div>
                <dt>{say.count}</dt>
                <dd>{count(n_payouts)}</dd>
              </div>
              <div>
                <dt>{say.donations}</dt>
                <dd>
                  <Money amount={total_donation_amount} large />
                </dd>
              </div>
            </dl>
            <section className="stack-close">
              <h3>{say.leftOutSum}</h3>
              <Reasons of={left_out} />
              {left_out.length > 0 && <Link href="/payouts/left-out">{say.seeLeftOut}</Link>}
            </section>
            <Paid payouts={payouts} />
            {/* A run never pays more than was shown, even if more guests ask meanwhile. */}
            <Form
              label={say.newRun}
              refusal={refusal}
              onSubmit={() => void submit({ max_payout_sum: total_payout_amount, max_num_payouts: n_payouts })}
            >
              <p className="muted">{say.createHint}</p>
              <div className="row">
                <Button kind="primary" type="submit" busy={busy}>
                  {say.createRun(count(n_payouts), money(total_payout_amount))}
                </Button>
              </div>
            </Form>
          </>
        )}
      </Loaded>
    </section>
  )
}

type Previewed = OfficeAnswer<"POST /payouts/preview">["payouts"][number]

/** As many payouts are shown at once; more would push the button out of sight, and open on request. */
const fewPayouts = 10

/** Whom the run would pay. */
const Paid = ({ payouts }: { readonly payouts: ReadonlyArray<Previewed> }) => {
  const say = useTexts()
  const { count } = useFormats()
  const columns = useMemo((): ReadonlyArray<Column<Previewed>> => [
    { key: "holder", title: say.holder, of: holderOf },
    { key: "iban", title: say.iban, of: ({ iban }) => iban && grouped(iban), isMinor: true },
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
    <details open={payouts.length <= fewPayouts}>
      <summary>{say.whoIsPaid(count(payouts.length))}</summary>
      <Table
        label={say.payouts}
        rows={payouts}
        columns={columns}
        keyOf={({ customer_account_id }) => customer_account_id}
      />
    </details>
  )
}
