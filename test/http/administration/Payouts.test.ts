import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { diagnose } from "../../core/journal/Diagnosed.ts"
import { each, Festival, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { iban, payoutOffice } from "../../support/FestivalPayouts.ts"
import { type Answer, type Body, created, done } from "../../support/FestivalServer.ts"

const refusal = ({ body, status }: Answer) => [status, body.id]

const sound = Effect.map(diagnose(), (diagnosis) => assert.strictEqual(diagnosis.count, 0, JSON.stringify(diagnosis)))

layer(Festival.layer, { excludeTestServices: true })("payout runs", (it) => {
  it.effect("a run reserves the money, and what is done leaves the event", () =>
    Effect.gen(function*() {
      const { bar, event, moved, office, press } = yield* Festival
      const { create, payee, pending, run } = yield* payoutOffice
      const anna = yield* payee(30, { donation: 500n })
      const berta = yield* payee(20, { donate_all: true, iban: null, account_name: null, email: null })
      const carl = yield* payee(10, { donation: 2500n, account_name: "Carl" })
      assert.deepStrictEqual(yield* pending, {
        total_payout_amount: 25,
        total_donation_amount: 35,
        total_unclaimed_payout_amount: 0,
        n_payouts: 3,
        left_out: []
      })
      const { answer, moved: reserved } = yield* moved(create())
      const { created_at, created_by, id, ...stats } = done(answer).body
      assert.isString(created_at)
      assert.isNumber(created_by)
      assert.deepStrictEqual(stats, {
        node_id: event,
        set_done_by: null,
        set_done_at: null,
        done: false,
        revoked: false,
        sepa_was_generated: false,
        total_payout_amount: 25,
        total_donation_amount: 35,
        n_payouts: 3,
        left_out: []
      })
      assert.deepStrictEqual(reserved, {
        [anna.label]: -30,
        [berta.label]: -20,
        [carl.label]: -10,
        payout_reserve: 60
      })
      yield* refused(
        bar.post("/order/book-sale", sale([press("food")], anna)),
        "NotEnoughFunds",
        { needed: 4, available: 0 }
      )
      const { done: setDone, payouts, revoke } = run(id)
      const listed = yield* payouts
      assert.deepStrictEqual(each(listed, "account_name"), ["Anna Öz", "Carl", null])
      const { id: payoutId, user_tag_id, user_tag_pin, user_tag_uid, ...first } = listed[0]!
      assert.isAtLeast(Number(payoutId), 1000)
      assert.isNumber(user_tag_id)
      assert.isString(user_tag_pin)
      assert.strictEqual(Number(user_tag_uid), Number(anna.uid))
      assert.deepStrictEqual(first, {
        customer_account_id: anna.accountId,
        iban,
        account_name: "Anna Öz",
        email: "anna@example.org",
        amount: 25,
        donation: 5,
        payout_run_id: id,
        user_tag_uid_hex: anna.uid.toString(16).toUpperCase(),
        status: "reserved"
      })
      const { moved: paid } = yield* moved(Effect.map(setDone, done))
      assert.deepStrictEqual(paid, { payout_reserve: -60, sepa_exit: 25, donation_exit: 35 })
      yield* refused(setDone, "payout.run_settled")
      yield* refused(revoke, "payout.run_settled")
      const [newest] = done(yield* office("GET", "/payouts/")).body.ids as ReadonlyArray<number>
      assert.strictEqual(newest, id)
      // A guest who has money again is paid again, and a donation that was made is not made again.
      done(
        yield* bar.post("/order/book-topup", {
          uuid: crypto.randomUUID(),
          payment_method: "cash",
          customer_tag_uid: anna.uid,
          amount: 7
        })
      )
      const again = done(yield* create()).body
      assert.deepStrictEqual([again.n_payouts, again.total_payout_amount, again.total_donation_amount], [1, 7, 0])
      const shown = done(yield* office("GET", `/customers/${anna.accountId}`)).body.payout as Body
      assert.deepStrictEqual([shown.amount, shown.status], [7, "reserved"])
      yield* refused(office("POST", `/customers/${anna.accountId}/prevent-payout`), "account.in_payout_run")
      done(yield* run(again.id).revoke)
      done(yield* office("POST", `/customers/${anna.accountId}/prevent-payout`))
      yield* refused(create(), "payout.nobody_to_pay")
      yield* sound
    }))

  it.effect("a revoked run gives back what it reserved, with force once a file was made", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { created: made, payee, run } = yield* payoutOffice
      const anna = yield* payee(30, { donation: 500n })
      const { moved: nothing } = yield* moved(Effect.gen(function*() {
        const { done: setDone, payouts, revoke, stats } = yield* made()
        done(yield* revoke)
        assert.deepStrictEqual(yield* stats, [0, 0, 0])
        assert.deepStrictEqual(yield* payouts, [])
        for (const again of [revoke, setDone]) yield* refused(again, "payout.run_settled")
      }))
      assert.deepStrictEqual(nothing, {})
      const exported = yield* made()
      yield* exported.exported
      const id = Number((yield* exported.payouts)[0]!.payout_run_id)
      yield* refused(exported.revoke, "PayoutRunExported", { payout_run_id: id })
      const { moved: back } = yield* moved(Effect.map(exported.force, done))
      assert.deepStrictEqual(back, { [anna.label]: 30, payout_reserve: -30 })
      assert.deepStrictEqual(refusal(yield* run(999_999).revoke), [404, "NotFound"])
      yield* sound
    }))

  it.effect("what the bank returns comes back once, and is paid again when the guest has looked at the bank data", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { create, created: made, enter, payee } = yield* payoutOffice
      const anna = yield* payee(30, { donation: 500n })
      const berta = yield* payee(20, { donation: 400n })
      const giver = yield* payee(1, { donate_all: true })
      const run = yield* made()
      const payouts = yield* run.payouts
      const of = (guest: { readonly accountId: number }) =>
        payouts.find(({ customer_account_id }) => customer_account_id === guest.accountId)!.id
      yield* refused(run.giveBack(of(anna)), "payout.not_sent")
      yield* run.exported
      const { moved: early } = yield* moved(Effect.map(run.giveBack(of(anna)), done))
      assert.deepStrictEqual(early, { [anna.label]: 30, payout_reserve: -30 })
      yield* refused(run.giveBack(of(anna)), "payout.payout_settled")
      yield* refused(run.giveBack(of(giver)), "payout.donation_alone")
      assert.deepStrictEqual(yield* run.stats, [2, 16, 5])
      const { moved: rest } = yield* moved(Effect.map(run.done, done))
      assert.deepStrictEqual(rest, { payout_reserve: -21, sepa_exit: 16, donation_exit: 5 })
      const { moved: late } = yield* moved(Effect.map(run.giveBack(of(berta)), done))
      assert.deepStrictEqual(late, { [berta.label]: 16, sepa_exit: -16 })
      yield* refused(run.giveBack(of(berta)), "payout.payout_settled")
      assert.deepStrictEqual(refusal(yield* run.giveBack(999_999)), [404, "NotFound"])
      assert.deepStrictEqual(each(yield* run.payouts, "status").toSorted(), ["paid", "returned", "returned"])
      yield* refused(create(), "payout.nobody_to_pay")
      yield* enter(anna)
      yield* enter(berta)
      const next = done(yield* create()).body
      assert.deepStrictEqual([next.n_payouts, next.total_payout_amount, next.total_donation_amount], [2, 41, 5])
      yield* sound
    }))

  it.effect("balances that no one claims are told apart from those that are paid out or donated", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const { payee, pending } = yield* payoutOffice
      const before = yield* pending
      yield* payee(40, { donation: 500n })
      yield* guest({ balance: 60 })
      const more = (key: string, by: number) => assert.closeTo(Number(after[key]) - Number(before[key]), by, 0.001, key)
      const after = yield* pending
      more("total_payout_amount", 35)
      more("total_donation_amount", 5)
      more("total_unclaimed_payout_amount", 60)
    }))

  it.effect("who can't be paid is left out with the reason, and rich guests keep no one else out", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { create, payee, pending, run } = yield* payoutOffice
      yield* payee(100)
      const small = yield* payee(10)
      const next = yield* payee(20)
      yield* payee(4, { iban: null })
      yield* payee(5, { iban: "DE00370400440532013000" })
      yield* payee(6, { iban: "AT611904300234573201" })
      yield* payee(7, { account_name: null })
      const blocked = yield* payee(8)
      done(yield* office("POST", `/customers/${blocked.accountId}/prevent-payout`))
      const { left_out: [held] } = (yield* pending) as { left_out: ReadonlyArray<Body> }
      assert.strictEqual(held?.reason, "blocked")
      const unpayable = [
        held,
        { reason: "name_missing", n_customers: 1, payout_amount: 7 },
        { reason: "iban_missing", n_customers: 1, payout_amount: 4 },
        { reason: "iban_invalid", n_customers: 1, payout_amount: 5 },
        { reason: "country_not_allowed", n_customers: 1, payout_amount: 6 }
      ]
      assert.deepInclude(yield* pending, {
        total_payout_amount: 130,
        total_donation_amount: 0,
        n_payouts: 3,
        left_out: unpayable
      })
      const first = done(yield* create(30)).body
      assert.deepStrictEqual(first.left_out, [
        ...unpayable,
        { reason: "sum_reached", n_customers: 1, payout_amount: 100 }
      ])
      assert.sameMembers(
        each(yield* run(first.id).payouts, "customer_account_id") as Array<unknown>,
        [small.accountId, next.accountId]
      )
      yield* payee(1)
      yield* payee(2)
      const second = done(yield* create(100_000, 1)).body
      assert.deepInclude(second.left_out as Array<unknown>, {
        reason: "count_reached",
        n_customers: 2,
        payout_amount: 3
      })
    }))

  it.effect("limits that make no sense and events that don't pay out are refused", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const { create, payee } = yield* payoutOffice
      yield* payee(10)
      for (
        const [sum, count, rule] of [
          [-1, 1, "sum_limit_negative"],
          [0, 1, "nobody_to_pay"],
          [10, 0, "count_limit_not_positive"],
          [10, -1, "count_limit_not_positive"],
          [10, 1001, "count_limit_too_high"]
        ] as const
      ) {
        yield* refused(create(sum, count), `payout.${rule}`)
      }
      yield* configure({ sepa_enabled: false })
      yield* refused(create(), "payout.switched_off")
    }))

  it.effect("runs are seen and made by whom it concerns, and nowhere but at the event", () =>
    Effect.gen(function*() {
      const { admin, at, event, neighbour } = yield* Festival
      const { create, payee } = yield* payoutOffice
      yield* payee(10)
      const run = Number(done(yield* create()).body.id)
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part", description: "" }))
      // A right about the whole event counts in all of it, wherever in it the role is given.
      for (
        const payer of [
          yield* clerk(event, event, ["payout_management"]),
          yield* clerk(event, part, ["payout_management"])
        ]
      ) {
        done(yield* payer("GET", "/payouts/"))
        done(yield* payer("GET", `/payouts/${run}/payouts`, undefined, part))
      }
      const administers = yield* clerk(event, event, ["node_administration"])
      const below = yield* clerk(event, part, ["node_administration"])
      done(yield* administers("GET", "/payouts/"))
      yield* refused(
        administers("POST", "/payouts/", { max_payout_sum: 1, max_num_payouts: 1 }),
        "organisation.privilege_missing",
        {},
        403
      )
      for (const path of ["/payouts/", "/payouts/pending-payout-detail", `/payouts/${run}/payouts`]) {
        yield* refused(below("GET", path), "organisation.privilege_missing", {}, 403)
      }
      yield* refused(below("POST", `/payouts/${run}/revoke`), "organisation.privilege_missing", {}, 403)
      const other = at((yield* neighbour).event)
      assert.deepStrictEqual(done(yield* other("GET", "/payouts/")).body.ids, [])
      for (const path of ["revoke", "set-as-done"]) {
        assert.deepStrictEqual(refusal(yield* other("POST", `/payouts/${run}/${path}`)), [404, "NotFound"])
      }
    }))
})
