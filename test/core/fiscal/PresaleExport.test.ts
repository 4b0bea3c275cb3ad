import { assert, layer } from "@effect/vitest"
import { FiscalExports, mayExport } from "@wristbank/core/fiscal/FiscalExports"
import { checkPackage } from "@wristbank/core/fiscal/PackageCheck"
import { Access } from "@wristbank/core/organisation/Access"
import { DailyReports } from "@wristbank/core/report/DailyReports"
import { Statistics } from "@wristbank/core/report/Statistics"
import { DateTime, Effect, Logger } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { businessDaySince } from "../../support/businessDay.ts"
import { unpacked } from "../../support/ExportPackage.ts"
import { Festival } from "../../support/Festival.ts"
import { labelOf } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { euro, imported, orderOf, ticketsIn, withCredit } from "../../support/FestivalShop.ts"
import { signingFestival } from "../../support/FestivalSigning.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

layer(FestivalTickets.layer, { excludeTestServices: true })("credit that was paid to the ticket shop", (it) => {
  it.effect("is on the wristband, and nowhere money that the till received", () =>
    Effect.gen(function*() {
      const { configure, event, moved, office, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const { closeAll, device, signAll } = yield* signingFestival
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-fiscal-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      const signer = yield* device("presale")
      const { day, settings } = businessDaySince(12)
      yield* configure(settings)
      const order = orderOf("TAX", withCredit(30))
      yield* imported(order)
      const [ticket] = yield* ticketsIn("TAX")
      const scan = scanOf(yield* tills.tag(), { voucher_token: ticket!.token, top_up_amount: 5 })
      const { moved: changed } = yield* moved(
        Effect.map(entrance.post("/order/book-ticket-sale", ticketSale([scan])), done)
      )
      assert.deepInclude(changed, {
        [labelOf("private", Number(ticket!.account))]: 35,
        presale_entry: -30
      })
      const overview = done(yield* office("GET", "/money-overview")).body
      const entry = (overview.system_accounts as ReadonlyArray<Body>).find(({ kind }) => kind === "presale_entry")
      assert.deepInclude(entry, { type: "sumup_online_entry", balance: -30 })
      yield* signAll(signer)
      yield* closeAll

      const access = yield* Access
      const caller = yield* access.atEvent({ userId: 1n }, BigInt(event), { privileges: mayExport })
      const now = yield* DateTime.now
      const period = { from: DateTime.subtract(now, { days: 1 }), to: DateTime.add(now, { days: 1 }) }
      const methods = yield* Statistics.use((statistics) => statistics.paymentMethods(caller, period))
      const cash = methods.stats.find(({ payment_method }) => payment_method === "cash")
      assert.deepInclude(cash, { count: 1, revenue: euro(5) })
      const report = yield* DailyReports.use((reports) =>
        reports.read(caller, { date: day, nodeIds: [BigInt(event)], asOf: null })
      )
      assert.strictEqual(report.total.top_ups, euro(5))
      assert.strictEqual(report.total.tickets, euro(0))

      const file = join(folder, "export.zip")
      const asked = { from: null, to: null, open: true, anyway: false, verifySignatures: true, softwareVersion: "0" }
      yield* FiscalExports.use((exports) => exports.write(caller, asked, file)).pipe(
        Effect.provide([FiscalExports.layer, Logger.layer([])])
      )
      assert.deepStrictEqual((yield* checkPackage(file, { inParts: false })).problems, [])
      const files = yield* Effect.promise(() => unpacked(file))
      // The float of the register, and the top-up beside the credit.
      assert.match(files.get("payment.csv")!.toString(), /;Bar;cash;105,00\r\n/)
      assert.match(files.get("datapayment.csv")!.toString(), /;Bar;cash;EUR;0,00;5,00\r\n/)
      for (const [name, bytes] of files) {
        if (name.endsWith(".csv")) assert.notMatch(bytes.toString(), /;-?(?:30|35),00/, name)
      }
    }).pipe(Effect.scoped))
})
