import { useMemo, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { choice, longText } from "../form/Field.ts"
import type { Column } from "../list/Column.ts"
import { ServerList } from "../list/ServerList.tsx"
import { useMay, useNodeId } from "../tree.ts"
import type { CardTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Payment = OfficeAnswer<"GET /sumup/unverified-payments">[number]

const paymentFacts = (say: CardTexts): ReadonlyArray<Column<Payment>> => [
  { key: "time", title: say.time, kind: "moment", of: ({ created_at }) => created_at, isMinor: true },
  { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount },
  {
    key: "problem",
    title: say.problem,
    of: ({ problem }) => problem === null ? say.notConfirmed : say.problems[problem] ?? problem
  },
  { key: "state", title: say.state, of: ({ status }) => say.states[status], isMinor: true },
  { key: "till", title: say.till, of: ({ till_name }) => till_name, isMinor: true },
  { key: "cashier", title: say.cashier, of: ({ cashier_name }) => cashier_name, isMinor: true }
]

const decisionColumn = (say: CardTexts, decide: (payment: Payment) => void): Column<Payment> => ({
  key: "decide",
  title: say.decision,
  isAction: true,
  of: () => null,
  show: (payment) => <Button onClick={() => decide(payment)}>{say.decide}</Button>
})

/** Card payments that the provider has not confirmed; someone has to decide on each. */
export const UnverifiedPayments = () => {
  const say = useTexts()
  const settles = useMay()("POST /sumup/unverified-payments/:order_uuid/settle")
  const payments = usePages("GET /sumup/unverified-payments", { query: { node_id: useNodeId() } })
  const [decided, decide] = useState<Payment>()
  const columns = useMemo(() => {
    const facts = paymentFacts(say)
    return settles ? [...facts, decisionColumn(say, decide)] : facts
  }, [say, settles])
  return (
    <>
      {payments.data !== undefined && payments.data.length > 0 && <p className="muted">{say.unverifiedHint}</p>}
      <ServerList
        label={say.tabs.attention}
        of={payments}
        columns={columns}
        keyOf={({ order_uuid }) => order_uuid}
        empty={<p>{say.noUnverified}</p>}
      />
      {decided !== undefined && <Settle payment={decided} onClose={() => decide(undefined)} />}
    </>
  )
}

const Settle = ({ onClose, payment: { amount, order_uuid, status } }: {
  readonly payment: Payment
  readonly onClose: () => void
}) => {
  const say = useTexts()
  const node_id = useNodeId()
  const { money } = useFormats()
  const kinds = status === "booked" ? ["acknowledge"] as const : ["book", "dismiss"] as const
  return (
    <Ask
      title={say.decideTitle(money(amount))}
      action={say.settle}
      fields={{
        kind: choice<"acknowledge" | "book" | "dismiss">(
          { label: say.decision },
          kinds.map((value) => ({ value, name: say.kinds[value] }))
        ),
        reason: longText({ label: say.reason, hint: say.reasonHint })
      }}
      initial={{ kind: kinds[0] as "acknowledge" | "book" | "dismiss", reason: "" }}
      change={(body) =>
        call("POST /sumup/unverified-payments/:order_uuid/settle", {
          params: { order_uuid },
          query: { node_id },
          body
        })}
      onClose={onClose}
    />
  )
}
