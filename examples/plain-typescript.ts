// Verifies a receipt and writes a bank file in plain TypeScript, with exceptions; of Effect it needs a moment of time alone:
//   npx node examples/plain-typescript.ts "V0;till-1;Kassenbeleg-V1;…" "Nora Example" DE89370400440532013000 12.50
import { Money } from "@wristbank/core/ledger"
import { PayoutFile, SepaFiles, SlicedWork } from "@wristbank/core/payout"
import { ExecutionDate } from "@wristbank/core/primitives"
import { QrCheck, QrText } from "@wristbank/core/tse"
import { DateTime, Result } from "effect"

/** The value of a result. A refusal is a value as well: an error with a message for people. */
const valueOf = <A>(result: Result.Result<A, Error>): A => {
  if (Result.isFailure(result)) throw result.failure
  return result.success
}

const verify = (code: string): string => {
  const receipt = valueOf(QrText.parse(code))
  return `${receipt.clientId}, transaction ${receipt.transactionNumber}: ${QrCheck.check(receipt).signature}`
}

const refund = (name: string, iban: string, amount: string): string => {
  const cents = Money.parse(amount)
  if (cents === undefined || cents <= 0n) throw new Error(`"${amount}" is no amount above 0, such as 12.50`)
  const now = new Date()
  const file = new PayoutFile.PayoutFile({
    runId: 1n,
    createdAt: DateTime.fromDateUnsafe(now),
    executionDate: ExecutionDate.bankingDay(now.toISOString().slice(0, 10)),
    currency: "EUR",
    debtor: { name: "Harbour Festival e.V.", iban: "DE89370400440532013000", bic: null },
    payouts: [
      new PayoutFile.PayoutLine({
        id: 1n,
        customerAccountId: 1n,
        endToEndId: "REFUND-1",
        amount: cents,
        donation: Money.zero,
        accountName: name,
        iban,
        email: null,
        userTagUid: null,
        userTagPin: null,
        remittance: "Your balance"
      })
    ]
  })
  const [first] = valueOf(
    SlicedWork.runAtOnce(SepaFiles.sepaFiles(file, { version: "pain.001.001.09", maxPerFile: 100 }))
  )
  return first?.xml ?? ""
}

const [code = "", name = "", iban = "", amount = ""] = process.argv.slice(2)
try {
  console.log(verify(code))
  console.log(refund(name, iban, amount))
} catch (refusal) {
  console.error(refusal instanceof Error ? refusal.message : String(refusal))
  process.exitCode = 1
}
