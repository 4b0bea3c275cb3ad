import { useMemo } from "react"
import { Link } from "wouter"
import { grouped } from "../../kit/IbanGroups.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { useAnswer, usePages } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { ServerList } from "../list/ServerList.tsx"
import { useMay, useNodeId } from "../tree.ts"
import "./payouts.css"
import { Reasons } from "./Reasons.tsx"
import { holderOf, type Pending, unclaimed } from "./Runs.ts"
import { useTexts } from "./texts.ts"

type LeftOutGuest = OfficeAnswer<"GET /payouts/left-out">[number]

/** A guest by their bank account's name, or the PIN of the wristband, with the way to their page for who may see it. */
const GuestName = ({ guest }: { readonly guest: LeftOutGuest }) => {
  const may = useMay()
  return may("GET /customers/:customer_id")
    ? <Link href={`/guests/people/${guest.customer_account_id}`}>{holderOf(guest)}</Link>
    : holderOf(guest)
}

const guestName = (guest: LeftOutGuest) => <GuestName guest={guest} />

/** Who can't be paid and why, and the money that no one asked for. */
export const LeftOut = () => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const pending = useAnswer("GET /payouts/pending-payout-detail", { query })
  const guests = usePages("GET /payouts/left-out", { query })
  const columns = useMemo((): ReadonlyArray<Column<LeftOutGuest>> => [
    {
      key: "guest",
      title: say.guest,
      of: holderOf,
      show: guestName
    },
    { key: "reason", title: say.reason, of: ({ reason }) => say.reasons[reason] },
    { key: "blocked_by", title: say.blockedBy, of: ({ blocked_by }) => blocked_by },
    { key: "blocked_since", title: say.blockedSince, kind: "moment", of: ({ blocked_since }) => blocked_since },
    { key: "iban", title: say.iban, of: ({ iban }) => iban && grouped(iban), isMinor: true },
    { key: "email", title: say.email, of: ({ email }) => email, isMinor: true },
    { key: "amount", title: say.amount, kind: "amount", of: ({ payout_amount }) => payout_amount }
  ], [say])
  return (
    <Page>
      <Loaded of={pending} lines={4}>
        {(detail) => (
          <>
            <section className="card stack-close">
              <Reasons of={detail.left_out} />
              {detail.left_out.length > 0 && <p className="muted small">{say.countryHint}</p>}
            </section>
            {detail.left_out.length > 0 && (
              <ServerList
                label={say.leftOutSum}
                of={guests}
                columns={columns}
                keyOf={({ customer_account_id }) => customer_account_id}
                empty={<p>{say.nobodyLeftOut}</p>}
              />
            )}
            {may("GET /money-overview") && <Unclaimed pending={detail} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Unclaimed = ({ pending }: { readonly pending: Pending }) => {
  const say = useTexts()
  const overview = useAnswer("GET /money-overview", { query: { node_id: useNodeId() } })
  return (
    <Loaded of={overview} lines={4}>
      {({ total_customer_account_balance }) => {
        const { balances, leftOut, rest, waiting } = unclaimed(total_customer_account_balance, pending)
        return (
          <section className="card stack-close">
            <h2>{say.unclaimed}</h2>
            <dl className="details narrow">
              {([[say.allBalances, balances], [say.waiting, waiting], [say.leftOutSum, leftOut], [
                say.rest,
                rest
              ]] as const)
                .map(([name, amount]) => (
                  <div key={name} className="between wide">
                    <dt>{name}</dt>
                    <dd>
                      <Money amount={amount} />
                    </dd>
                  </div>
                ))}
            </dl>
            <p className="muted small">{say.unclaimedHint}</p>
          </section>
        )
      }}
    </Loaded>
  )
}
