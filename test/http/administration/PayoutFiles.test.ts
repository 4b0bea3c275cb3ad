import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { iban, payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

const textOf = (answer: { readonly text: string }) => String(JSON.parse(answer.text))

const nothingToTransfer = {
  problems: [{
    rule: "payout.nothing_to_transfer",
    fields: [],
    message: "No payout of the run has anything to transfer"
  }]
}

layer(Festival.layer, { excludeTestServices: true })("files of payout runs", (it) => {
  it.effect("a bank file orders what is to be transferred, is kept, and makes revoking a matter of force", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { created, payee } = yield* payoutOffice
      const anna = yield* payee(30, { donation: 500n, account_name: "Jörg Müßig" })
      yield* payee(8, { donate_all: true })
      const run = yield* created()
      yield* refused(run.previous, "payout.file_not_made")
      yield* refused(run.sepa("2020-01-01"), "primitives.execution_date_over")
      yield* refused(run.sepa(tomorrow, "?part=2"), "payout.part_unknown")
      const xml = textOf(done(yield* run.sepa(tomorrow)))
      const [payout] = (yield* run.payouts).filter(({ customer_account_id }) => customer_account_id === anna.accountId)
      assert.include(xml, "pain.001.001.09")
      assert.include(xml, "<NbOfTxs>1</NbOfTxs>")
      assert.include(xml, "<CtrlSum>25.00</CtrlSum>")
      assert.include(xml, `-R${run.id}-P${String(payout!.id)}<`)
      assert.include(xml, `<IBAN>${iban}</IBAN>`)
      assert.include(xml, `Festival ${anna.uid.toString(16).toUpperCase()}`)
      // The same payments have the same ids, so a bank refuses to pay twice; the file is kept once.
      assert.strictEqual(textOf(done(yield* run.previous)), xml)
      done(yield* run.sepa(tomorrow, "?version=pain.001.001.03"))
      const older = textOf(done(yield* run.previous))
      assert.include(older, "pain.001.001.03")
      done(yield* run.sepa(tomorrow, "?version=pain.001.001.03"))
      const kept = yield* sql<{ content: string; sha256: string; hash: string }>`
        select content, sha256, encode(sha256(convert_to(content, 'UTF8')), 'hex') as hash from payout_file
        where payout_run_id = ${run.id} order by id`
      assert.deepStrictEqual(kept.map(({ content }) => content), [xml, older])
      for (const { hash, sha256 } of kept) assert.strictEqual(sha256, hash)
      yield* refused(run.revoke, "PayoutRunExported", { payout_run_id: run.id })
      done(yield* run.force)
      yield* refused(run.sepa(tomorrow), "payout.file_impossible", nothingToTransfer)
      assert.strictEqual(textOf(done(yield* run.previous)), older)
    }))

  it.effect("the list for accounting has every payout and stays as it is", () =>
    Effect.gen(function*() {
      const { created, payee } = yield* payoutOffice
      const anna = yield* payee(30, { donation: 500n, account_name: "Anna" })
      const berta = yield* payee(8, { donate_all: true, account_name: null, iban: null, email: null })
      const run = yield* created()
      const list = textOf(done(yield* run.csv))
      const hex = (uid: bigint) => uid.toString(16).toUpperCase()
      assert.deepStrictEqual(list.split("\r\n"), [
        "customer_account_id,beneficiary_name,iban,amount,donation,currency,reference,uid,email",
        `${anna.accountId},Anna,${iban},25.00,5.00,EUR,Festival ${hex(anna.uid)},${hex(anna.uid)},anna@example.org`,
        `${berta.accountId},,,0.00,8.00,EUR,Festival ${hex(berta.uid)},${hex(berta.uid)},`,
        ""
      ])
      done(yield* run.revoke)
      assert.strictEqual(textOf(done(yield* run.csv)), list)
    }))

  it.effect("a list longer than one statement reads is whole", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { created, payee } = yield* payoutOffice
      yield* payee(30, { account_name: "Anna" })
      const run = yield* created()
      const copies = 1001
      yield* sql`insert into payout select (jsonb_populate_record(payout,
          jsonb_build_object('id', 1000000 + n, 'status', 'released', 'amount', n, 'donation', 0))).*
        from payout, generate_series(1, ${copies}) n where payout_run_id = ${run.id}`
      const amounts = textOf(done(yield* run.csv)).split("\r\n").slice(1, -1).map((row) => row.split(",")[3])
      yield* sql`delete from payout where payout_run_id = ${run.id} and id > 1000000`
      assert.deepStrictEqual(amounts, [
        "30.00",
        ...Array.from({ length: copies }, (_, n) =>
          `${Math.floor((n + 1) / 100)}.${String((n + 1) % 100).padStart(2, "0")}`)
      ])
    }))

  it.effect("a run of donations alone is no order", () =>
    Effect.gen(function*() {
      const { created, payee } = yield* payoutOffice
      yield* payee(8, { donate_all: true })
      const run = yield* created()
      yield* refused(run.sepa(tomorrow), "payout.file_impossible", nothingToTransfer)
      done(yield* run.revoke)
    }))

  it.effect("what a smaller maximum splits is asked for part by part", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const { created, enable, payee } = yield* payoutOffice
      yield* Effect.forEach([1, 2, 3], (balance) => payee(balance))
      const run = yield* created()
      yield* configure({ sepa_enabled: true, sepa_max_num_payouts_in_run: 2 })
      yield* refused(run.sepa(tomorrow), "payout.part_not_named")
      const parts = yield* Effect.forEach([1, 2], (part) => Effect.map(run.sepa(tomorrow, `?part=${part}`), done))
      assert.deepStrictEqual(
        parts.map((part) => /<NbOfTxs>(\d+)</.exec(textOf(part))![1]),
        ["2", "1"]
      )
      const payouts = (yield* run.payouts).toSorted((a, b) => Number(a.id) - Number(b.id))
      done(yield* run.giveBack(payouts[0]!.id))
      const last = `-R${run.id}-P${String(payouts[2]!.id)}<`
      assert.notInclude(textOf(done(yield* run.sepa(tomorrow, "?part=1"))), last, "nobody moves to another part")
      assert.include(textOf(done(yield* run.sepa(tomorrow, "?part=2"))), last)
      done(yield* run.giveBack(payouts[2]!.id))
      yield* refused(run.sepa(tomorrow, "?part=2"), "payout.part_settled")
      yield* configure({ sepa_enabled: true, sepa_max_num_payouts_in_run: 1000 })
      yield* enable
    }))

  it.effect("the first bank file settles the parts and the sender of all, whatever settings change", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const { created, enable, payee } = yield* payoutOffice
      yield* Effect.forEach([1, 2, 3, 4, 5], (balance) => payee(balance))
      const run = yield* created()
      const settle = (changed: Body) => configure({ sepa_enabled: true, ...changed })
      const part = (number: number, query = "") => run.sepa(tomorrow, `?part=${number}${query}`)
      yield* settle({ sepa_max_num_payouts_in_run: 5 })
      done(yield* run.csv)
      yield* settle({ sepa_max_num_payouts_in_run: 2, sepa_sender_name: "Fest e.V." })
      yield* refused(part(4), "payout.part_unknown")
      yield* settle({ sepa_max_num_payouts_in_run: 3 })
      // The list for accounting fixes no terms, nor does a refused file.
      const [second, first] = [textOf(done(yield* part(2))), textOf(done(yield* part(1)))]
      assert.deepStrictEqual([first, second].map((xml) => /<NbOfTxs>(\d+)</.exec(xml)![1]), ["3", "2"])
      const other = { sepa_sender_name: "Others", sepa_sender_iban: "AT611904300234573201" }
      const changes = [1, 2, 4, 1000].map((sepa_max_num_payouts_in_run) => ({ sepa_max_num_payouts_in_run, ...other }))
      for (const changed of [...changes, { sepa_description: "Other words", sepa_allowed_country_codes: ["AT"] }]) {
        yield* settle(changed)
        const again = [textOf(done(yield* part(1))), textOf(done(yield* part(2)))]
        assert.deepStrictEqual(again, [first, second], JSON.stringify(changed))
        yield* refused(part(3), "payout.part_unknown")
        yield* refused(run.sepa(tomorrow), "payout.part_not_named")
      }
      const idOf = (xml: string) => /<MsgId>(.*?)</.exec(xml)![1]
      assert.strictEqual(idOf(textOf(done(yield* part(1, "&version=pain.001.001.03")))), idOf(first))
      done(yield* run.done)
      assert.strictEqual(textOf(done(yield* part(2))), second)
      yield* settle({ sepa_max_num_payouts_in_run: 1000 })
      yield* enable
    }))
})
