import * as Money from "../base/Money.ts"
import type { Envelope } from "../mail/Mails.ts"
import type { Payout } from "./Payout.ts"

/**
 * Mails to the customers of a run that is set as done, if they gave an address. Customers whose payout came back get none.
 */
export const mailsOf = (payouts: ReadonlyArray<Payout>): ReadonlyArray<Envelope<"payout_done">> =>
  payouts.flatMap((payout) =>
    payout.status !== "reserved" || payout.email === null ? [] : [{
      to: payout.email,
      key: `${payout.id}`,
      values: {
        account_name: payout.account_name ?? "",
        iban: payout.iban ?? "",
        email: payout.email,
        amount: Money.format(payout.amount),
        donation: Money.format(payout.donation),
        user_tag_uid_hex: payout.user_tag_uid_hex ?? "",
        payout_run_id: `${payout.payout_run_id}`
      }
    }]
  )
