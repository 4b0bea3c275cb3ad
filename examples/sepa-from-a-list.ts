// Makes a bank file (SEPA credit transfers, pain.001) of a list, without a database:
//   npx node examples/sepa-from-a-list.ts refunds.csv "Harbour Festival e.V." DE89370400440532013000 > refunds.xml
// The list is a CSV file with the columns name, iban, amount (such as 12.50) and text.
import { Money } from "@wristbank/core/ledger"
import { PayoutFile, SepaFiles, SlicedWork } from "@wristbank/core/payout"
import { ExecutionDate } from "@wristbank/core/primitives"
import { parse } from "csv-parse/sync"
import { Console, DateTime, Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { runExample } from "./runExample.ts"

const List = Schema.Array(Schema.Struct({
  name: Schema.String,
  iban: Schema.String,
  amount: Schema.String,
  text: Schema.String
}))

/** Raised when a row has no amount that can be transferred. */
class NoAmount extends Schema.TaggedError<NoAmount>()("NoAmount", { row: Schema.Int, amount: Schema.String }) {
  override readonly message = `Row ${this.row}: "${this.amount}" is no amount above 0, such as 12.50`
}

const payoutsIn = (csv: string) =>
  Effect.flatMap(
    Schema.decodeUnknownEffect(List)(parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true })),
    Effect.forEach(({ amount, iban, name, text }, at) => {
      const cents = Money.parse(amount)
      return cents === undefined || cents <= 0n
        ? Effect.fail(new NoAmount({ row: at + 1, amount }))
        : Effect.succeed(
          new PayoutFile.PayoutLine({
            id: BigInt(at + 1),
            customerAccountId: BigInt(at + 1),
            endToEndId: `REFUND-${at + 1}`,
            amount: cents,
            donation: Money.zero,
            accountName: name,
            iban,
            email: null,
            userTagUid: null,
            userTagPin: null,
            remittance: text
          })
        )
    })
  )

const sepaFromAList = Effect.fnUntraced(function*(list: string, debtor: string, iban: string) {
  const payouts = yield* payoutsIn(yield* Effect.tryPromise(() => readFile(list, "utf8")))
  const createdAt = yield* DateTime.now
  const file = new PayoutFile.PayoutFile({
    runId: 1n,
    createdAt,
    executionDate: ExecutionDate.bankingDay(DateTime.formatIsoDateUtc(createdAt)),
    currency: "EUR",
    debtor: { name: debtor, iban, bic: null },
    payouts
  })
  // Refuses, naming each problem, before anything is written: a wrong check digit in an IBAN, a name that banks can't write.
  const written = SlicedWork.runAtOnce(SepaFiles.sepaFiles(file, { version: "pain.001.001.09", maxPerFile: 100_000 }))
  for (const { xml } of yield* Effect.fromResult(written)) yield* Console.log(xml)
})

runExample("sepa-from-a-list.ts", ["list.csv", "name of the payer", "IBAN of the payer"], sepaFromAList)
