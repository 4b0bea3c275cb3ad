import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, type Guest } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Answer, type Body, created, done, listOf } from "../../support/FestivalServer.ts"

/** Payout data that a guest enters in the portal. */
const enter = (guest: Guest, details: Body) =>
  SqlClient.SqlClient.use((sql) =>
    sql`update customer set ${sql.update({ ...details, has_entered_info: true })} where account_id = ${guest.accountId}`
  )

const idsOf = (answer: Answer) => listOf(answer).map(({ id }) => id)

layer(Festival.layer, { excludeTestServices: true })("customers in the office", (it) => {
  it.effect("a customer is shown with account, tag and what they said", () =>
    Effect.gen(function*() {
      const { guest, office } = yield* Festival
      const anna = yield* guest({ balance: 12.5, vouchers: 2, restriction: "under_18" })
      const bank = {
        iban: "DE89370400440532013000",
        account_name: "Anna Öz",
        email: "Anna@Example.org",
        donation: 250n
      }
      yield* enter(anna, bank)
      const shown = yield* office("GET", `/customers/${anna.accountId}`)
      assert.deepInclude(done(shown).body, {
        id: anna.accountId,
        type: "private",
        balance: 12.5,
        vouchers: 2,
        restriction: "under_18",
        user_tag_pin: anna.pin,
        user_tag_uid_hex: anna.uid.toString(16).toUpperCase(),
        iban: bank.iban,
        account_name: bank.account_name,
        email: bank.email,
        donation: 2.5,
        payout_export: true,
        donate_all: false,
        has_entered_info: true,
        payout: null
      })
      const system = done(yield* office("GET", "/system-accounts")).body.ids as ReadonlyArray<number>
      for (const id of [1, system[0]]) {
        const missing = yield* office("GET", `/customers/${id}`)
        assert.deepStrictEqual([missing.status, missing.body.element_type], [404, "customer"])
      }
    }))

  it.effect("a search finds a customer by whatever they said, in any case, and no one for next to nothing", () =>
    Effect.gen(function*() {
      const { at, guest, neighbour, office } = yield* Festival
      const berta = yield* guest({ balance: 0 })
      yield* enter(berta, { iban: "AT611904300234573201", account_name: "Berta Ähre", email: "bERTA_x%y@Example.org" })
      const find = (search_term: string, more = "") =>
        Effect.map(office("POST", `/customers/find-customers${more}`, { search_term }), idsOf)
      for (
        const term of [
          "berta ÄHRE",
          " ähr ",
          "BERTA_X%Y",
          "at61 1904 3002",
          "573201",
          berta.pin.slice(2, 9).toLowerCase(),
          `0${berta.uid.toString(16)}`,
          String(berta.uid),
          `00${String(berta.uid)}`
        ]
      ) assert.deepStrictEqual(yield* find(term), [berta.accountId], term)
      for (const term of ["", " ", "bertaxx%y", "berta%", "at6_", "\u00e4hrex"]) {
        assert.deepStrictEqual(yield* find(term), [], term)
      }
      assert.include(yield* find(" b "), berta.accountId)
      const more = [yield* guest({ balance: 0 }), yield* guest({ balance: 0 }), yield* guest({ balance: 0 })]
      for (const each of more) yield* enter(each, { account_name: "Somebody with a long name" })
      const [first, second, third] = more.map(({ accountId }) => accountId)
      assert.deepStrictEqual(yield* find("LONG NAME"), [first, second, third])
      assert.deepStrictEqual(yield* find("long name", "?limit=2"), [first, second])
      assert.deepStrictEqual(yield* find("long name", `?limit=2&cursor=${second}`), [third])
      const elsewhere = yield* at((yield* neighbour).event)("POST", "/customers/find-customers", {
        search_term: "berta"
      })
      assert.deepStrictEqual(idsOf(elsewhere), [])
    }))

  it.effect("payouts are held back and let go by who may, and the log says so", () =>
    Effect.gen(function*() {
      const { event, guest, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const one = yield* guest({ balance: 0 })
      const two = yield* guest({ balance: 0 })
      const payouts = yield* clerk(event, event, ["payout_management"])
      const service = yield* clerk(event, event, ["customer_management"])
      assert.strictEqual(done(yield* payouts("POST", `/customers/${two.accountId}/prevent-payout`)).text, "null")
      done(yield* service("POST", `/customers/${one.accountId}/prevent-payout`))
      assert.deepStrictEqual(
        idsOf(yield* service("GET", "/customers-with-blocked-payout")),
        [one.accountId, two.accountId]
      )
      // Who did it first, and when, is said of each: the second one changes nothing.
      const blockOf = ({ accountId }: Guest) =>
        Effect.map(office("GET", `/customers/${accountId}`), (answer) => {
          const { payout_blocked_by, payout_blocked_since } = done(answer).body
          return { payout_blocked_by, payout_blocked_since }
        })
      const blocked = yield* blockOf(two)
      assert.strictEqual(blocked.payout_blocked_by, "Clerk")
      assert.match(String(blocked.payout_blocked_since), /^\d{4}-\d\d-\d\dT/)
      done(yield* office("POST", `/customers/${two.accountId}/prevent-payout`))
      assert.deepStrictEqual(yield* blockOf(two), blocked)
      const [, listed] = listOf(yield* service("GET", "/customers-with-blocked-payout"))
      assert.deepInclude(listed, blocked)
      const rest = yield* office("GET", `/customers-with-blocked-payout?limit=1&cursor=${one.accountId}`)
      assert.deepStrictEqual(idsOf(rest), [two.accountId])
      done(yield* payouts("POST", `/customers/${two.accountId}/allow-payout`))
      assert.deepStrictEqual(idsOf(yield* office("GET", "/customers-with-blocked-payout")), [one.accountId])
      assert.deepStrictEqual(yield* blockOf(two), { payout_blocked_by: null, payout_blocked_since: null })
      const log = yield* sql<{ content: Body }>`select content from audit_log
        where log_type = 'customer_payout_prevention_changed' order by id desc limit 1`
      assert.deepStrictEqual(log[0]!.content, {
        customer_id: two.accountId,
        payout_prevented: false,
        old_payout_prevented: true
      })
      // Administrators may look customers up; users with payout rights alone may not.
      yield* refused(
        (yield* clerk(event, event, ["node_administration"]))("POST", `/customers/${one.accountId}/allow-payout`),
        "organisation.privilege_missing",
        {},
        403
      )
      yield* refused(payouts("GET", `/customers/${one.accountId}`), "organisation.privilege_missing", {}, 403)
    }))

  it.effect("who administers a bar alone sees no customers, accounts and tags of the event", () =>
    Effect.gen(function*() {
      const { admin, event, guest } = yield* Festival
      const bar = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
      const carla = yield* guest({ balance: 5 })
      yield* enter(carla, { account_name: "Carla Weit" })
      const barkeeper = yield* clerk(event, bar, ["node_administration"])
      const manager = yield* clerk(event, event, ["node_administration", "customer_management"])
      const search = { search_term: "carla" }
      assert.deepStrictEqual(idsOf(yield* barkeeper("POST", "/customers/find-customers", search)), [])
      assert.deepStrictEqual(
        idsOf(yield* manager("POST", "/customers/find-customers", search, bar)),
        [carla.accountId]
      )
      const tags = { search_term: carla.pin }
      assert.deepStrictEqual(done(yield* barkeeper("POST", "/user-tags/find-user-tags", tags)).body.ids, [])
      assert.lengthOf(done(yield* manager("POST", "/user-tags/find-user-tags", tags, bar)).body.ids as Array<number>, 1)
      for (
        const [method, path, body] of [
          ["GET", `/customers/${carla.accountId}`],
          ["GET", `/accounts/${carla.accountId}`],
          ["POST", `/customers/${carla.accountId}/prevent-payout`],
          ["POST", `/accounts/${carla.accountId}/update-balance`, { new_balance: 1 }],
          ["POST", `/accounts/${carla.accountId}/update-voucher-amount`, { new_voucher_amount: 1 }],
          ["POST", `/accounts/${carla.accountId}/update-comment`, { comment: "mine" }],
          ["POST", `/accounts/${carla.accountId}/disable`]
        ] as const
      ) {
        // Blocking payouts takes a privilege that counts in the whole event.
        const status = path.endsWith("/prevent-payout") ? 403 : 404
        assert.strictEqual((yield* barkeeper(method, path, body)).status, status, path)
        assert.strictEqual((yield* barkeeper(method, path, body, event)).status, 403, path)
      }
      for (const path of ["/money-overview", "/system-accounts"]) {
        yield* refused(barkeeper("GET", path), "organisation.privilege_missing", {}, 403)
        done(yield* manager("GET", path, undefined, bar))
      }
    }))
})
