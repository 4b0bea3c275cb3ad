import { assert, layer } from "@effect/vitest"
import { FiscalExports, mayExport } from "@wristbank/core/fiscal/FiscalExports"
import { checkPackage } from "@wristbank/core/fiscal/PackageCheck"
import * as SigningCluster from "@wristbank/core/fiscal/SigningCluster"
import { Access } from "@wristbank/core/organisation/Access"
import * as Cluster from "@wristbank/core/sql/Cluster"
import { DateTime, Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { newTse } from "../../http/calls/OfficeFiscalCalls.ts"
import { unpacked } from "../../support/ExportPackage.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { cashOffice, signIn } from "../../support/FestivalCash.ts"
import { begun, checked, payer, pays, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { business, evening } from "../../support/FestivalSigning.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { openSignedDevice } from "../../support/SignedDevice.ts"
import { signerLayer, until } from "./SigningWorld.ts"

/** Orders are signed as every process does it. */
const signing = SigningCluster.layer.pipe(
  Layer.provide(Cluster.layer),
  Layer.provide(signerLayer),
  Layer.provide(Logger.layer([]))
)

const layers = Layer.effect(FestivalTickets, FestivalTickets.make).pipe(
  Layer.provideMerge(withCheckouts),
  Layer.tap((services) => Layer.build(Layer.provide(signing, Layer.succeedContext(services))))
)

layer(layers, { excludeTestServices: true })("an export of what workers had signed", (it) => {
  it.effect("is right for every kind of order, and names what a device gave up", () =>
    Effect.gen(function*() {
      const { event, guest, office, press, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const { closeOut, equipped } = yield* cashOffice
      const access = yield* Access
      const sql = yield* SqlClient.SqlClient
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-fiscal-"))),
        (made) => Effect.sync(() => rmSync(made, { recursive: true }))
      )
      const device = yield* openSignedDevice({ seed: randomUUID() })
      yield* created(office("POST", "/tses/", { ...newTse(), ws_url: device.url, serial: null }))
      done(yield* office("POST", `/tree/events/${event}/fiscal-settings`, { ...business, outage_limit: 60 }))
      yield* evening
      // The answer to one start is lost; the number that the device gave it explains a gap.
      device.next("StartTransaction", { kind: "swallow_answer" }, { skip: 2 })
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(yield* tills.tag())])))
      done(
        yield* entrance.post(
          "/order/book-ticket-sale",
          ticketSale([scanOf(yield* tills.tag())], { payment_method: "sumup" })
        )
      )
      yield* closeOut(yield* equipped(40), 38)
      // A top-up on the web begins before it is paid.
      const visitor = yield* payer()
      const { uuid } = yield* begun(visitor, 12)
      yield* pays(uuid)
      assert.strictEqual(yield* checked(visitor, uuid), "PAID")
      // A sale is cancelled in the closing after its own.
      const bar = yield* tills.open()
      const sold = done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], yield* guest())))
      yield* signIn(bar, yield* tills.colleague())
      done(yield* bar.post(`/order/${Number(sold.body.id)}/cancel`))
      yield* evening
      const waiting = sql<{ count: bigint }>`select count(*) from signing_job job
        join fiscal_settings fiscal on fiscal.event_id = job.event_id and job.order_id > fiscal.signing_from
        where job.event_id = ${event} and status in ('new', 'pending')`
      yield* until(waiting, ([row]) => row?.count === 0n)

      const caller = yield* access.atEvent({ userId: 1n }, BigInt(event), { privileges: mayExport })
      const file = join(folder, "export.zip")
      const asked = { from: null, to: null, open: true, anyway: false, verifySignatures: true, softwareVersion: "0" }
      yield* FiscalExports.use((exports) => exports.write(caller, asked, file)).pipe(
        Effect.provide([FiscalExports.layer, Logger.layer([])])
      )
      const { problems, signatures } = yield* checkPackage(file, { inParts: false })
      assert.deepStrictEqual(problems, [])
      assert.isAbove(signatures, 10)
      const files = yield* Effect.promise(() => unpacked(file))
      const heads = files.get("transactions.csv")!.toString()
      assert.match(heads, /;TSE-Transaktion abgebrochen \d+\/\d+\r\n/)
      const [online] = yield* sql<{ begun: DateTime.Utc; booked: DateTime.Utc; id: bigint }>`
        select payment.created_at as begun, ordr.booked_at as booked, ordr.id
        from ordr join card_payment payment on payment.event_id = ordr.event_id and payment.uuid = ordr.uuid
        where ordr.uuid = ${uuid}::uuid`
      const [begin, end] = [online!.begun, online!.booked].map(DateTime.formatIso)
      assert.isAtMost(online!.begun.epochMilliseconds, online!.booked.epochMilliseconds)
      assert.include(heads, `;${online!.id};${online!.id};Beleg;top_up;;0;${begin};${end};`)
      const reference = files.get("references.csv")!.toString().split("\r\n").find((row) =>
        row.startsWith(`${bar.id};`)
      )
      assert.match(reference ?? "", new RegExp(`;2;\\d+;;Transaktion;;[^;]+Z;${bar.id};1;${Number(sold.body.id)}$`))
    }).pipe(Effect.scoped))
})
