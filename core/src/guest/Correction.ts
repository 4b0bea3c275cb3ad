import { Result, Schema } from "effect"
import { type AccountType, type SystemAccounts } from "../base/Account.ts"
import { Integer } from "../base/Integer.ts"
import * as Money from "../base/Money.ts"
import { orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Text } from "../base/Text.ts"
import * as Ledger from "../journal/Ledger.ts"
import type { TransferDraft } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { maxVouchers } from "../sale/Grant.ts"
import { accountRules } from "./AccountRules.ts"

/** The correct balance of an account, and the reason of the correction. */
export class UpdateBalancePayload extends Schema.Class<UpdateBalancePayload>("UpdateBalancePayload")({
  /** The balance that the account should have; at least 0, and for a guest at most the event's highest balance. */
  new_balance: Money.Cents,
  /** Why it is corrected, for the transaction and the audit log; null or absent for none. */
  reason: orNull(Text)
}) {}

/** The correct number of an account's vouchers, and the reason of the correction. */
export class UpdateVoucherAmountPayload extends Schema.Class<UpdateVoucherAmountPayload>("UpdateVoucherAmountPayload")({
  /** The number of vouchers that the guest should have, from 0 to 1,000,000. */
  new_voucher_amount: Integer,
  /** Why it is corrected, for the transaction and the audit log; null or absent for none. */
  reason: orNull(Text)
}) {}

/** The stored state of an account that is to be corrected. */
export interface CorrectedAccount {
  readonly id: bigint
  readonly type: AccountType
  /** In cents. */
  readonly balance: Money.Cents
  readonly vouchers: number
}

/** The facts about the event that a correction needs. */
export interface CorrectionEvent {
  readonly systemAccounts: Pick<SystemAccounts, "cash_imbalance" | "voucher_create">
  /** Highest balance to which a correction may raise a customer's account, in cents. */
  readonly maximum: Money.Cents
}

/**
 * Decides how to correct the balance of a customer or of a transport account to the wanted one (cents). The difference
 * is posted from or to `cash_imbalance`, because the ledger was wrong and no cash has moved. Null if there is nothing
 * to book.
 */
export const correctBalance = (
  account: CorrectedAccount,
  wanted: Money.Cents,
  { maximum, systemAccounts }: CorrectionEvent
): Result.Result<TransferDraft | null, InvalidArgument> => {
  if (account.type === "cash_register") return refuse(accountRules.register_balance_fixed)
  if (account.type !== "private" && account.type !== "transport") {
    return refuse(accountRules.system_balance_fixed, { account: account.type })
  }
  if (wanted < 0n) return refuse(accountRules.balance_negative)
  if (account.type === "private" && wanted > maximum && wanted > account.balance) {
    return refuse(accountRules.balance_too_high, { maximum })
  }
  const difference = Money.subtract(wanted, account.balance)
  return Result.succeed(
    correction(account, "Correction of the balance", Ledger.move(systemAccounts.cash_imbalance, account.id, difference))
  )
}

/** Decides how to correct the vouchers of a customer to the wanted number; null if there is nothing to book. */
export const correctVouchers = (
  account: CorrectedAccount,
  wanted: number,
  { systemAccounts }: CorrectionEvent
): Result.Result<TransferDraft | null, InvalidArgument> => {
  if (account.type !== "private") return refuse(accountRules.vouchers_of_customers_only)
  if (wanted < 0) return refuse(accountRules.vouchers_negative)
  if (wanted > maxVouchers) return refuse(orderRules.vouchers_too_many, { maximum: maxVouchers })
  const difference = wanted - account.vouchers
  return Result.succeed(
    correction(
      account,
      "Correction of the vouchers",
      Ledger.moveVouchers(systemAccounts.voucher_create, account.id, difference)
    )
  )
}

const correction = (
  { id }: CorrectedAccount,
  description: string,
  postings: TransferDraft["postings"]
): TransferDraft | null =>
  postings.length === 0 ? null : {
    description,
    postings,
    guards: Ledger.guards(postings, [{ id, minimum: Money.zero, maximum: null, userTagId: null }])
  }
