import { assert, layer } from "@effect/vitest"
import { type ExportRequest, FiscalExports, mayExport } from "@wristbank/core/fiscal/FiscalExports"
import { checkPackage } from "@wristbank/core/fiscal/PackageCheck"
import { Access } from "@wristbank/core/organisation/Access"
import { DateTime, Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { unpacked } from "../../support/ExportPackage.ts"
import { each, Festival, sale } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { business, evening, signingFestival } from "../../support/FestivalSigning.ts"
import { diagnose } from "../journal/Diagnosed.ts"

/** Exports of the festival into a folder of their own. */
const officeTill = Effect.gen(function*() {
  const { event } = yield* Festival
  const access = yield* Access
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-fiscal-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const caller = yield* access.atEvent({ userId: 1n }, BigInt(event), { privileges: mayExport })
  const exported = (file: string, asked: Partial<ExportRequest> = {}) =>
    FiscalExports.use((exports) =>
      exports.write(
        caller,
        { from: null, to: null, open: false, anyway: false, verifySignatures: true, softwareVersion: "0", ...asked },
        join(folder, file)
      )
    ).pipe(Effect.provide([FiscalExports.layer, Logger.layer([])]))
  const problemsIn = (file: string, inParts = false) =>
    Effect.map(checkPackage(join(folder, file), { inParts }), ({ problemCount }) => problemCount)
  const files = (file: string) => Effect.promise(() => unpacked(join(folder, file)))
  return { event, exported, files, folder, problemsIn }
})

layer(Festival.layer, { excludeTestServices: true })("the export of an event", (it) => {
  it.effect("exports open closings on demand, and closings by the days on which they were closed", () =>
    Effect.gen(function*() {
      const { exported, files, problemsIn } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const signer = yield* device("days")
      yield* evening
      yield* signAll(signer)
      yield* closeAll
      yield* evening
      yield* signAll(signer)
      const closingsIn = (file: string) =>
        Effect.map(files(file), (all) => all.get("cashpointclosing.csv")!.toString().trimEnd().split("\r\n").length - 1)
      yield* exported("closed.zip")
      const closed = yield* closingsIn("closed.zip")
      const open = yield* exported("open.zip", { open: true })
      assert.isAbove(open.openClosings, 0)
      assert.strictEqual(open.closings, closed + open.openClosings)
      assert.isAbove(yield* closingsIn("open.zip"), closed)
      assert.strictEqual(yield* problemsIn("open.zip", true), 0)
      const closings = (yield* files("open.zip")).get("cashpointclosing.csv")!.toString()
      assert.notMatch(closings, /;2\.4;;/, "an open closing in which a shift began and nothing else is none of it")
      yield* exported("past.zip", { to: DateTime.makeUnsafe("2020-01-01T00:00:00Z") })
      assert.strictEqual(yield* closingsIn("past.zip"), 0)
      assert.strictEqual(yield* problemsIn("past.zip"), 0)
    }).pipe(Effect.scoped))

  it.effect("has the closings in which nothing was sold, so that none is missing", () =>
    Effect.gen(function*() {
      const { event, exported, files, problemsIn } = yield* officeTill
      const { tills } = yield* Festival
      const { closeAll, device, signAll } = yield* signingFestival
      const sql = yield* SqlClient.SqlClient
      const till = yield* tills.open()
      const signer = yield* device("quiet")
      yield* sql`insert into till_tse_history (event_id, client_id, till_id, tse_id, what, z_nr)
        values (${event}, ${String(till.id)}, ${till.id}, ${signer.id}, 'register', 1)`
      // As switch-overs end closings.
      for (const zNr of [1, 2]) {
        yield* sql`insert into till_closing (event_id, till_id, z_nr, closed_at, reason)
          values (${event}, ${till.id}, ${zNr}, clock_timestamp(), 'switch_over')`
      }
      yield* sql`update till set z_nr = 3 where event_id = ${event} and id = ${till.id}`
      yield* evening
      yield* signAll(signer)
      yield* closeAll
      yield* exported("quiet.zip")
      assert.strictEqual(yield* problemsIn("quiet.zip"), 0)
      const all = yield* files("quiet.zip")
      const rowsOf = (file: string) =>
        all.get(file)!.toString().split("\r\n").filter((row) => row.startsWith(`${till.id};`))
      assert.lengthOf(rowsOf("cashpointclosing.csv"), 2)
      assert.match(rowsOf("cashpointclosing.csv")[0]!, /;2\.4;;;/)
      assert.lengthOf(rowsOf("tse.csv"), 2)
      for (const file of ["businesscases.csv", "payment.csv", "cash_per_currency.csv"]) assert.lengthOf(rowsOf(file), 0)
      assert.lengthOf(rowsOf("transactions.csv"), 0)
    }).pipe(Effect.scoped))

  it.effect("stops at a record that contradicts itself, names it, and leaves nothing behind", () =>
    Effect.gen(function*() {
      const { event, exported, folder } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const sql = yield* SqlClient.SqlClient
      yield* evening
      const ids = yield* signAll(yield* device("forged"))
      yield* closeAll
      yield* sql`update signing_job set signature_counter = signature_counter + 1
        where event_id = ${event} and order_id = ${ids[1]!}`
      const stopped = yield* untouched(Effect.flip(exported("export.zip", { anyway: true })))
      assert.deepInclude(stopped, {
        _tag: "InconsistentRecord",
        rule: "dsfinvk.order_inconsistent",
        message: `Order ${ids[1]}: its signature is not valid`
      })
      assert.deepStrictEqual(readdirSync(folder), [])
      yield* sql`update signing_job set signature_counter = signature_counter - 1
        where event_id = ${event} and order_id = ${ids[1]!}`
    }).pipe(Effect.scoped))

  it.effect("tells the rates before and after a change apart, also within one closing", () =>
    Effect.gen(function*() {
      const { exported, files, problemsIn } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const { office, taxes } = yield* Festival
      const change = (rate: number) =>
        Effect.map(office("POST", `/tax-rates/${taxes.vat}`, { name: "19 %", rate, description: "VAT" }), done)
      const signer = yield* device("rates")
      yield* evening
      yield* change(0.16)
      yield* evening
      yield* signAll(signer)
      yield* closeAll
      const from = DateTime.toUtc(DateTime.subtract(yield* DateTime.now, { minutes: 1 }))
      yield* exported("rates.zip", { from })
      assert.strictEqual(yield* problemsIn("rates.zip", true), 0)
      const rates = (yield* files("rates.zip")).get("vat.csv")!.toString()
      assert.match(rates, /;11600;16,00;VAT\r/)
      assert.match(rates, /;1;19,00;19 %\r/, "the rate that is no more has its percentage for a description")
      yield* change(0.19)
    }).pipe(Effect.scoped))

  it.effect("has a closing on each side of a change of a tax rate, and refunds what was sold before at the old rate", () =>
    Effect.gen(function*() {
      const { event, exported, files, problemsIn } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const { guest, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const signer = yield* device("new year")
      const rate = yield* created(office("POST", "/tax-rates", { name: "Food", rate: 0.19, description: "" }))
      const goods = { name: "Goulash", price: 11.9, is_locked: true, tax_rate_id: rate }
      const product = yield* created(office("POST", "/products", goods))
      const button_id = yield* created(office("POST", "/till-buttons", { name: "Goulash", product_ids: [product] }))
      const layout = yield* created(office("POST", "/till-layouts", { name: "Kitchen", button_ids: [button_id] }))
      const profileId = yield* tills.profile({}, layout)
      const [one, two] = [yield* tills.open({ profileId }), yield* tills.open({ profileId })]
      const sell = Effect.fnUntraced(function*(till: typeof one) {
        const basket = sale([{ till_button_id: button_id, quantity: 1 }], yield* guest())
        return Number(done(yield* till.post("/order/book-sale", basket)).body.id)
      })
      const from = DateTime.toUtc(yield* DateTime.now)
      const before = yield* Effect.forEach([one, two, one], sell)
      const valid_from = DateTime.formatIso(DateTime.add(from, { hours: 6 }))
      done(yield* office("POST", `/tax-rates/${rate}/versions`, { rate: 0.07, valid_from }))
      // It is six o'clock.
      yield* sql`alter table catalogue_version disable trigger catalogue_version_keeps_begun`
      yield* sql`update catalogue_version set valid_from = clock_timestamp() where valid_from > clock_timestamp()`
      yield* sql`alter table catalogue_version enable trigger catalogue_version_keeps_begun`
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      const after = yield* Effect.forEach([two, one], sell)
      done(yield* one.post(`/order/${before[0]!}/cancel`))
      const booked = yield* sql<{ till_id: bigint; z_nr: number; rates: ReadonlyArray<number> }>`
        select ordr.till_id, ordr.z_nr, array_agg(line.tax_rate order by ordr.id) as rates
        from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
        where ordr.till_id in (${one.id}, ${two.id}) group by ordr.till_id, ordr.z_nr order by ordr.till_id, ordr.z_nr`
      assert.deepStrictEqual(booked.map(({ rates, till_id, z_nr }) => [Number(till_id), z_nr, [...rates]]), [
        [one.id, 1, [1900, 1900]],
        [one.id, 2, [700, 1900]],
        [two.id, 1, [1900]],
        [two.id, 2, [700]]
      ])
      const ended = yield* sql`select till_id::int, z_nr from till_closing
        where reason = 'tax_rate' and till_id in (${one.id}, ${two.id}) order by till_id`
      assert.deepStrictEqual(ended, [{ till_id: one.id, z_nr: 1 }, { till_id: two.id, z_nr: 1 }])
      assert.lengthOf(after, 2)
      yield* signAll(signer)
      yield* closeAll
      yield* exported("newYear.zip", { from })
      assert.strictEqual(yield* problemsIn("newYear.zip", true), 0)
      const all = yield* files("newYear.zip")
      const rates = all.get("vat.csv")!.toString().split("\r\n").filter((row) => row.startsWith(`${one.id};`))
      const keys = rates.map((row) => row.split(";").slice(2, 5).join(" "))
      assert.sameMembers(keys, ["1 1 19,00", "2 2 7,00", "2 1 19,00"])
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
    }).pipe(Effect.scoped))

  it.effect("asks for the tax type of a rate that has none, and leaves undetermined what was signed without", () =>
    Effect.gen(function*() {
      const { exported, files, problemsIn } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const { guest, office, tills } = yield* Festival
      const signer = yield* device("untyped")
      const rate = { name: "AT20", rate: 0.2, description: "Austria" }
      const made = done(yield* office("POST", "/tax-rates", rate)).body
      assert.isNull(made.tax_type)
      const goods = { name: "Almdudler", price: 6, fixed_price: true, is_locked: true, tax_rate_id: made.id }
      const product = yield* created(office("POST", "/products", goods))
      const button_id = yield* created(office("POST", "/till-buttons", { name: "Almdudler", product_ids: [product] }))
      const layout = yield* created(office("POST", "/till-layouts", { name: "Alm", button_ids: [button_id] }))
      const till = yield* tills.open({ profileId: yield* tills.profile({}, layout) })
      const sell = Effect.gen(function*() {
        done(yield* till.post("/order/book-sale", sale([{ till_button_id: button_id, quantity: 1 }], yield* guest())))
      })
      const from = DateTime.toUtc(yield* DateTime.now)
      yield* sell
      yield* signAll(signer)
      yield* closeAll
      const refused = yield* Effect.flip(exported("refused.zip", { from }))
      assert.deepInclude(refused, {
        _tag: "ExportRefused",
        problems: [{
          rule: "dsfinvk.tax_type_missing",
          fields: ["tax_type"],
          message: "The tax rate AT20 has no tax type: set its tax_type"
        }]
      })
      yield* exported("untyped.zip", { from, anyway: true })
      assert.strictEqual(yield* problemsIn("untyped.zip", true), 0)

      const typed = { ...rate, tax_type: "regular_vat" }
      assert.deepInclude(done(yield* office("POST", `/tax-rates/${String(made.id)}`, typed)).body, typed)
      yield* sell
      yield* signAll(signer)
      yield* closeAll
      yield* exported("typed.zip", { from })
      assert.strictEqual(yield* problemsIn("typed.zip", true), 0)
      const rates = (yield* files("typed.zip")).get("vat.csv")!.toString()
      assert.match(rates, /;7;20,00;Austria/)
      assert.match(rates, /;12000;20,00;Austria/)
    }).pipe(Effect.scoped))

  it.effect("has the tax of a receipt that the receipt and its order have: rounded once for each rate", () =>
    Effect.gen(function*() {
      const { exported, files, problemsIn } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const { guest, office, tills } = yield* Festival
      const signer = yield* device("cakes")
      const rate = { name: "7 %", rate: 0.07, description: "Reduced" }
      const goods = {
        price: 1.11,
        fixed_price: true,
        is_locked: true,
        tax_rate_id: done(yield* office("POST", "/tax-rates", rate)).body.id
      }
      const product_ids = yield* Effect.forEach(
        Array.from({ length: 16 }, (_, n) => `Cake ${n}`),
        (name) => created(office("POST", "/products", { ...goods, name }))
      )
      const till_button_id = yield* created(office("POST", "/till-buttons", { name: "Buffet", product_ids }))
      const layout = yield* created(office("POST", "/till-layouts", { name: "Buffet", button_ids: [till_button_id] }))
      const till = yield* tills.open({ profileId: yield* tills.profile({}, layout) })
      const from = DateTime.toUtc(yield* DateTime.now)
      const buffet = sale([{ till_button_id, quantity: 1 }], yield* guest())
      const { id } = done(yield* till.post("/order/book-sale", buffet)).body
      done(yield* till.post(`/order/${String(id)}/cancel`))
      yield* signAll(signer)
      const { order, tax_rate_aggregations } = done(yield* office("GET", `/orders/${String(id)}/bon`)).body
      assert.deepInclude(order, { total_price: 17.76, total_tax: 1.16, total_no_tax: 16.6 })
      assert.nestedPropertyVal(tax_rate_aggregations, "[0].total_tax", 1.16)
      const cents = each((order as Body).line_items, "total_tax").map((tax) => Math.round(Number(tax) * 100))
      assert.strictEqual(cents.reduce((sum, tax) => sum + tax, 0), 116)
      yield* closeAll
      yield* exported("cakes.zip", { from })
      assert.strictEqual(yield* problemsIn("cakes.zip", true), 0)
      const taxes = (yield* files("cakes.zip")).get("transactions_vat.csv")!.toString()
      assert.match(taxes, /;17,76000;16,60000;1,16000\r/)
      assert.match(taxes, /;-17,76000;-16,60000;-1,16000\r/)
      assert.strictEqual((yield* diagnose()).count, 0)
    }).pipe(Effect.scoped))

  it.effect("is of one moment, whatever is booked meanwhile", () =>
    Effect.gen(function*() {
      const { exported, problemsIn } = yield* officeTill
      const { closeAll, device, signAll } = yield* signingFestival
      const signer = yield* device("meanwhile")
      yield* evening
      yield* signAll(signer)
      yield* closeAll
      const before = yield* exported("before.zip")
      const [during] = yield* Effect.all([
        exported("during.zip", { anyway: true, open: true }),
        Effect.repeat(evening, { times: 3 })
      ], { concurrency: 2 })
      assert.isAtLeast(during.receipts, before.receipts)
      assert.strictEqual(yield* problemsIn("during.zip", true), 0)
      yield* signAll(signer)
      yield* closeAll
    }).pipe(Effect.scoped))

  it.effect("says of orders from before and after signing that no device was in use", () =>
    Effect.gen(function*() {
      const { event, exported, files, problemsIn } = yield* officeTill
      const { closeAll, decide } = yield* signingFestival
      const sql = yield* SqlClient.SqlClient
      yield* closeAll
      yield* decide({ ...business, signing: false })
      yield* evening
      yield* closeAll
      const from = DateTime.subtract(yield* DateTime.now, { minutes: 1 })
      yield* exported("unsigned.zip", { from: DateTime.toUtc(from) })
      assert.strictEqual(yield* problemsIn("unsigned.zip", true), 0)
      const rows = (yield* files("unsigned.zip")).get("transactions_tse.csv")!.toString()
      assert.include(rows, ";TSE Fehler: keine TSE in Betrieb;")
      yield* sql`update fiscal_settings set settings = settings || '{"signing": true}' where event_id = ${event}`
    }).pipe(Effect.scoped))
})
