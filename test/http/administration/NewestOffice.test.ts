import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { clerk, colleague } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { audited } from "../../support/FestivalPeople.ts"
import { type Body, type Call, caller, done, listOf } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("the back office of the newest published version", (it) => {
  it.effect("gives a guest another wristband by the PINs of both, also one that was never scanned", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, tills } = yield* Festival
      const anna = yield* guest({ balance: 12, vouchers: 1 })
      const fresh = yield* tills.tag()
      const desk = yield* clerk(event, event, ["customer_management"])
      const switchTag = (old_user_tag_pin: string, new_user_tag_pin: string, by = desk, more: Body = {}) =>
        by("POST", "/customers/switch-tag", { old_user_tag_pin, new_user_tag_pin, comment: "verloren", ...more })
      const missing = (element_id: string) => ({ element_type: "user_tag", element_id })
      const administrator = yield* clerk(event, event, ["node_administration"])
      yield* refused(switchTag(anna.pin, fresh.pin, administrator), "organisation.privilege_missing", {}, 403)
      yield* refused(switchTag("NOBODY", fresh.pin), "NotFound", missing("NOBODY"), 404)
      yield* refused(switchTag(anna.pin, "NOTHING"), "NotFound", missing("NOTHING"), 404)
      yield* refused(switchTag(fresh.pin, anna.pin), "NotFound", missing(fresh.pin), 404)
      const child = yield* tills.tag("under_16")
      const ages = {
        old_restriction: null,
        new_restriction: "under_16",
        old_variants: [],
        new_variants: ["under_16"]
      }
      yield* refused(switchTag(anna.pin, child.pin), "RestrictionChange", ages)

      assert.strictEqual(done(yield* switchTag(` ${anna.pin} `, fresh.pin)).text, "null")
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry, { log_type: "account_user_tag_changed" })
      assert.deepInclude(entry?.content as Body, { account_id: anna.accountId, comment: "verloren" })
      const account = done(yield* office("GET", `/accounts/${anna.accountId}`)).body
      assert.deepInclude(account, { balance: 12, vouchers: 1, user_tag_uid: null, user_tag_uid_hex: null })
      assert.deepStrictEqual(
        (account.tag_history as ReadonlyArray<Body>).map(({ comment, user_tag_pin }) => [comment, user_tag_pin]),
        [["verloren", anna.pin]]
      )
      const found = listOf(yield* desk("POST", "/customers/find-customers", { search_term: fresh.pin }))
      assert.deepStrictEqual(found.map(({ id, user_tag_uid }) => [id, user_tag_uid]), [[anna.accountId, null]])
      done(yield* office("GET", "/payouts/pending-payout-detail"))
      done(yield* office("GET", "/payouts/left-out"))

      yield* refused(switchTag(anna.pin, fresh.pin), "NotFound", missing(anna.pin), 404)
      yield* refused(switchTag(fresh.pin, anna.pin), "cash.new_tag_used")
      yield* refused(switchTag(fresh.pin, fresh.pin), "cash.new_tag_used")
      yield* refused(bar.get(`/customer/${anna.uid}`), "order.tag_without_account")

      const ben = yield* guest({ balance: 5 })
      done(yield* switchTag(ben.pin, child.pin, desk, { confirm_restriction_change: true }))
      yield* refused(bar.get(`/customer/${ben.uid}`), "order.tag_without_account")
    }))

  it.effect("counts the vouchers that a user granted, by the ways in which they did", () =>
    Effect.gen(function*() {
      const { address, bar, event, guest, neighbour, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const grantsOf = (id: number, by: Call = office) => by("GET", `/users/${id}/voucher-grant-stats`)
      const { cashier } = bar
      const before = done(yield* grantsOf(cashier.id)).body
      const anna = yield* guest({ balance: 0, vouchers: 2 })
      done(yield* bar.post("/user/grant-vouchers", { user_tag_uid: anna.uid, vouchers: 3 }))
      assert.deepStrictEqual(done(yield* grantsOf(cashier.id)).body, {
        vouchers_granted: Number(before.vouchers_granted) + 5,
        granted_at_terminals: Number(before.granted_at_terminals) + 3,
        granted_with_free_tickets: Number(before.granted_with_free_tickets) + 2,
        added_by_corrections: 0
      })
      const [latest] = yield* sql<{ booked_at: string }>`
        select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as booked_at from posting
        where event_id = ${event} and target_account = ${anna.accountId} and vouchers = 3`
      assert.strictEqual(
        done(yield* office("GET", `/users/${cashier.id}/voucher-grant-stats?as_of=${latest!.booked_at}`)).body
          .vouchers_granted,
        Number(before.vouchers_granted) + 2
      )

      const { id, token } = yield* colleague(event, event, ["node_administration"])
      const administrator = caller(`${address}/administration`, token)
      const correct = (new_voucher_amount: number) =>
        administrator("POST", `/accounts/${anna.accountId}/update-voucher-amount?node_id=${event}`, {
          new_voucher_amount
        })
      for (const vouchers of [9, 1]) done(yield* correct(vouchers))
      const none = { granted_at_terminals: 0, granted_with_free_tickets: 0 }
      const corrected = { ...none, vouchers_granted: 4, added_by_corrections: 4 }
      const own = administrator("GET", `/users/${id}/voucher-grant-stats?node_id=${event}`)
      assert.deepStrictEqual(done(yield* own).body, corrected)

      const { till: { cashier: stranger } } = yield* neighbour
      const missing = { element_type: "user", element_id: stranger.id }
      yield* refused(grantsOf(stranger.id), "NotFound", missing, 404)
      const helper = yield* clerk(event, event, ["cash_transport"])
      assert.strictEqual((yield* grantsOf(cashier.id, helper)).status, 403)
    }))

  it.effect("shows when a guest got their first wristband, also after another was handed out", () =>
    Effect.gen(function*() {
      const { event, guest, office, tills } = yield* Festival
      const began = yield* Clock.currentTimeMillis
      const anna = yield* guest({ balance: 5 })
      const activatedAt = Effect.map(
        office("GET", `/accounts/${anna.accountId}`),
        (answer) => done(answer).body.activated_at
      )
      const first = yield* activatedAt
      assert.isAtLeast(Date.parse(String(first)), began - 1000)
      const fresh = yield* tills.tag()
      const desk = yield* clerk(event, event, ["customer_management"])
      const request = { old_user_tag_pin: anna.pin, new_user_tag_pin: fresh.pin, comment: "" }
      done(yield* desk("POST", "/customers/switch-tag", request))
      assert.strictEqual(yield* activatedAt, first)
      const tagOf = Effect.fnUntraced(function*(pin: string) {
        const found = done(yield* office("POST", "/user-tags/find-user-tags", { search_term: pin })).body
        return done(yield* office("GET", `/user-tags/${(found.ids as ReadonlyArray<number>)[0]}`)).body
      })
      assert.strictEqual((yield* tagOf(fresh.pin)).activated_at, first)
      assert.isNull((yield* tagOf(anna.pin)).activated_at)
    }))
})
