import { assert, layer } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import { Festival, type Guest, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, done, listOf } from "../../support/FestivalServer.ts"

/** Asserts that no invariant of the ledger is violated. */
const healthy = Effect.gen(function*() {
  const { examinations } = yield* (yield* Doctor).diagnose(3)
  assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
})

layer(Festival.layer, { excludeTestServices: true })("a guest at the help desk", (it) => {
  it.effect("everything that happened to them is one list, newest first, with who did it and the balance after it", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, press, tills } = yield* Festival
      const anna = yield* guest({ balance: 20 })
      const desk = yield* clerk(event, event, ["customer_management"])
      const booked = done(yield* bar.post("/order/book-sale", sale([press("beer"), press("beer")], anna))).body
      done(yield* office("DELETE", `/orders/${String(booked.id)}`))
      done(yield* office("POST", `/accounts/${anna.accountId}/update-balance`, { new_balance: 25, reason: "fair" }))
      done(yield* office("POST", `/accounts/${anna.accountId}/update-voucher-amount`, { new_voucher_amount: 2 }))
      done(yield* desk("POST", `/customers/${anna.accountId}/prevent-payout`))
      const fresh = yield* tills.tag()
      done(
        yield* desk("POST", `/customers/${anna.accountId}/switch-tag`, {
          new_user_tag_pin: fresh.pin,
          new_user_tag_uid: fresh.uid,
          comment: "lost"
        })
      )
      const history = (query = "") => desk("GET", `/customers/${anna.accountId}/history${query}`)
      const all = listOf(yield* history())
      assert.deepStrictEqual(
        all.map(({ amount, kind, new_balance, vouchers }) => [kind, amount, vouchers, new_balance]),
        [
          ["change", 0, 0, null],
          ["change", 0, 0, null],
          ["transfer", 0, 2, 25],
          ["transfer", 5, 0, 25],
          ["cancel", 10, 0, 20],
          ["sale", -10, 0, 10],
          ["top_up", 20, 0, 20]
        ].slice(0, all.length)
      )
      const [switched, blocked, , corrected, cancel, bought] = all
      const taker = cancel?.order as Body
      assert.deepInclude(switched?.change as Body, {
        type: "account_user_tag_changed",
        old_tag_pin: anna.pin,
        new_tag_pin: fresh.pin,
        comment: "lost"
      })
      assert.strictEqual(switched?.person, "Clerk")
      assert.deepInclude(blocked?.change as Body, { payout_prevented: true })
      assert.deepInclude(corrected?.transfer as Body, { counterpart: "cash_imbalance", description: "fair" })
      assert.deepInclude(taker, { cancels_order: booked.id })
      const order = bought?.order as Body & { readonly lines: ReadonlyArray<Body> }
      assert.deepInclude(order, { id: booked.id, cancelled_by_order: taker.id, total_price: 10 })
      assert.deepStrictEqual(order.lines.map(({ name, quantity, total_price }) => [name, quantity, total_price]), [
        ["Beer", 2, 6],
        ["Deposit", 2, 4]
      ])

      const pages: Array<Body> = []
      for (let next = "?limit=2"; pages.length < all.length;) {
        const page = listOf(yield* history(next))
        assert.isAtMost(page.length, 2)
        pages.push(...page)
        next = `?limit=2&cursor=${String(page.at(-1)?.key)}`
      }
      assert.deepStrictEqual(pages, all)
      assert.deepStrictEqual(listOf(yield* history("?kind=sale")), [bought!])
      const at = encodeURIComponent(String(bought?.at))
      assert.notInclude(listOf(yield* history(`?to_time=${at}`)).map(({ key }) => key), bought?.key)
      assert.include(listOf(yield* history(`?from_time=${at}`)).map(({ key }) => key), bought?.key)
      assert.strictEqual((yield* history("?cursor=1-9-1")).status, 422)
      yield* refused(
        (yield* clerk(event, event, ["cash_transport"]))("GET", `/customers/${anna.accountId}/history`),
        "organisation.privilege_missing",
        {},
        403
      )
    }))

  it.effect("a lost wristband is replaced, also once it was taken away, and money and vouchers stay", () =>
    Effect.gen(function*() {
      const { bar, event, guest, has, office, press, tills } = yield* Festival
      const lost = yield* guest({ balance: 20, vouchers: 7 })
      const desk = yield* clerk(event, event, ["customer_management"])
      const switchTag = (body: Body, by = desk) => by("POST", `/customers/${lost.accountId}/switch-tag`, body)
      const to = ({ pin, uid }: { readonly pin: string; readonly uid: bigint }) => ({
        new_user_tag_pin: pin,
        new_user_tag_uid: uid,
        comment: "lost"
      })
      const fresh = yield* tills.tag()
      yield* refused(switchTag({ new_user_tag_pin: fresh.pin, comment: "" }), "cash.new_chip_unknown")
      yield* refused(switchTag(to({ pin: "UNKNOWN", uid: fresh.uid })), "NotFound", {
        element_type: "user_tag",
        element_id: "UNKNOWN"
      }, 404)
      yield* refused(
        switchTag(to(fresh), yield* clerk(event, event, ["node_administration"])),
        "organisation.privilege_missing",
        {},
        403
      )
      done(yield* switchTag({ ...to(fresh), new_user_tag_pin: ` ${fresh.pin.toLowerCase()} ` }))
      yield* refused(bar.get(`/customer/${lost.uid}`), "order.tag_without_account")
      const now: Guest = { ...lost, ...fresh }
      done(yield* bar.post("/order/book-sale", sale([press("deposit")], now)))
      assert.deepStrictEqual(yield* has(now), { balance: 18, vouchers: 7 })
      yield* refused(switchTag(to(lost)), "cash.new_tag_used")

      done(yield* office("POST", `/accounts/${lost.accountId}/disable`))
      const next = yield* tills.tag()
      done(yield* switchTag(to(next)))
      assert.deepStrictEqual(yield* has({ ...lost, ...next }), { balance: 18, vouchers: 7 })
      yield* healthy
    }))

  it.effect("the tag of a colleague is switched by those alone who may manage them", () =>
    Effect.gen(function*() {
      const { bar, event, tills } = yield* Festival
      const desk = yield* clerk(event, event, ["customer_management"])
      const fresh = yield* tills.tag()
      const account = done(yield* bar.get(`/customer/${bar.cashier.uid}`)).body
      const body = { new_user_tag_pin: fresh.pin, new_user_tag_uid: fresh.uid, comment: "" }
      const answer = yield* desk("POST", `/customers/${String(account.id)}/switch-tag`, body)
      assert.strictEqual(answer.status, 403)
    }))
})
