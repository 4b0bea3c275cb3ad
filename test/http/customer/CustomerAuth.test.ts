import { assert, layer } from "@effect/vitest"
import { limits } from "@wristbank/core/base/limits/Limits"
import { CustomerSessions } from "@wristbank/core/guest/CustomerSessions"
import { portalNetwork } from "@wristbank/core/organisation/SignInLimit"
import { NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVouchers } from "@wristbank/core/wristband/TicketVouchers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, serverLayer, signInAdministrator } from "../../support/administration.ts"
import { noAttempts, useUp } from "../../support/attempts.ts"

/** An event with a guest who has 12.50 and 3 vouchers on the tag with the PIN, and had another tag before. */
const guest = Effect.fnUntraced(function*(name: string, pin: string) {
  const id = yield* createNode(yield* signInAdministrator, 0, "event", { name })
  const sql = yield* SqlClient.SqlClient
  const [account] = yield* sql<{ id: bigint }>`with secret as (
      insert into user_tag_secret (event_id, node_id, key0, key1, description)
      values (${id}, ${id}, '', '', '') returning id
    ), tag as (
      insert into user_tag (event_id, node_id, pin, uid, secret_id, comment)
      select ${id}, ${id}, tag.pin, tag.uid, secret.id, tag.comment
      from secret, (values (${pin}, 18446744073709551615, 'drunk'), ('LOST-' || ${pin}, 255, 'lost')) as tag (pin, uid, comment)
      returning id, pin
    ), account as (
      insert into account (event_id, node_id, type, user_tag_id, balance, vouchers, comment)
      select ${id}, ${id}, 'private', tag.id, 1250, 3, 'owes us' from tag where pin = ${pin} returning id
    )
    select id from account`
  const accountId = account?.id ?? 0n
  yield* sql`insert into customer (event_id, account_id) values (${id}, ${accountId})`
  yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
    select event_id, ${accountId}, id from user_tag where event_id = ${id} and pin = ${`LOST-${pin}`}`
  return { id, accountId: Number(accountId) }
})

const login = (pin: string, node_id: number) => call("/portal/auth/login", { body: { pin, node_id } })

layer(serverLayer, { excludeTestServices: true })("the customer portal", (it) => {
  it.effect("opens for the PIN of a wristband, in upper or lower case", () =>
    Effect.gen(function*() {
      const { accountId, id } = yield* guest("Open", "ABC123")
      const answer = yield* login("abc123", id)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(field(answer.body, "grant_type"), "bearer")
      const token = String(field(answer.body, "access_token"))
      const customer = (yield* call("/portal/customer", { token })).body
      assert.deepStrictEqual(customer, field(answer.body, "customer"))
      assert.deepInclude(customer, {
        node_id: id,
        id: accountId,
        type: "private",
        balance: 12.5,
        vouchers: 3,
        comment: null,
        user_tag_comment: null,
        user_tag_pin: "ABC123",
        tag_history: [],
        user_tag_uid_hex: "FFFFFFFFFFFFFFFF",
        restriction: null,
        donation: 0,
        donate_all: false,
        has_entered_info: false,
        payout_export: true,
        iban: null,
        payout: null
      })
      const sql = yield* SqlClient.SqlClient
      const [session] = yield* sql<{ days: number }>`select round(extract(epoch from expires_at - now()) / 86400)::int4
        as days from customer_session where event_id = ${id}`
      assert.strictEqual(session?.days, 30)
    }))

  it.effect("opens for a PIN with 0 for O or 1 for I, where no PIN of the event uses what was typed", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Alike", "AO1")
      for (const pin of ["a01", "A0I", "AO1"]) assert.strictEqual((yield* login(pin, id)).status, 200, pin)
      const { id: other } = yield* guest("Not alike", "AO10")
      for (const pin of ["A010", "AO1O"]) assert.strictEqual((yield* login(pin, other)).status, 403, pin)
      assert.strictEqual((yield* login("AOI0", other)).status, 200)
      yield* noAttempts
    }))

  it.effect("stays shut for other PINs, old tags, other nodes and archived events", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Shut", "DEF456")
      const other = yield* createNode(yield* signInAdministrator, id, "node", { name: "Bar" })
      for (
        const [pin, node] of [["DEF45", id], ["DEF456", other], ["DEF456", 999_999], ["", id]] as const
      ) {
        const answer = yield* login(pin, node)
        const refused = [answer.status, field(answer.body, "rule")]
        assert.deepStrictEqual(refused, [403, "account.sign_in_failed"], `${pin} at ${node}`)
      }
      assert.strictEqual(field((yield* login("LOST-DEF456", id)).body, "rule"), "account.wristband_exchanged")
      const token = String(field((yield* login("def456", id)).body, "access_token"))
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where id = ${id}`
      assert.strictEqual((yield* login("DEF456", id)).status, 403)
      assert.strictEqual((yield* call("/portal/customer", { token })).status, 401)
    }))

  it.effect("opens for a PIN of mixed case however it is typed, and no two PINs differ in case alone", () =>
    Effect.gen(function*() {
      const { accountId, id } = yield* guest("Mixed", "qRs678")
      for (const typed of ["qRs678", "QRS678", "qrs678"]) {
        assert.strictEqual(field((yield* login(typed, id)).body, "customer", "id"), accountId, typed)
      }
      const sql = yield* SqlClient.SqlClient
      const [secret] = yield* sql<{ id: bigint }>`select id from user_tag_secret where event_id = ${id}`
      const token = yield* signInAdministrator
      const body = [{ pin: "Qrs678", secret_id: Number(secret?.id), restriction: null }]
      const refused = yield* call(`/user-tags?node_id=${id}`, { token, body })
      assert.deepStrictEqual([refused.status, field(refused.body, "rule")], [400, "tag.import_pins_taken"])
    }))

  it.effect("opens for what a pre-sale voucher's link holds, not for the token that opens the gate", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Presale", "TUV901")
      const other = yield* guest("Other presale", "TUV902")
      const vouchers = yield* TicketVouchers
      const [voucher] = yield* vouchers.issue(
        { userId: null, terminalId: null, node: { id: BigInt(id) }, eventId: BigInt(id), by: "desk@office" },
        [new NewTicketVoucher({ token: "abc", external_reference: null, external_link: null, email: "a@example.org" })]
      )
      const link = "$ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qc"
      const answer = yield* login(link, id)
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(field(answer.body, "customer"), {
        id: Number(voucher?.customer_account_id),
        balance: 0,
        user_tag_id: null,
        user_tag_uid: null,
        user_tag_uid_hex: null,
        email: "a@example.org"
      })
      for (const [text, event] of [["abc", id], [link.toUpperCase(), id], [link, other.id]] as const) {
        assert.strictEqual((yield* login(text, event)).status, 403, text)
      }
    }))

  it.effect("ends a session with its sign-out", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Leaving", "GHI789")
      const [one, two] = [yield* login("GHI789", id), yield* login("GHI789", id)]
      const tokens = [one, two].map(({ body }) => String(field(body, "access_token")))
      assert.strictEqual((yield* call("/portal/auth/logout", { token: tokens[0], method: "POST" })).status, 204)
      const statuses = yield* Effect.forEach(tokens, (token) =>
        Effect.map(call("/portal/customer", { token }), ({ status }) => status))
      assert.deepStrictEqual(statuses, [401, 200])
    }))

  it.effect("ends a session when its thirty days are over, and forgets it with the next sign-in", () =>
    Effect.gen(function*() {
      const { accountId, id } = yield* guest("Over", "PQR789")
      const sql = yield* SqlClient.SqlClient
      const [old, recent] = [yield* login("PQR789", id), yield* login("PQR789", id)]
      const [over, running] = [old, recent].map(({ body }) => String(field(body, "access_token")))
      const asked = (token: string | undefined) =>
        Effect.map(call("/portal/customer", { token }), ({ status }) => status)
      const older = (session: string | undefined, age: string) =>
        sql`update customer_session set expires_at = expires_at - ${age}::interval
          where token_hash = sha256(convert_to(${session ?? ""}, 'UTF8'))`
      yield* older(over, "29 days 23 hours")
      assert.deepStrictEqual([yield* asked(over), yield* asked(running)], [200, 200])
      yield* older(over, "1 hour")
      assert.deepStrictEqual([yield* asked(over), yield* asked(running)], [401, 200])
      assert.strictEqual((yield* call("/portal/auth/logout", { token: over, method: "POST" })).status, 401)
      yield* login("PQR789", id)
      const [kept] = yield* sql<{ count: number }>`select count(*)::int4 as count from customer_session
        where event_id = ${id} and account_id = ${accountId}`
      assert.strictEqual(kept?.count, 2)
    }))

  it.effect("ends a session that no one uses for a week", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Unused", "STU012")
      const token = String(field((yield* login("STU012", id)).body, "access_token"))
      const sql = yield* SqlClient.SqlClient
      const unused = (age: string) =>
        Effect.andThen(
          sql`update customer_session set last_seen_at = now() - ${age}::interval where event_id = ${id}`,
          Effect.map(call("/portal/customer", { token }), ({ status }) => status)
        )
      assert.strictEqual(yield* unused("6 days 23 hours"), 200)
      const [noted] = yield* sql<{ now: boolean }>`select last_seen_at > now() - interval '1 minute' as now
        from customer_session where event_id = ${id}`
      assert.isTrue(noted?.now)
      assert.strictEqual(yield* unused("7 days"), 401)
    }))

  it.effect("ends a session when what opened it is no longer the account's, whatever else became of it", () =>
    Effect.gen(function*() {
      const { accountId, id } = yield* guest("Taken", "VWX345")
      const token = String(field((yield* login("VWX345", id)).body, "access_token"))
      const sql = yield* SqlClient.SqlClient
      const asked = Effect.map(call("/portal/customer", { token }), ({ status }) => status)
      assert.strictEqual(yield* asked, 200)
      yield* sql`update account set user_tag_id = null where event_id = ${id} and id = ${accountId}`
      assert.strictEqual(yield* asked, 401)
    }))

  it.effect("opens thirty sessions of a guest in a quarter of an hour, and no more", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Often", "YZA678")
      yield* Effect.repeat(login("YZA678", id), { times: 28 })
      const last = [yield* login("YZA678", id), yield* login("yza678", id)]
      assert.deepStrictEqual(last.map(({ body, status }) => [status, field(body, "id")]), [
        [200, undefined],
        [429, "TooManyAttempts"]
      ])
      assert.strictEqual(field(last[1]?.body, "rule"), "organisation.signed_in_too_often")
    }))

  it.effect("knows no tokens of the back office, nor the back office those of guests", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Apart", "JKL012")
      const token = String(field((yield* login("JKL012", id)).body, "access_token"))
      assert.strictEqual((yield* call("/tree/", { token })).status, 401)
      assert.strictEqual((yield* call("/portal/customer", { token: yield* signInAdministrator })).status, 401)
      assert.strictEqual((yield* call("/portal/customer")).status, 401)
    }))

  it.effect("lets guests in at the address of someone who guesses PINs, and makes guesses take turns", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Guessed", "MNO345")
      yield* noAttempts
      const guesses = (count: number) =>
        Effect.forEach(
          Array.from({ length: count }, (_, n) => n),
          (n) => Effect.map(login(`guess ${n}`, id), ({ status }) => status),
          { concurrency: "unbounded" }
        )
      assert.deepStrictEqual(yield* guesses(limits.portalNetwork), Array<number>(limits.portalNetwork).fill(403))
      assert.strictEqual((yield* login("MNO345", id)).status, 200)
      // The eleven that have a turn or a place come in time; there is none for the others.
      const flood = yield* guesses(60)
      assert.includeMembers([403, 429], flood)
      assert.isAtLeast(flood.filter((status) => status === 429).length, 1)
      assert.strictEqual((yield* login("MNO345", id)).status, 200)
      yield* noAttempts
    }))

  it.effect("lets guests in with the number of their chip while strangers guess PINs at the event", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Under attack", "STU901")
      const uid = 18446744073709551615n
      const withChip = (pin: string, user_tag_uid: bigint) =>
        Effect.map(
          call("/portal/auth/login", { body: { pin, node_id: id, user_tag_uid } }),
          ({ status }) => status
        )
      yield* noAttempts
      yield* useUp(portalNetwork("127.0.0.1"))
      assert.strictEqual((yield* login("STU901", id)).status, 429)
      assert.strictEqual(yield* withChip("STU901", 4711n), 403)
      assert.strictEqual(yield* withChip("WRONG", uid), 403)
      assert.strictEqual(yield* withChip("STU901", uid), 200)
      const guesses = yield* Effect.all(Array.from({ length: 20 }, () => withChip("WRONG", uid)), {
        concurrency: "unbounded"
      })
      assert.includeMembers([403, 429], guesses)
      assert.isAtLeast(guesses.filter((status) => status === 429).length, 1)
      yield* noAttempts
    }))

  it.effect("slows guessing at an event down that comes from many networks, and closes it to no one", () =>
    Effect.gen(function*() {
      const { id } = yield* guest("Botnet", "VWX234")
      const { signIn } = yield* CustomerSessions
      const from = (address: string, pin: string) =>
        Effect.match(signIn({ pin, node_id: BigInt(id), user_tag_uid: null }, address), {
          onSuccess: () => "in",
          onFailure: ({ _tag }) => _tag
        })
      yield* noAttempts
      assert.strictEqual(yield* from("198.51.100.1", "VWX234"), "in")
      yield* Effect.forEach(Array.from({ length: 100 }, (_, n) => n), (n) => from(`203.0.113.${n}`, "WRONG"))
      const guesses = yield* Effect.all(
        Array.from({ length: 60 }, (_, n) => from(`2001:db8:${n}::1`, "WRONG")),
        { concurrency: "unbounded" }
      )
      assert.isAtLeast(guesses.filter((outcome) => outcome === "TooManyAttempts").length, 1)
      assert.strictEqual(yield* from("198.51.100.1", "VWX234"), "in")
      assert.strictEqual(yield* from("192.0.2.77", "VWX234"), "in")
      yield* noAttempts
    }))
})
