import { assert, layer } from "@effect/vitest"
import { nearestPublished, PublishedAccountType } from "@wristbank/core/base/Account"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes, randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

/** The newest entry of the audit log with its type. */
const lastAudit = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ log_type: string; node_id: bigint; content: Body; user: bigint | null }>`
    select log_type, node_id, content, originating_user_id as user from audit_log order by id desc limit 1`
  return { ...row!, node_id: Number(row!.node_id) }
})

const notFound = <E, R>(call: Effect.Effect<{ status: number; body: Body }, E, R>) =>
  Effect.map(untouched(call), (answer) => assert.deepStrictEqual([answer.status, answer.body.id], [404, "NotFound"]))

layer(Festival.layer, { excludeTestServices: true })("accounts in the office", (it) => {
  it.effect("a corrected balance is booked against the imbalance and says in the audit log what was there", () =>
    Effect.gen(function*() {
      const { event, guest, moved, office } = yield* Festival
      const { accountId, label } = yield* guest({ balance: 20 })
      const correct = (new_balance: unknown) => office("POST", `/accounts/${accountId}/update-balance`, { new_balance })
      const raised = yield* moved(correct(32.5))
      assert.strictEqual(done(raised.answer).text, "null")
      assert.deepStrictEqual(raised.moved, { [label]: 12.5, cash_imbalance: -12.5 })
      const audit = yield* lastAudit
      assert.deepInclude(audit, { log_type: "account_balance_corrected", node_id: event })
      assert.deepStrictEqual(audit.content, { id: accountId, old_balance: 20, new_balance: 32.5 })
      assert.isNotNull(audit.user)
      const lowered = yield* moved(correct(0))
      assert.deepStrictEqual(lowered.moved, { [label]: -32.5, cash_imbalance: 32.5 })
      const same = yield* moved(correct(0))
      assert.deepStrictEqual([done(same.answer).text, same.moved], ["null", {}])
      yield* refused(correct(-0.01), "account.balance_negative")
      yield* refused(correct(150.01), "account.balance_too_high")
      assert.strictEqual((yield* untouched(correct(0.001))).status, 422)
    }))

  it.effect("those of the event are listed as they were at a moment, page by page", () =>
    Effect.gen(function*() {
      const { bar, event, office, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const listed = (query: string) =>
        Effect.map(office("GET", `/system-accounts?${query}`), (answer) => {
          const { entities, ids } = done(answer).body as { ids: ReadonlyArray<number>; entities: Record<string, Body> }
          return { accounts: ids.map((id) => entities[String(id)]!), last: ids.at(-1) }
        })
      const sell = bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" }))
      done(yield* office("POST", "/till-registers", { name: randomUUID() }))
      done(yield* sell)
      const [clock] = yield* sql<{ at: string }>`
        select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
      const then = (yield* listed("")).accounts
      done(yield* office("POST", "/till-registers", { name: randomUUID() }))
      done(yield* bar.post("/order/book-sale", sale([press("meal")], null, { payment_method: "cash" })))
      assert.lengthOf((yield* listed("")).accounts, then.length + 1)
      const asOf = `as_of=${clock!.at}`
      assert.deepStrictEqual((yield* listed(asOf)).accounts, then)
      const pages: Array<Body> = []
      for (let cursor = ""; cursor !== "&cursor=undefined";) {
        const { accounts, last } = yield* listed(`${asOf}&limit=3${cursor}`)
        pages.push(...accounts)
        cursor = `&cursor=${last}`
      }
      assert.deepStrictEqual(pages, then)
      assert.deepStrictEqual((yield* listed("as_of=2020-01-01T00:00:00Z")).accounts, [])
      assert.strictEqual((yield* office("GET", "/system-accounts?as_of=2026-11-28T10:00:00")).status, 422)

      // Bookings of the past may be stored later: there is an account since its first one.
      yield* sql`update account set created_at = clock_timestamp() where event_id = ${event} and type <> 'private'`
      const used = then.filter(({ balance }) => balance !== 0)
      assert.isNotEmpty(used)
      assert.includeDeepMembers([...(yield* listed(asOf)).accounts], used)
      const overview = done(yield* office("GET", `/money-overview?${asOf}`)).body
      assert.includeDeepMembers([...overview.system_accounts as ReadonlyArray<Body>], used)
    }))

  it.effect("corrected vouchers come from where vouchers are made and go back there", () =>
    Effect.gen(function*() {
      const { guest, moved, office } = yield* Festival
      const { accountId, label } = yield* guest({ balance: 0, vouchers: 3 })
      const correct = (new_voucher_amount: unknown) =>
        office("POST", `/accounts/${accountId}/update-voucher-amount`, { new_voucher_amount })
      const seven = yield* moved(correct(10))
      assert.deepStrictEqual(seven.moved, { [`${label} vouchers`]: 7, "voucher_create vouchers": -7 })
      assert.deepInclude(yield* lastAudit, { log_type: "account_vouchers_corrected" })
      assert.deepStrictEqual((yield* lastAudit).content, { id: accountId, old_vouchers: 3, new_vouchers: 10 })
      const ten = yield* moved(correct(0))
      assert.deepStrictEqual(ten.moved, { [`${label} vouchers`]: -10, "voucher_create vouchers": 10 })
      const none = yield* moved(correct(0))
      assert.deepStrictEqual([none.answer.status, none.moved], [200, {}])
      yield* refused(correct(-4), "account.vouchers_negative")
      yield* refused(correct(1_000_001), "order.vouchers_too_many")
      assert.strictEqual((yield* untouched(correct(1.5))).status, 422)
    }))

  it.effect("a balance is corrected to what was said while the tills sell", () =>
    Effect.gen(function*() {
      const { bar, guest, has, holdings, office, press } = yield* Festival
      const buyer = yield* guest({ balance: 100 })
      const sell = bar.post("/order/book-sale", sale([press("beerOnly")], buyer))
      const correct = office("POST", `/accounts/${buyer.accountId}/update-balance`, { new_balance: 9 })
      const answers = yield* Effect.all([sell, sell, correct, sell, sell].map((call) => call), { concurrency: 5 })
      assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 200, 200, 200])
      // The number of earlier sales is random, but the account must match its postings.
      assert.include([9, 6, 3, 0], (yield* has(buyer)).balance)
      yield* holdings
    }))

  it.effect("registers and accounts of the system can't be set, and unknown ones are not found", () =>
    Effect.gen(function*() {
      const { bar, event, office } = yield* Festival
      const listed = done(yield* office("GET", "/system-accounts")).body
      const accounts = Object.values(listed.entities as Record<string, Body>)
      const register = accounts.find((account) => `register ${account.id}` === bar.register)!
      const exit = accounts.find((account) => account.type === "sale_exit")!
      for (
        const [{ id }, rule] of [[register, "register_balance_fixed"], [exit, "system_balance_fixed"]] as const
      ) {
        yield* refused(office("POST", `/accounts/${id}/update-balance`, { new_balance: 1 }), `account.${rule}`)
        yield* refused(
          office("POST", `/accounts/${id}/update-voucher-amount`, { new_voucher_amount: 1 }),
          "account.vouchers_of_customers_only"
        )
        yield* refused(office("POST", `/accounts/${id}/disable`), "tag.account_not_customers")
      }
      for (
        const [path, body] of [
          ["update-balance", { new_balance: 1 }],
          ["update-voucher-amount", { new_voucher_amount: 1 }],
          ["update-comment", { comment: "" }],
          ["disable", undefined]
        ] as const
      ) yield* notFound(office("POST", `/accounts/1/${path}`, body))
      yield* notFound(office("GET", `/accounts/${event}`))
    }))

  it.effect("the overview adds up to nothing with what customers have", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press } = yield* Festival
      const buyer = yield* guest({ balance: 50 })
      done(yield* bar.post("/order/book-sale", sale([press("beer")], buyer)))
      const overview = done(yield* office("GET", "/money-overview")).body
      const system = overview.system_accounts as ReadonlyArray<Body>
      assert.deepStrictEqual(system.map(({ id }) => id), system.map(({ id }) => Number(id)).toSorted((a, b) => a - b))
      const sum = (accounts: ReadonlyArray<Body>) =>
        accounts.reduce((total, { balance }) => total + Math.round(Number(balance) * 100), 0)
      assert.strictEqual(sum(system) + Math.round(Number(overview.total_customer_account_balance) * 100), 0)
      assert.strictEqual(
        sum(system.filter(({ type }) => type === "cash_register")),
        Math.round(Number(overview.total_cash_register_balance) * 100)
      )
      assert.isTrue(system.some(({ balance, type }) => type === "sale_exit" && Number(balance) >= 5))
      assert.isFalse(system.some(({ type }) => type === "private"))
      // Clients of the published version close the list of types.
      for (const { kind, type } of system) assert.include(PublishedAccountType.literals, type, String(kind))
      assert.includeMembers(system.map(({ kind }) => kind), Object.keys(nearestPublished))
      const { entities, ids } = done(yield* office("GET", "/system-accounts")).body
      assert.deepStrictEqual([ids, Object.values(entities as object)], [system.map(({ id }) => id), system])
    }))

  it.effect("a search finds names, comments, PINs and chips, of its event alone and as plain text", () =>
    Effect.gen(function*() {
      const { at, guest, neighbour, office } = yield* Festival
      const one = yield* guest({ balance: 0 })
      const other = yield* guest({ balance: 0 })
      const commented = done(
        yield* office("POST", `/accounts/${one.accountId}/update-comment`, { comment: "Lost_50%Größe" })
      ).body
      assert.deepInclude(commented, { id: one.accountId, comment: "Lost_50%Größe" })
      assert.deepStrictEqual((yield* lastAudit).content, {
        id: one.accountId,
        comment: "Lost_50%Größe",
        old_comment: null
      })
      const find = (search_term: string, more = "") =>
        Effect.map(
          office("POST", `/accounts/find-accounts${more}`, { search_term }),
          (answer) => done(answer).body.ids as ReadonlyArray<number>
        )
      assert.deepStrictEqual(yield* find("  lost_50%gRÖSSE".replace("SS", "ß")), [one.accountId])
      assert.deepStrictEqual(yield* find("LOST%GRÖ"), [])
      assert.deepStrictEqual(yield* find("lostx50"), [])
      assert.deepStrictEqual(yield* find(one.pin.toLowerCase()), [one.accountId])
      assert.deepStrictEqual(yield* find(`00${one.uid.toString(16)}`), [one.accountId])
      assert.deepStrictEqual(yield* find(`00${String(one.uid)}`), [one.accountId])
      assert.include(yield* find(" l "), one.accountId)
      assert.deepStrictEqual(yield* find(""), [])
      assert.include(yield* find("sale exit"), (yield* find("Sale Exit"))[0])
      const all = yield* find("4a1b2c3d4")
      assert.includeMembers([...all], [one.accountId, other.accountId])
      assert.deepStrictEqual(yield* find("4a1b2c3d4", "?limit=1"), all.slice(0, 1))
      assert.deepStrictEqual(yield* find("4a1b2c3d4", `?limit=1000&cursor=${all[0]}`), all.slice(1))
      for (const wrong of ["limit=0", "limit=1001", "limit=1.5", "limit=x", "cursor=x"]) {
        const answer = yield* office("POST", `/accounts/find-accounts?${wrong}`, { search_term: "lost" })
        assert.strictEqual(answer.status, 422, wrong)
      }
      const { event } = yield* neighbour
      const elsewhere = at(event)
      for (const term of ["lost", one.uid.toString(16), one.pin]) {
        const answer = yield* elsewhere("POST", "/accounts/find-accounts", { search_term: term })
        assert.notInclude(done(answer).body.ids as ReadonlyArray<number>, one.accountId)
      }
      yield* notFound(elsewhere("GET", `/accounts/${one.accountId}`))
      yield* notFound(elsewhere("POST", `/accounts/${one.accountId}/update-balance`, { new_balance: 1 }))
    }))

  it.effect("a disabled account keeps its money, shows the tag it had and can't pay any more", () =>
    Effect.gen(function*() {
      const { bar, guest, holdings, office, press } = yield* Festival
      const buyer = yield* guest({ balance: 30 })
      const before = done(yield* office("GET", `/accounts/${buyer.accountId}`)).body
      assert.strictEqual(done(yield* office("POST", `/accounts/${buyer.accountId}/disable`)).text, "null")
      assert.deepInclude(yield* lastAudit, { log_type: "account_disabled" })
      const { tag_history, ...after } = done(yield* office("GET", `/accounts/${buyer.accountId}`)).body
      assert.deepInclude(after, { balance: 30, user_tag_id: null, user_tag_uid: null, user_tag_uid_hex: null })
      const [entry, ...more] = tag_history as ReadonlyArray<Body>
      assert.deepStrictEqual(more, [])
      assert.deepInclude(entry, {
        user_tag_id: before.user_tag_id,
        user_tag_pin: buyer.pin,
        account_id: buyer.accountId,
        user_tag_uid_hex: before.user_tag_uid_hex
      })
      const tag = done(yield* office("GET", `/user-tags/${before.user_tag_id}`)).body
      assert.deepInclude(tag, { account_id: null, user_id: null })
      assert.lengthOf(tag.account_history as ReadonlyArray<unknown>, 1)
      yield* refused(
        bar.post("/order/book-sale", sale([press("beer")], buyer)),
        "CustomerNotFound",
        { user_tag_uid_hex: before.user_tag_uid_hex }
      )
      done(yield* office("POST", `/accounts/${buyer.accountId}/disable`))
      const again = done(yield* office("GET", `/accounts/${buyer.accountId}`)).body
      assert.lengthOf(again.tag_history as ReadonlyArray<unknown>, 1)
      yield* holdings
    }))

  it.effect("the portal sessions of a disabled account end", () =>
    Effect.gen(function*() {
      const { event, guest, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { accountId } = yield* guest({ balance: 0 })
      yield* sql`insert into customer_session (token_hash, event_id, account_id, user_tag_id, expires_at)
        select ${randomBytes(32)}::bytea, event_id, id, user_tag_id, now() + interval '1 day' from account
        where event_id = ${event} and id = ${accountId}`
      done(yield* office("POST", `/accounts/${accountId}/disable`))
      assert.deepStrictEqual(yield* sql`select 1 from customer_session where account_id = ${accountId}`, [])
    }))

  it.effect("someone with a password loses the tag and nothing else", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const { id, uid } = yield* tills.colleague()
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set password_hash = 'x' where id = ${id}`
      const [account] = yield* sql<{ id: bigint }>`
        select customer_account_id as id from usr where id = ${id} and customer_account_id is not null`
      done(yield* office("POST", `/accounts/${account!.id}/disable`))
      const [after] = yield* sql`select user_tag_id, customer_account_id as id from usr where id = ${id}`
      assert.deepStrictEqual({ ...after }, { user_tag_id: null, id: account!.id })
      const found = done(yield* office("POST", "/user-tags/find-user-tags", { search_term: `00${String(uid)}` })).body
      const [tag] = Object.values(found.entities as Record<string, Body>)
      assert.deepInclude(tag, { account_id: null, user_id: null })
      assert.strictEqual((yield* (yield* Doctor).diagnose(3)).count, 0)
    }))

  it.effect("who works with a tag keeps it while they need it", () =>
    Effect.gen(function*() {
      const { bar, office, tills } = yield* Festival
      const accountOf = (uid: bigint) =>
        Effect.map(
          office("POST", "/accounts/find-accounts", { search_term: uid.toString(16) }),
          (answer) => (done(answer).body.ids as ReadonlyArray<number>)[0]
        )
      yield* refused(
        office("POST", `/accounts/${yield* accountOf(bar.cashier.uid)}/disable`),
        "tag.user_works_with_tag"
      )
      const idle = yield* tills.colleague()
      yield* refused(
        office("POST", `/accounts/${yield* accountOf(idle.uid)}/disable`),
        "tag.user_needs_tag"
      )
    }))
})
