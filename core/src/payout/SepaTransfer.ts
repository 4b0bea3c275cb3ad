import type { Cents } from "../ledger/Money.ts"
import * as Iban from "../primitives/Iban.ts"
import { type Text, text } from "../primitives/Sentence.ts"
import { isNameable, nameLength, remittanceLength, sepaText } from "../primitives/SepaText.ts"
import type { PayoutLine } from "./PayoutFile.ts"

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

const nothingToTransfer = text({ en: "has nothing to transfer", de: "hat nichts zu überweisen" })
const tooMuch = text({
  en: "exceeds what a SEPA transfer can move",
  de: "übersteigt, was eine SEPA-Überweisung bewegen kann"
})
const ibanInvalid = text({ en: "has no valid IBAN", de: "hat keine gültige IBAN" })
const ownerUnnameable = text({
  en: "has no account name that banks can write",
  de: "hat keinen Kontoinhaber, den Banken schreiben können"
})

/** The reason why a bank could not make the payment, to follow the word for it; `undefined` when it can. */
export const obstacleOf = (
  { accountName, amount, iban }: Pick<PayoutLine, "accountName" | "amount" | "iban">
): Text | undefined => {
  if (amount <= 0n) return nothingToTransfer
  if (amount > maxTransfer) return tooMuch
  if (iban === null || Iban.parse(iban) === undefined) return ibanInvalid
  if (accountName === null || !isNameable(accountName)) return ownerUnnameable
  return undefined
}

/** The transfer of a payout. `obstacleOf` must have found no obstacle. */
export const transferOf = ({ accountName, amount, endToEndId, iban, remittance }: PayoutLine): SepaTransfer => ({
  endToEndId,
  amount,
  creditorName: sepaText(accountName ?? "", nameLength),
  creditorIban: Iban.parse(iban ?? "") ?? "",
  remittance: sepaText(remittance, remittanceLength) || endToEndId
})
