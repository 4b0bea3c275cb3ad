import { printable } from "@wristbank/core/base/VisibleText"
import { type QrCheck, serialIn } from "@wristbank/core/tse/QrCheck"
import { type QrText } from "@wristbank/core/tse/QrText"

const signatures: { readonly [Verdict in QrCheck["signature"]]: string } = {
  valid: "valid",
  invalid: "NOT VALID: this is not what the device signed",
  unreadable: "NOT CHECKED: a field can't be read"
}

/** The content of a receipt's code, and the results of its two checks. */
export const receiptCheckLines = (receipt: QrText, { form, signature }: QrCheck): ReadonlyArray<string> => [
  `till        ${printable(receipt.clientId)}`,
  `data        ${printable(receipt.processData)}`,
  `transaction ${printable(receipt.transactionNumber)}, signature ${printable(receipt.signatureCounter)}`,
  `end         ${printable(receipt.logTime)}`,
  `device      ${serialIn(receipt) ?? "unknown"}`,
  "",
  `form        ${form.length === 0 ? "right" : "NOT RIGHT"}`,
  ...form.map(({ fault, field }) => `            field ${field}: ${fault}`),
  `signature   ${signatures[signature]}`
]
