import { assert, layer } from "@effect/vitest"
import { NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVouchers } from "@wristbank/core/wristband/TicketVouchers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, type Guest } from "../../support/Festival.ts"
import { labelOf } from "../../support/FestivalLedger.ts"
import { sound } from "../../support/FestivalPayments.ts"
import { iban, payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

const textOf = (answer: { readonly text: string }) => String(JSON.parse(answer.text))

const chipOf = ({ uid }: Guest) => uid.toString(16).toUpperCase()

/** A guest with a presale ticket and money, who never had a wristband. */
const ticketHolder = Effect.fnUntraced(function*(balance: number) {
  const { event, office } = yield* Festival
  const { enter } = yield* payoutOffice
  const actor = {
    userId: null,
    terminalId: null,
    node: { id: BigInt(event) },
    eventId: BigInt(event),
    by: "desk@office"
  }
  const ticket = { token: randomUUID(), external_reference: null, external_link: null, email: null }
  const [voucher] = yield* TicketVouchers.use((vouchers) => vouchers.issue(actor, [new NewTicketVoucher(ticket)]))
  const accountId = Number(voucher!.customer_account_id)
  done(yield* office("POST", `/accounts/${accountId}/update-balance`, { new_balance: balance }))
  const holder: Guest = { uid: 0n, pin: "", accountId, label: labelOf("private", accountId) }
  yield* enter(holder, { account_name: "Without Band" })
  return holder
})

layer(Festival.layer, { excludeTestServices: true })("payouts of people without a tag", (it) => {
  it.effect("who loses the tag before, during or had none ever is listed, counted, ordered and paid like the others", () =>
    Effect.gen(function*() {
      const { moved, office } = yield* Festival
      const { created, payee, pending } = yield* payoutOffice
      const disable = ({ accountId }: Guest) => Effect.map(office("POST", `/accounts/${accountId}/disable`), done)
      const never = yield* ticketHolder(14)
      const before = yield* payee(13, { account_name: "Band Lost Before" })
      const during = yield* payee(12, { account_name: "Band Lost During", donation: 200n })
      yield* disable(before)
      assert.deepInclude(yield* pending, { n_payouts: 3, total_payout_amount: 37, total_donation_amount: 2 })
      const run = yield* created()
      const [early, earlyList] = [yield* run.stats, textOf(done(yield* run.csv))]
      yield* disable(during)

      assert.deepStrictEqual(yield* run.stats, early)
      assert.deepStrictEqual(early, [3, 37, 2])
      const listed = (yield* run.payouts).map((payout) => [
        payout.account_name,
        payout.customer_account_id,
        payout.amount,
        payout.donation,
        payout.user_tag_uid_hex,
        // Published clients take a number and no null.
        payout.user_tag_uid === 0,
        payout.user_tag_id === 0
      ])
      assert.deepStrictEqual(listed, [
        ["Band Lost Before", before.accountId, 13, 0, null, true, true],
        // A payout keeps the wristband of the run's creation in files for the bank and accounting.
        ["Band Lost During", during.accountId, 10, 2, chipOf(during), false, false],
        ["Without Band", never.accountId, 14, 0, null, true, true]
      ])
      const list = textOf(done(yield* run.csv))
      assert.strictEqual(list, earlyList)
      assert.sameMembers(list.split("\r\n").slice(1), [
        `${never.accountId},Without Band,${iban},14.00,0.00,EUR,Festival,,anna@example.org`,
        `${before.accountId},Band Lost Before,${iban},13.00,0.00,EUR,Festival,,anna@example.org`,
        `${during.accountId},Band Lost During,${iban},10.00,2.00,EUR,Festival ${chipOf(during)},${
          chipOf(during)
        },anna@example.org`,
        ""
      ])
      const xml = textOf(done(yield* run.sepa(tomorrow)))
      assert.include(xml, "<NbOfTxs>3</NbOfTxs>")
      assert.include(xml, "<CtrlSum>37.00</CtrlSum>")
      for (const { customer_account_id, id } of yield* run.payouts) {
        assert.include(xml, `-P${String(id)}<`, String(customer_account_id))
      }
      const { moved: paid } = yield* moved(Effect.map(run.done, done))
      assert.deepStrictEqual(paid, { payout_reserve: -39, sepa_exit: 37, donation_exit: 2 })
      assert.deepStrictEqual((yield* run.payouts).map(({ status }) => status), ["paid", "paid", "paid"])
      for (const { accountId } of [never, before, during]) {
        assert.deepInclude(done(yield* office("GET", `/customers/${accountId}`)).body, { balance: 0 })
      }
      yield* sound
    }))

  it.effect("who loses the tag while a run has the money gets it back when that is revoked", () =>
    Effect.gen(function*() {
      const { moved, office } = yield* Festival
      const { created, payee } = yield* payoutOffice
      const guest = yield* payee(12)
      const run = yield* created()
      done(yield* office("POST", `/accounts/${guest.accountId}/disable`))
      const { moved: back } = yield* moved(Effect.map(run.revoke, done))
      assert.deepStrictEqual(back, { [guest.label]: 12, payout_reserve: -12 })
      const { body } = done(yield* office("GET", `/customers/${guest.accountId}`))
      assert.deepInclude(body, { balance: 12, payout: null })
      const again = yield* created()
      assert.deepStrictEqual(yield* again.stats, [1, 12, 0])
      done(yield* again.revoke)
    }))

  it.effect("a tag whose chip is not known breaks no list, no file and no customer", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { created, payee } = yield* payoutOffice
      const guest = yield* payee(12, { account_name: "Chip Unknown" })
      yield* sql`update user_tag set uid = null where pin = ${guest.pin}`
      const run = yield* created()
      const [payout, ...rest] = yield* run.payouts
      assert.deepInclude(payout, {
        account_name: "Chip Unknown",
        user_tag_uid: 0,
        user_tag_uid_hex: null,
        amount: 12
      })
      assert.isNumber(payout?.user_tag_id)
      assert.isEmpty(rest)
      assert.include(textOf(done(yield* run.csv)), ",12.00,0.00,EUR,Festival,,")
      assert.include(textOf(done(yield* run.sepa(tomorrow))), "<CtrlSum>12.00</CtrlSum>")
      const customer = done(yield* office("GET", `/customers/${guest.accountId}`)).body
      assert.deepInclude(customer.payout as Body, { amount: 12, user_tag_uid: 0 })
      done(yield* run.done)
      assert.deepStrictEqual((yield* run.payouts).map(({ status }) => status), ["paid"])
    }))
})
