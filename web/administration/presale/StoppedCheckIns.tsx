import { useMemo } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Distance } from "../../kit/Moment.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useChange, usePages } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { ServerList } from "../list/ServerList.tsx"
import { useMay, useNodeId } from "../tree.ts"
import type { PresaleTexts } from "./english.ts"
import { InShop } from "./InShop.tsx"
import { useTexts } from "./texts.ts"

type CheckIn = OfficeAnswer<"GET /presale/stopped-check-ins">[number]

const checkInColumns = (
  say: PresaleTexts,
  retry: ((of: CheckIn) => void) | undefined
): ReadonlyArray<Column<CheckIn>> => [
  {
    key: "order",
    title: say.order,
    of: ({ order_code }) => order_code,
    show: ({ external_link, order_code }) => <InShop code={order_code} link={external_link} />
  },
  { key: "why", title: say.why, of: ({ reason }) => reason[say.language] },
  {
    key: "guest",
    title: say.guest,
    of: ({ customer_account_id }) => customer_account_id,
    show: ({ customer_account_id }) => (
      <Link href={`/guests/people/${customer_account_id}`}>#{customer_account_id}</Link>
    ),
    isMinor: true
  },
  { key: "checkedIn", title: say.checkedIn, kind: "moment", of: ({ redeemed_at }) => redeemed_at, isMinor: true },
  {
    key: "stoppedAt",
    title: say.stoppedAt,
    of: ({ stopped_at }) => stopped_at,
    show: ({ stopped_at }) => <Distance at={stopped_at} />,
    isMinor: true
  },
  { key: "attempts", title: say.attempts, kind: "count", of: ({ attempts }) => attempts, isMinor: true },
  ...(retry === undefined ? [] : [{
    key: "retry",
    title: say.tryAgain,
    isAction: true,
    of: () => null,
    show: (of: CheckIn) => of.is_of_former_shop ? undefined : <Button onClick={() => retry(of)}>{say.tryAgain}</Button>
  }])
]

/** Check-ins that the shop refused, to be tried again once its cause is fixed, and those that are not sent to it. */
export const StoppedCheckIns = () => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const checkIns = usePages("GET /presale/stopped-check-ins", { query })
  const { refusal, submit } = useChange(({ ticket_voucher_id }: CheckIn) =>
    call("POST /presale/stopped-check-ins/:ticket_voucher_id/retry", { params: { ticket_voucher_id }, query })
  )
  const mayRetry = may("POST /presale/stopped-check-ins/:ticket_voucher_id/retry")
  const columns = useMemo(
    () => checkInColumns(say, mayRetry ? (of) => void submit(of) : undefined),
    [mayRetry, say, submit]
  )
  return (
    <>
      <p className="muted">{say.checkInsHint}</p>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <ServerList
        label={say.checkIns}
        of={checkIns}
        columns={columns}
        keyOf={({ ticket_voucher_id }) => ticket_voucher_id}
        empty={<p>{say.noCheckIns}</p>}
      />
    </>
  )
}
