import { assert, layer } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { audited, worker } from "../../support/FestivalPeople.ts"
import { bankData, FestivalPortal, mailTo } from "../../support/FestivalPortal.ts"
import { type Body, caller, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

layer(FestivalPortal.layer, { excludeTestServices: true })("a lost wristband", (it) => {
  it.effect("is blocked by its guest until the help desk gives them another, and the balance stays", () =>
    Effect.gen(function*() {
      const { bar, event, guest, has, neighbour, press, tills } = yield* Festival
      const { address, configure, signIn } = yield* FestivalPortal
      yield* configure({})
      const anna = yield* guest({ balance: 20, vouchers: 3 })
      const [portal, elsewhere] = [yield* signIn(anna), yield* signIn(anna)]
      const email = `anna${anna.accountId}@example.org`
      assert.strictEqual((yield* portal("POST", "/customer_info", { ...bankData, email })).status, 204)
      assert.strictEqual((yield* portal("POST", "/tag/block")).status, 204)

      for (const session of [portal, elsewhere]) assert.strictEqual((yield* session("GET", "/customer")).status, 401)
      const again = (more: Body = {}, headers = {}) =>
        caller(address, null, headers)("POST", "/auth/login", { pin: anna.pin, node_id: event, ...more })
      const refusedAs = (rule: string, more: Body = {}) =>
        Effect.map(again(more), ({ body, status }) => assert.deepStrictEqual([status, body.rule], [403, rule]))
      yield* refusedAs("account.wristband_blocked")
      yield* refusedAs("account.wristband_blocked", { pin: ` ${anna.pin.toLowerCase()}` })
      yield* refusedAs("account.wristband_blocked", { user_tag_uid: anna.uid })
      const german = yield* again({}, { "accept-language": "de" })
      assert.include(german.body.message, "Dieses Armband ist gesperrt")
      // Only the right PIN, of that chip, at that event, learns so.
      for (
        const other of [{ pin: `${anna.pin}2` }, { user_tag_uid: anna.uid + 1n }, { node_id: (yield* neighbour).event }]
      ) {
        yield* refusedAs("account.sign_in_failed", other)
      }
      const unknown = { user_tag_uid_hex: anna.uid.toString(16).toUpperCase() }
      yield* refused(bar.post("/order/book-sale", sale([press("beer")], anna)), "CustomerNotFound", unknown)
      yield* refused(bar.post("/order/book-topup", topUp(anna, 5)), "CustomerNotFound", unknown)
      yield* refused(bar.post("/order/book-payout", payOut(anna)), "CustomerNotFound", unknown)

      const entry = (yield* audited(event, 20)).find(({ log_type }) => log_type === "customer_tag_blocked")
      assert.deepInclude(entry?.content, { customer_id: anna.accountId })
      assert.deepStrictEqual((yield* mailTo(email)).map(({ template }) => template), [
        "payout_registered",
        "tag_blocked"
      ])

      const desk = yield* tills.open()
      const clerk = yield* worker(["terminal_login", "customer_management", "can_book_orders"])
      done(yield* desk.post("/user/login", login(clerk)))
      const fresh = yield* tills.tag()
      const request = {
        old_user_tag_pin: anna.pin,
        new_user_tag_pin: fresh.pin,
        new_user_tag_uid: fresh.uid,
        comment: "lost"
      }
      done(yield* desk.post("/customer/switch_tag", request))
      const now = { ...anna, ...fresh }
      assert.deepStrictEqual(yield* has(now), { balance: 20, vouchers: 3 })
      const account = done(yield* bar.get(`/customer/${fresh.uid}`)).body
      assert.lengthOf(account.tag_history as ReadonlyArray<unknown>, 1)
      assert.strictEqual((yield* (yield* signIn(now))("GET", "/customer")).status, 200)
      yield* refusedAs("account.wristband_exchanged")
      yield* refused(
        desk.post("/customer/switch_tag", { ...request, new_user_tag_pin: (yield* tills.tag()).pin }),
        "NotFound",
        { element_type: "user_tag", element_id: anna.pin },
        404
      )
      const { examinations } = yield* (yield* Doctor).diagnose(3)
      assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
    }))

  it.effect("is not given another by the help desk once the office has taken it away for good", () =>
    Effect.gen(function*() {
      const { admin, event, guest, tills } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const ben = yield* guest({ balance: 5 })
      assert.strictEqual((yield* (yield* signIn(ben))("POST", "/tag/block")).status, 204)
      done(yield* admin("POST", `/accounts/${ben.accountId}/disable?node_id=${event}`))
      const desk = yield* tills.open()
      const clerk = yield* worker(["terminal_login", "customer_management", "can_book_orders"])
      done(yield* desk.post("/user/login", login(clerk)))
      const fresh = yield* tills.tag()
      const request = {
        old_user_tag_pin: ben.pin,
        new_user_tag_pin: fresh.pin,
        new_user_tag_uid: fresh.uid,
        comment: "lost"
      }
      const answer = yield* desk.post("/customer/switch_tag", request)
      assert.deepStrictEqual([answer.status, answer.body.element_id], [404, ben.pin])
    }))

  it.effect("and new bank data are confirmed by mail in the language of the call", () =>
    Effect.gen(function*() {
      const { event, guest } = yield* Festival
      const { configure, signIn } = yield* FestivalPortal
      yield* configure({})
      const subjects: Array<ReadonlyArray<string>> = []
      for (const language of ["de-AT,de;q=0.9", "en-GB", "fr"]) {
        const portal = yield* signIn(yield* guest({ balance: 5 }), event, { "accept-language": language })
        const email = `guest-${language.slice(0, 2)}@example.org`
        for (const iban of [bankData.iban, "DE02120300000000202051"]) {
          assert.strictEqual((yield* portal("POST", "/customer_info", { ...bankData, iban, email })).status, 204)
        }
        assert.strictEqual((yield* portal("POST", "/tag/block")).status, 204)
        const mails = (yield* mailTo(email)).filter(({ template }) => template !== "payout_registered")
        subjects.push(mails.map(({ subject }) => subject))
      }
      const english = ["The bank account for your payout was changed", "Your wristband is blocked"]
      const german = ["Das Bankkonto für deine Auszahlung wurde geändert", "Dein Armband ist gesperrt"]
      assert.deepStrictEqual(subjects, [german, english, english])
    }))

  it.effect("that someone works with is left to the office", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const clara = yield* guest()
      const { id } = yield* worker(["terminal_login", "can_book_orders"])
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set customer_account_id = ${clara.accountId} where id = ${id}`
      const portal = yield* signIn(clara)
      const answer = yield* portal("POST", "/tag/block")
      assert.deepStrictEqual([answer.status, answer.body.rule], [400, "portal.tag_of_staff"])
      assert.strictEqual((yield* portal("GET", "/customer")).status, 200)
    }))
})
