import { useMemo, useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Distance } from "../../kit/Moment.tsx"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { type FieldsOf, flag, longText, optional } from "../form/Field.ts"
import { nameOf as guestName } from "../guests/PayoutState.ts"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { SelectFilter } from "../list/Filters.tsx"
import { ServerList } from "../list/ServerList.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useUserNames } from "../userNames.ts"
import type { PresaleTexts } from "./english.ts"
import { InShop } from "./InShop.tsx"
import { useTexts } from "./texts.ts"

type Case = OfficeAnswer<"GET /presale/cases">[number]

/** What someone decides about a case. */
type Settling =
  | { readonly comment: string | null }
  | { readonly comment: string | null; readonly cancel_ticket: boolean }

/** A ticket of a shop that is no longer read can be cancelled here; all others are their shop's. */
const settleFields = (say: PresaleTexts, { kind }: Case): FieldsOf<Settling> => {
  const comment = optional(longText({ label: say.comment, hint: say.commentHint }))
  return kind === "other_shop"
    ? { cancel_ticket: flag({ label: say.cancelTicket, hint: say.cancelTicketHint }), comment }
    : { comment }
}

const guestOf = ({ customer_account_id: id, customer_name: name, user_tag_pin }: Case) =>
  id === null ? null : guestName({ id, name, user_tag_pin })

const caseColumns = (say: PresaleTexts): ReadonlyArray<Column<Case>> => [
  {
    key: "order",
    title: say.order,
    of: ({ order_code }) => order_code,
    show: ({ external_link, order_code }) => <InShop code={order_code} link={external_link} />
  },
  { key: "why", title: say.why, of: ({ kind }) => say.kinds[kind] },
  { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount },
  {
    key: "guest",
    title: say.guest,
    of: guestOf,
    show: (of) =>
      of.customer_account_id === null
        ? ""
        : <Link href={`/guests/people/${of.customer_account_id}`}>{guestOf(of)}</Link>,
    isMinor: true
  },
  { key: "balance", title: say.balance, kind: "amount", of: ({ balance }) => balance, isMinor: true }
]

const openColumns = (
  say: PresaleTexts,
  settle: ((of: Case) => void) | undefined
): ReadonlyArray<Column<Case>> => [
  ...caseColumns(say),
  {
    key: "since",
    title: say.since,
    of: ({ opened_at }) => opened_at,
    show: ({ opened_at }) => <Distance at={opened_at} />,
    isMinor: true
  },
  ...(settle === undefined ? [] : [{
    key: "settle",
    title: say.settle,
    isAction: true,
    of: () => null,
    show: (of: Case) => (
      <Button aria-label={say.settleCase(of.order_code)} onClick={() => settle(of)}>{say.settle}</Button>
    )
  }])
]

const settledColumns = (say: PresaleTexts, nameOf: (id: number | null) => string): ReadonlyArray<Column<Case>> => [
  ...caseColumns(say),
  { key: "settledAt", title: say.settledAt, kind: "moment", of: ({ settled_at }) => settled_at, isMinor: true },
  { key: "settledBy", title: say.settledBy, of: ({ settled_by }) => nameOf(settled_by), isMinor: true },
  { key: "comment", title: say.comment, of: ({ settled_comment }) => settled_comment }
]

/** What someone has to decide about tickets, and what was decided. */
export const Cases = () => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const nameOf = useUserNames()
  const [state, setState] = useAddressValue("state")
  const [settling, setSettling] = useState<Case>()
  const isSettled = state === "settled"
  const cases = usePages("GET /presale/cases", { query: { node_id, settled: isSettled ? "true" : "false" } })
  const maySettle = may("POST /presale/cases/:case_id/settle")
  const columns = useMemo(
    () => isSettled ? settledColumns(say, nameOf) : openColumns(say, maySettle ? setSettling : undefined),
    [isSettled, maySettle, nameOf, say]
  )
  return (
    <>
      <ServerList
        label={say.cases}
        of={cases}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p>{isSettled ? say.noSettled : say.noCases}</p>}
      >
        <SelectFilter
          label={say.state}
          value={state}
          options={[["", say.open], ["settled", say.settled]]}
          onChange={setState}
        />
      </ServerList>
      {settling !== undefined && (
        <Ask<Settling, null>
          title={say.settleCase(settling.order_code)}
          action={say.settle}
          fields={settleFields(say, settling)}
          initial={settling.kind === "other_shop" ? { comment: null, cancel_ticket: false } : { comment: null }}
          change={(body) =>
            call("POST /presale/cases/:case_id/settle", { params: { case_id: settling.id }, query: { node_id }, body })}
          onClose={() => setSettling(undefined)}
        >
          <Facts of={settling} columns={caseColumns(say)} />
          <p className="muted">
            {settling.kind === "other_shop" ? say.otherShopHint(settling.shop ?? "") : say.settleHint}
          </p>
        </Ask>
      )}
    </>
  )
}
