import { assert, layer } from "@effect/vitest"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { each, Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { colleague } from "../../support/FestivalClerk.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { bankData, FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Body, type Call, caller, done, listOf } from "../../support/FestivalServer.ts"
import { callsOf } from "../hostile/Requests.ts"

const fetched = (portal: Call, path: string) => Effect.map(portal("GET", path), (answer) => listOf(answer))

const infoOf = (portal: Call) => Effect.map(portal("GET", "/payout_info"), (answer) => done(answer).body)

/** Transfers and donations of the guest: target and amount. */
const paidTo = (portal: Call) =>
  Effect.map(
    fetched(portal, "/get_payout_transactions"),
    (list) => list.map((one) => [one.target_account_type, one.amount])
  )

/** Calls for signed-in guests, except for those that end the session. */
const ownCalls = callsOf(CustomerApi).filter(({ document, method, path }) => {
  const operation = (document.paths as Record<string, Record<string, Body>>)[path]?.[method.toLowerCase()]
  const isOwn = (operation?.security as ReadonlyArray<unknown> | undefined ?? []).length > 0
  // Calls that end sessions have tests of their own.
  return isOwn && path !== "/auth/logout" && path !== "/tag/block" && method.toUpperCase() !== "DELETE"
})

layer(FestivalPortal.layer, { excludeTestServices: true })("a guest's account", (it) => {
  it.effect("shows its orders, the newest first, and those of no one else", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const [anna, ben] = [yield* guest({ balance: 50 }), yield* guest({ balance: 60 })]
      const bought = done(yield* bar.post("/order/book-sale", sale([press("beer")], anna))).body
      done(yield* bar.post("/order/book-payout", payOut(anna, -20)))
      const portal = yield* signIn(anna)
      const orders = yield* fetched(portal, "/orders_with_bon")
      assert.deepStrictEqual(each(orders, "order_type"), ["pay_out", "sale", "top_up"])
      assert.deepStrictEqual(each(orders, "total_price"), [-20, 5, 50])
      assert.deepInclude(orders[1], {
        uuid: bought.uuid,
        customer_account_id: anna.accountId,
        bon_generated: true,
        total_tax: 0.48,
        total_no_tax: 4.52
      })
      assert.deepStrictEqual(each(orders[1]?.line_items, "total_price"), [3, 2])
      assert.deepStrictEqual(each(yield* fetched(yield* signIn(ben), "/orders_with_bon"), "total_price"), [60])
      assert.deepStrictEqual(yield* paidTo(portal), [])
      assert.strictEqual((yield* portal("GET", `/bon/${String(bought.uuid)}`)).status, 200)
    }))

  it.effect("says how far its payout is and what was paid, run after run", () =>
    Effect.gen(function*() {
      const { bar, guest } = yield* Festival
      const { configure, signIn } = yield* FestivalPortal
      const runs = yield* payoutOffice
      yield* configure({})
      const [anna, ben] = [yield* guest({ balance: 30 }), yield* guest({ balance: 8 })]
      const [portal, other] = [yield* signIn(anna), yield* signIn(ben)]
      const none = { in_payout_run: false, payout_date: null, returned_at: null }
      assert.deepInclude(yield* infoOf(portal), { ...none, reserved_at: null, obstacles: ["bank_data_missing"] })
      assert.strictEqual((yield* portal("POST", "/customer_info", { ...bankData, donation: 5 })).status, 204)
      assert.deepInclude(yield* infoOf(portal), { ...none, obstacles: [] })
      const revoked = yield* runs.created()
      const reserved = yield* infoOf(portal)
      assert.deepInclude(reserved, {
        in_payout_run: true,
        payout_date: null,
        sent_at: null,
        obstacles: ["balance_zero"]
      })
      assert.isString(reserved.reserved_at)
      done(yield* revoked.revoke)
      assert.deepInclude(yield* infoOf(portal), { ...none, reserved_at: null, obstacles: [] })
      const first = yield* runs.created()
      assert.deepStrictEqual(yield* paidTo(portal), [])
      done(yield* first.done)
      const paid = yield* infoOf(portal)
      assert.isTrue(paid.in_payout_run)
      assert.isString(paid.payout_date)
      assert.deepStrictEqual(yield* paidTo(portal), [["sepa_exit", 25], ["donation_exit", 5]])
      const [transfer] = yield* fetched(portal, "/get_payout_transactions")
      assert.deepInclude(transfer, { target_account_name: "SEPA Exit", booked_at: paid.payout_date })
      done(yield* bar.post("/order/book-topup", topUp(anna, 4)))
      const second = yield* runs.created()
      assert.deepInclude(yield* infoOf(portal), { in_payout_run: true, payout_date: null })
      done(yield* second.done)
      assert.deepStrictEqual(yield* paidTo(portal), [["sepa_exit", 4], ["sepa_exit", 25], ["donation_exit", 5]])
      const ids = each(yield* fetched(portal, "/get_payout_transactions"), "transaction_id")
      assert.strictEqual(new Set(ids).size, 2)
      assert.deepInclude(yield* infoOf(other), none)
      assert.deepStrictEqual(yield* paidTo(other), [])
      assert.strictEqual((yield* other("POST", "/customer_all_donation")).status, 204)
      done(yield* (yield* runs.created()).done)
      assert.deepStrictEqual(yield* paidTo(other), [["donation_exit", 8]])
      assert.deepInclude(done(yield* other("GET", "/customer")).body, { balance: 0 })
    }))

  it.effect("names the transaction of the run that paid, also when an earlier one was revoked", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const { configure, signIn } = yield* FestivalPortal
      const sql = yield* SqlClient.SqlClient
      const runs = yield* payoutOffice
      yield* configure({})
      const anna = yield* guest({ balance: 30 })
      const portal = yield* signIn(anna)
      assert.strictEqual((yield* portal("POST", "/customer_info", { ...bankData, donation: 5 })).status, 204)
      done(yield* (yield* runs.created()).revoke)
      const run = yield* runs.created()
      // A run has the time of its request, which may have waited until the other run was revoked.
      yield* sql`update payout_run set created_at = created_at - interval '1 hour' where id = ${run.id}`
      done(yield* run.done)
      const [, last] = yield* sql<{ id: bigint }>`select id from posting
        where source_account = ${anna.accountId} and conducting_user_id is not null and order_id is null order by id`
      const paid = yield* fetched(portal, "/get_payout_transactions")
      assert.deepStrictEqual(each(paid, "transaction_id"), [Number(last!.id), Number(last!.id)])
    }))

  it.effect("opens to no token of a terminal or of the office, nor does a guest's open anything there", () =>
    Effect.gen(function*() {
      const { address: festival, bar, event, guest } = yield* Festival
      const { address } = yield* FestivalPortal
      const { pin } = yield* guest({ balance: 1 })
      const { body } = done(yield* caller(address, null)("POST", "/auth/login", { pin, node_id: event }))
      const session = String(body.access_token)
      const { token: office } = yield* colleague(event, event, ["node_administration"])
      const asked = (base: string, path: string, token: string) =>
        Effect.map(caller(base, token)("GET", path), ({ status }) => status)
      const statuses = yield* Effect.forEach([session, bar.token, office], (token) =>
        Effect.all([
          asked(address, "/customer", token),
          asked(`${festival}/terminal`, "/config", token),
          asked(`${festival}/administration`, "/tree/", token)
        ]))
      assert.deepStrictEqual(statuses, [[200, 401, 401], [401, 200, 401], [401, 401, 200]])
    }))

  it.effect("is open to its own session alone, and to none once the event is archived", () =>
    Effect.gen(function*() {
      const { guest, neighbour } = yield* Festival
      const { address, signIn } = yield* FestivalPortal
      const sql = yield* SqlClient.SqlClient
      const [anna, ben] = [yield* guest({ balance: 11 }), yield* guest({ balance: 22 })]
      const { event: elsewhere } = yield* neighbour
      const refusedAt = caller(address, null)("POST", "/auth/login", { pin: anna.pin, node_id: elsewhere })
      assert.strictEqual((yield* refusedAt).status, 403)
      const [asAnna, asBen] = [yield* signIn(anna), yield* signIn(ben)]
      assert.sameMembers(ownCalls.map(({ method, path }) => `${method} ${path}`), [
        "GET /customer",
        "GET /get_payout_transactions",
        "GET /orders_with_bon",
        "GET /payout_info",
        "GET /sessions",
        "GET /sumup/open-checkouts",
        "POST /customer_all_donation",
        "POST /customer_info",
        "POST /sumup/cancel-checkout",
        "POST /sumup/check-checkout",
        "POST /sumup/create-checkout"
      ])
      const secret = `Anna ${randomUUID().replaceAll("-", "")}`
      const mine = { ...bankData, account_name: secret, email: "anna.secret@example.org" }
      assert.strictEqual((yield* asAnna("POST", "/customer_info", mine)).status, 204)
      const before = done(yield* asAnna("GET", "/customer")).text
      const bodies: { readonly [path: string]: Body } = {
        "/customer_info": bankData,
        "/sumup/create-checkout": { amount: 1 },
        "/sumup/check-checkout": { order_uuid: randomUUID() }
      }
      const sendAll = (portal: Call) =>
        Effect.forEach(ownCalls, ({ method, path }) => portal(method === "GET" ? "GET" : "POST", path, bodies[path]))
      const answers = yield* sendAll(asBen)
      for (const [n, answer] of answers.entries()) {
        // No event of this test has top-ups on the web.
        assert.isBelow(answer.status, ownCalls[n]!.path.startsWith("/sumup/") ? 500 : 300, answer.text)
        for (const hidden of [secret, "anna.secret", `:${anna.accountId},`, anna.pin]) {
          assert.notInclude(answer.text, hidden)
        }
      }
      assert.strictEqual(done(yield* asAnna("GET", "/customer")).text, before)
      for (const token of [null, "", "x", randomUUID()]) {
        for (const answer of yield* sendAll(caller(address, token))) {
          assert.strictEqual(answer.status, 401)
        }
      }
      const event = (yield* Festival).event
      yield* sql`update node set read_only = true where id = ${event}`
      const archived = yield* sendAll(asAnna)
      yield* sql`update node set read_only = false where id = ${event}`
      for (const answer of archived) {
        assert.strictEqual(answer.status, 401)
      }
      assert.strictEqual(done(yield* asAnna("GET", "/customer")).text, before)
    }))
})
