import * as Iban from "../base/Iban.ts"
import type { Cents } from "../base/Money.ts"
import { isNameable, nameLength, remittanceLength, type SepaSpelling, sepaText } from "../base/SepaText.ts"
import type { PayoutLine } from "./PayoutFile.ts"
import { payoutRules } from "./PayoutRules.ts"

/** The most that a SEPA credit transfer moves: 999,999,999.99, in cents. */
export const maxTransfer = 99_999_999_999n

/** One payment of a bank file, with its texts in the characters that banks take. */
export interface SepaTransfer {
  readonly endToEndId: string
  /** In cents. */
  readonly amount: Cents
  readonly creditorName: string
  readonly creditorIban: string
  readonly remittance: string
}

/** The reason why a bank could not make a payment of more than 0, as a rule; `undefined` when it can. */
export const obstacleOf = (
  { accountName, amount, iban }: Pick<PayoutLine, "accountName" | "amount" | "iban">
) => {
  if (amount > maxTransfer) return payoutRules.transfer_too_large
  if (iban === null || Iban.parse(iban) === undefined) return payoutRules.transfer_iban_invalid
  if (accountName === null || !isNameable(accountName)) return payoutRules.transfer_name_unwritable
  return undefined
}

/** The transfer of a payout, with its texts as banks in the guest's country write them. `obstacleOf` must have found no obstacle. */
export const transferOf = (
  { accountName, amount, endToEndId, iban, remittance }: PayoutLine,
  spelling: SepaSpelling = "national"
): SepaTransfer => {
  const creditorIban = Iban.parse(iban ?? "") ?? ""
  const writing = { country: Iban.countryOf(creditorIban), spelling }
  return {
    endToEndId,
    amount,
    creditorName: sepaText(accountName ?? "", nameLength, writing),
    creditorIban,
    remittance: sepaText(remittance, remittanceLength, writing) || endToEndId
  }
}
