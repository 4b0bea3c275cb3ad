// Verifies the code on a receipt with the key that it contains, without a network or database:
//   npx node examples/verify-a-receipt.ts "V0;till-1;Kassenbeleg-V1;…"
import { QrCheck, QrText } from "@wristbank/core/tse"
import { Console, Effect, Schema } from "effect"
import { runExample } from "./runExample.ts"

/** Raised when the device with the key of the code did not sign the receipt. */
class NotSigned extends Schema.TaggedError<NotSigned>()("NotSigned", { signature: Schema.String }) {
  override readonly message = `The signature is ${this.signature}`
}

const verifyAReceipt = Effect.fnUntraced(function*(code: string) {
  const receipt = yield* Effect.fromResult(QrText.parse(code))
  const { form, signature } = QrCheck.check(receipt)
  for (const { fault, field } of form) yield* Console.log(`Field ${field}: ${fault}`)
  if (signature !== "valid") return yield* new NotSigned({ signature })
  yield* Console.log(`Till ${receipt.clientId}, transaction ${receipt.transactionNumber}: the signature is valid`)
  yield* Console.log(`Serial number of the device: ${QrCheck.serialIn(receipt)}`)
})

runExample("verify-a-receipt.ts", ["text of the code"], verifyAReceipt)
