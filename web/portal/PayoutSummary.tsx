import { zero } from "../kit/Amount.ts"
import { Button } from "../kit/Button.tsx"
import { useFormats } from "../kit/EventFormats.ts"
import { grouped } from "../kit/IbanGroups.ts"
import { Money } from "../kit/Money.tsx"
import type { Account } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { arriving, possibleDonation } from "./Timeline.ts"

/** What a payout would bring now and where it goes; the way to the form where something can be changed. */
export const PayoutSummary = ({ account, onChange }: {
  readonly account: Account
  readonly onChange: (() => void) | undefined
}) => {
  const say = useMessages()
  const { money } = useFormats()
  const { account_name, balance, donate_all, email, iban } = account
  const donation = donate_all ? balance : possibleDonation(account.donation ?? zero, balance)
  return (
    <section className="card stack" aria-labelledby="payout-summary">
      <div className="between">
        <h2 id="payout-summary">{donate_all ? say.donation : say.bankAccount}</h2>
        {onChange !== undefined && <Button onClick={onChange}>{say.change}</Button>}
      </div>
      <dl className="details">
        {!donate_all && (
          <>
            <dt>{say.arrives}</dt>
            <dd>
              <strong>
                <Money amount={arriving(balance, donation)} />
              </strong>
            </dd>
            <dt>{say.iban}</dt>
            <dd>{grouped(iban ?? "")}</dd>
            <dt>{say.accountName}</dt>
            <dd>{account_name}</dd>
          </>
        )}
        {email !== null && (
          <>
            <dt>{say.email}</dt>
            <dd>{email}</dd>
          </>
        )}
        {donation > 0 && (
          <>
            <dt>{say.donation}</dt>
            <dd>{money(donation)}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
