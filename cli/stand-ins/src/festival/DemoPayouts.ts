import { Cents } from "@wristbank/core/base/Money"
import { Customers } from "@wristbank/core/guest/Customers"
import { CustomerBank } from "@wristbank/core/guest/PayoutPreference"
import { PayoutPreferences } from "@wristbank/core/guest/PayoutPreferences"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { PayoutFiles } from "@wristbank/core/payout/PayoutFiles"
import { NewPayoutRun } from "@wristbank/core/payout/PayoutRun"
import { PayoutRuns } from "@wristbank/core/payout/PayoutRuns"
import { AccountRepository } from "@wristbank/core/wristband/AccountRepository"
import { Effect } from "effect"
import { pastTags } from "./DemoPast.ts"
import { guests } from "./DemoPeople.ts"

/** Bank data as guests enter it. The account numbers are examples. */
interface BankAccount {
  readonly account_name: string
  readonly iban: string
  /** In cents. */
  readonly donation: bigint
}

/** Guests with bank data, so that a payout run has payees. */
const waiting: ReadonlyArray<BankAccount> = [
  { account_name: "Mira Muster", iban: "DE02120300000000202051", donation: 0n },
  { account_name: "Jonas Beispiel", iban: "AT483200000012345864", donation: 5_00n },
  { account_name: "Noor Voorbeeld", iban: "NL91ABNA0417164300", donation: 0n }
]

/** Guests of the past: one was paid, the payout of the other is held back. */
const paid: BankAccount = { account_name: "Lena Probe", iban: "DE12500105170648489890", donation: 1_00n }
const heldBack: BankAccount = { account_name: "Pavel Vzorek", iban: "DE75512108001245126199", donation: 0n }

/** Money that is worth a transfer, in cents. */
const worthwhile = 2_00n

/**
 * Makes a payout run that is done, a guest whose payout is held back, and then guests who wait for the next run. Each step checks
 * whether it was done already. The last of the early guests wait: the first ones are for trying, and who is in a run can't change their
 * bank account.
 */
export const makePayouts = Effect.fnUntraced(
  function*(caller: AtEvent, early: ReadonlyArray<{ readonly uid: bigint }>) {
    const { eventId } = caller
    const accounts = yield* AccountRepository
    const customers = yield* Customers
    const runs = yield* PayoutRuns
    const pastGuest = Effect.gen(function*() {
      const past = yield* Effect.forEach(guests.slice(-pastTags), ({ uid }) => accounts.byUid(eventId, uid))
      const found = past.find((account) => account !== undefined && account.balance >= worthwhile)
      return found?.id ?? (yield* Effect.die(new Error("No guest of the past has money left")))
    })
    if ((yield* runs.list(caller)).length === 0) {
      yield* enterBank(eventId, yield* pastGuest, paid)
      yield* runs.create(caller, new NewPayoutRun({ max_payout_sum: Cents.make(1000_00n), max_num_payouts: 1 }))
    }
    for (const { done, id } of yield* runs.list(caller)) {
      if (done) continue
      yield* (yield* PayoutFiles).csv(caller, id)
      yield* runs.setDone(caller, id)
    }
    if ((yield* customers.count(caller, { blocked: true })) === 0) {
      const id = yield* pastGuest
      yield* enterBank(eventId, id, heldBack)
      yield* customers.preventPayout(caller, id, true)
    }
    for (const [at, { uid }] of early.slice(-waiting.length).entries()) {
      const account = yield* accounts.byUid(eventId, uid)
      if (account !== undefined) yield* enterBank(eventId, account.id, waiting[at]!)
    }
  }
)

const enterBank = Effect.fnUntraced(function*(eventId: bigint, accountId: bigint, bank: BankAccount) {
  const { account_name, donation, iban } = bank
  const email = `${account_name.split(" ")[0]?.toLowerCase()}@guests.example`
  const preference = new CustomerBank({ account_name, iban, email, donation: Cents.make(donation) })
  yield* (yield* PayoutPreferences).enterBank({ eventId, accountId }, preference)
})
