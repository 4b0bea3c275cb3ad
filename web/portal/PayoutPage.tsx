import { useState } from "react"
import { reload } from "../kit/Answers.ts"
import { grouped } from "../kit/IbanGroups.ts"
import { Loaded } from "../kit/Loaded.tsx"
import { Money } from "../kit/Money.tsx"
import { Notice } from "../kit/Notice.tsx"
import { useSubmit } from "../kit/Submit.ts"
import { call } from "./calls.ts"
import { DonateAll } from "./DonateAll.tsx"
import { useEvent } from "./event.ts"
import { type Account, guestSubject, type PayoutState, useAccount, usePayoutState } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { PageTitle } from "./PageTitle.tsx"
import { PayoutCard } from "./PayoutCard.tsx"
import { type BankData, PayoutForm } from "./PayoutForm.tsx"
import { payoutView } from "./PayoutSteps.ts"
import { PayoutSummary } from "./PayoutSummary.tsx"
import "./payout.css"

/** The guest says where the rest of the balance goes: to their bank, to the event as a donation, or both. */
export const PayoutPage = () => {
  const say = useMessages()
  const account = useAccount()
  const state = usePayoutState()
  return (
    <>
      <PageTitle>{say.moneyBack}</PageTitle>
      <Loaded of={account} lines={6}>
        {(guest) => <Loaded of={state} lines={2}>{(payout) => <Choice account={guest} state={payout} />}</Loaded>}
      </Loaded>
    </>
  )
}

const Choice = ({ account, state }: { readonly account: Account; readonly state: PayoutState }) => {
  const say = useMessages()
  const { feedback_url, payout_enabled } = useEvent()
  const [isSaved, setSaved] = useState(false)
  const [changes, setChanges] = useState(false)
  const saved = () => {
    reload(guestSubject)
    setSaved(true)
    setChanges(false)
    scrollTo({ top: 0 })
  }
  const { busy, refusal, submit } = useSubmit((bank: BankData) => call("POST /customer_info", { body: bank }), saved)
  if (!payout_enabled) {
    return (
      <Notice kind="attention">
        <p>{say.obstacles.payouts_off}</p>
      </Notice>
    )
  }
  const view = payoutView(account, state)
  const isStored = view === "stored" && !changes
  const isOpen = view === "form" || (view === "stored" && changes)
  return (
    <>
      {isSaved && (
        <Notice kind="good">
          <p>{account.donate_all ? say.donationSaved : say.bankSaved}</p>
        </Notice>
      )}
      {view === "under_way" && <Remark>{say.payoutFixed}</Remark>}
      {view === "nothing" && <Remark>{say.obstacles.balance_zero}</Remark>}
      {isStored
        ? <PayoutSummary account={account} onChange={account.balance > 0 ? () => setChanges(true) : undefined} />
        : <BalanceNow of={account} />}
      <PayoutCard account={account} state={state} />
      {feedback_url !== null && (isSaved || account.has_entered_info) && (
        <p>
          <a href={feedback_url} rel="noreferrer">{say.feedback}</a>
        </p>
      )}
      {view === "under_way" && <BankDetails account={account} />}
      {isOpen && (
        <>
          <PayoutForm account={account} busy={busy} refusal={refusal} onSubmit={(bank) => void submit(bank)} />
          <DonateAll account={account} onDone={saved} />
        </>
      )}
    </>
  )
}

const Remark = ({ children }: { readonly children: string }) => (
  <Notice>
    <p>{children}</p>
  </Notice>
)

const BalanceNow = ({ of: { balance } }: { readonly of: Account }) => (
  <div className="between card">
    <span>{useMessages().balance}</span>
    <strong>
      <Money amount={balance} />
    </strong>
  </div>
)

const BankDetails = ({ account }: { readonly account: Account }) => {
  const say = useMessages()
  const { account_name, donation, email, iban } = account.payout ?? account
  return (
    <dl className="details card">
      {[[say.iban, iban && grouped(iban)], [say.accountName, account_name], [say.email, email]].map(([label, value]) =>
        value !== null && value !== undefined && value !== "" && (
          <div key={label} className="detail">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        )
      )}
      {donation !== null && donation > 0 && (
        <div className="detail">
          <dt>{say.donation}</dt>
          <dd>
            <Money amount={donation} />
          </dd>
        </div>
      )}
    </dl>
  )
}
