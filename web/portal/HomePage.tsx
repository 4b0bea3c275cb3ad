import { useSetAtom } from "jotai"
import { HandCoins, Plus, ShieldAlert } from "lucide-react"
import { useEffect } from "react"
import type { Kept } from "../kit/Answers.ts"
import { useFormats } from "../kit/EventFormats.ts"
import { Loaded } from "../kit/Loaded.tsx"
import { Distance } from "../kit/Moment.tsx"
import { Money } from "../kit/Money.tsx"
import { useOnline } from "../kit/Online.ts"
import { useEvent } from "./event.ts"
import { type Account, useAccount, useOpenTopUps, usePayoutState } from "./Guest.tsx"
import { History } from "./History.tsx"
import { useMessages } from "./messages/messages.ts"
import { OpenTopUps } from "./OpenTopUps.tsx"
import { PageLink } from "./PageLink.tsx"
import { PayoutCard } from "./PayoutCard.tsx"
import { isUnderWay } from "./PayoutSteps.ts"
import { wristbandAtom } from "./session.ts"
import "./home.css"

/** The guest's balance, what they can do with it, and what happened to it. */
export const HomePage = () => {
  const account = useAccount()
  const payout = usePayoutState()
  const open = useOpenTopUps()
  useWristband(account.data)
  return (
    <>
      <Loaded of={account} lines={6}>
        {(data) => (
          <>
            <Balance account={data} kept={account} />
            <Actions account={data} isInRun={payout.data !== undefined && isUnderWay(payout.data)} />
          </>
        )}
      </Loaded>
      {open.data !== undefined && open.data.length > 0 && <OpenTopUps topUps={open.data} />}
      {account.data !== undefined && payout.data !== undefined && (
        <PayoutCard account={account.data} state={payout.data} />
      )}
      <History />
    </>
  )
}

const Balance = ({ account, kept }: { readonly account: Account; readonly kept: Kept<Account> }) => {
  const say = useMessages()
  const { count, money } = useFormats()
  const isOnline = useOnline()
  const isOld = !isOnline || kept.refusal !== undefined
  return (
    <section className="balance" aria-label={say.balance}>
      <h1 className="balance-label">{say.balance}</h1>
      <p className="figure">
        <Money amount={account.balance} large />
      </p>
      {account.vouchers > 0 && <p className="vouchers">{say.vouchers(account.vouchers, count(account.vouchers))}</p>}
      {account.credit_paid_back > 0 && <p className="muted">{say.creditPaidBack(money(account.credit_paid_back))}</p>}
      {isOld && (
        <p className="as-of">
          {say.lastKnown} <Distance at={new Date(kept.at).toISOString()} />
        </p>
      )}
      {account.user_tag_uid_hex !== null && (
        <p className="wristband">
          {say.wristband} <span>{account.user_tag_uid_hex}</span>
        </p>
      )}
    </section>
  )
}

const Actions = ({ account, isInRun }: { readonly account: Account; readonly isInRun: boolean }) => {
  const say = useMessages()
  const { payout_enabled, sumup_topup_enabled } = useEvent()
  const canPayOut = payout_enabled && (account.balance > 0 || account.has_entered_info) && !isInRun
  const canBlock = account.user_tag_id !== null
  if (!canPayOut && !sumup_topup_enabled && !canBlock) return undefined
  return (
    <nav className="actions" aria-label={say.actions}>
      {sumup_topup_enabled && (
        <PageLink to="/top-up" className="button" data-kind="primary">
          <Plus className="icon" aria-hidden />
          {say.topUp}
        </PageLink>
      )}
      {canPayOut && (
        <PageLink to="/payout" className="button">
          <HandCoins className="icon" aria-hidden />
          {say.moneyBack}
        </PageLink>
      )}
      {canBlock && (
        <PageLink to="/lost" className="button lost-link" data-kind="quiet">
          <ShieldAlert className="icon" aria-hidden />
          {say.lost}
        </PageLink>
      )}
    </nav>
  )
}

/** Mail to the organisers names the wristband. */
const useWristband = (account: Account | undefined) => {
  const setWristband = useSetAtom(wristbandAtom)
  useEffect(() => setWristband(account?.user_tag_uid_hex ?? undefined), [account, setWristband])
}
