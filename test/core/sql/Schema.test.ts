import { assert, layer } from "@effect/vitest"
import { AccountType, guardedTypes, systemAccounts } from "@wristbank/core/base/Account"
import { Effect, Predicate } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

/** The directory that all events of an installation share: it says to which event a row belongs. */
const directory = ["node", "usr", "user_role"]

/** Indexes of event-scoped tables that don't begin with the event, and the reason for each. */
const otherIndexes: Readonly<Record<string, string>> = {
  blob_address: "a file's address is shown before anything is known of its event",
  button_picture_address: "a picture's address is shown before anything is known of its event",
  account_words: "each word begins with the event",
  account_tag: "found by the tag, whatever the plan was made for; the event follows",
  card_payment_customer: "found by the customer, whatever the plan was made for; the event follows",
  event_portal: "a portal says its address before anything is known of its event",
  customer_words: "each word begins with the event",
  customer_session_pkey: "a token is shown before anything is known of its event",
  grant_request_content: "found by the content, whatever the plan was made for; the event follows",
  ordr_transaction: "the summaries add up what is new in all events",
  ordr_uuid: "found by the uuid, whatever the plan was made for; the event follows",
  posting_transaction: "the roll-up reads what is new in all events",
  terminal_active_user: "found by the user, whose event is that of the terminal",
  terminal_registration: "a code is shown before anything is known of its event",
  terminal_session: "a token is shown before anything is known of its event",
  ticket_voucher_token: "found by the code, whatever the plan was made for; the event follows",
  user_tag_uid: "found by the chip, whatever the plan was made for; the event follows"
}

/** Tables that every booking writes. */
const hot = ["ordr", "line_item", "posting", "signing_job"]

const appendOnly = ["audit_log", "line_item", "ordr", "posting"]

const checkViolation = "23514"
const restrictViolation = "23001"

/** SQLSTATE of the refusal of a statement. */
const refusal = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
  Effect.map(
    Effect.flip(statement),
    ({ reason }) => Predicate.hasProperty(reason.cause, "code") ? String(reason.cause.code) : String(reason.cause)
  )

/** An event with an account of every type and one order with a line and a posting. */
const bookedEvent = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [node] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids, event_id)
    values (0, ${crypto.randomUUID()}, '', '{0}', null) returning id`
  const event = node!.id
  yield* sql`insert into event (event_id, settings) values (${event}, '{}')`
  const accounts = yield* sql<{ id: bigint; type: string }>`insert into account (event_id, node_id, type)
    select ${event}, ${event}, type from unnest(${[...AccountType.literals]}::text[]) as type returning id, type`
  const [first, second] = accounts
  const [order] = yield* sql<{ id: bigint }>`insert into ordr
    (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id, item_count)
    values (${event}, gen_random_uuid(), '', 'sale', 'cash', now(), 1, 1, 1, 1) returning id`
  yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id,
      product_price, tax_rate_id, tax_name, tax_rate, total_price, total_tax)
    values (${event}, ${order!.id}, 0, 1, 1, 1, 450, 1, 'none', 0, 450, 0)`
  yield* sql`insert into posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at)
    values (${event}, ${order!.id}, ${first!.id}, ${second!.id}, 450, 0, now())`
  yield* sql`insert into audit_log (node_id, log_type, content) values (${event}, 'event_created', '{"by": "root@host"}')`
  return { accounts, event }
})

layer(databaseLayer)("the schema", (it) => {
  it.effect("every key and index of an event's rows leads with the event", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const scoped = yield* sql<{ name: string; keyed: boolean }>`
        select relname as name, exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'p') as keyed
        from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'event_id'
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relname = any(${directory}::text[])`
      assert.includeMembers(scoped.map(({ name }) => name), [...hot, "account", "product", "till", "user_tag"])
      assert.deepStrictEqual(scoped.filter(({ keyed }) => !keyed), [])
      const others = yield* sql<{ name: string }>`
        select index.relname as name
        from pg_index join pg_class index on index.oid = indexrelid join pg_class owner on owner.oid = indrelid
          left join pg_attribute first on first.attrelid = indrelid and first.attnum = indkey[0]
        where owner.relname = any(${scoped.map(({ name }) => name)}::text[])
          and owner.relnamespace = 'public'::regnamespace and first.attname is distinct from 'event_id'`
      assert.sameMembers(others.map(({ name }) => name), Object.keys(otherIndexes))
    }))

  it.effect("what holds within an event is unique within it alone", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const global = yield* sql<{ name: string }>`
        select index.relname as name
        from pg_index join pg_class index on index.oid = indexrelid join pg_class owner on owner.oid = indrelid
        where indisunique and owner.relnamespace = 'public'::regnamespace and not owner.relname = any(${directory}::text[])
          and exists (select from pg_attribute where attrelid = indrelid and attname = 'event_id')
          and not exists (
            select from pg_attribute where attrelid = indrelid and attname = 'event_id' and attnum = any(indkey::int2[])
          )`
      assert.sameMembers(
        global.map(({ name }) => name),
        ["customer_session_pkey", "terminal_registration", "terminal_session"]
      )
    }))

  it.effect("the tables of a booking have no foreign keys and no triggers but those that keep them append-only", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* sql`select conname from pg_constraint where contype = 'f'
        and (conrelid = any(${hot}::regclass[]) or confrelid = any(${hot}::regclass[]))`
      assert.deepStrictEqual(keys, [])
      const triggers = yield* sql<{ name: string }>`
        select tgname as name from pg_trigger
        where tgrelid = any(${[...hot, "account"]}::regclass[]) and not tgisinternal`
      assert.sameMembers(
        triggers.map(({ name }) => name),
        ["line_item", "ordr", "posting"].flatMap((name) => [`${name}_append_only`, `${name}_no_truncate`])
      )
    }))

  it.effect("orders, line items, postings and the audit log can't be changed, deleted or emptied", () =>
    Effect.gen(function*() {
      yield* bookedEvent
      const sql = yield* SqlClient.SqlClient
      for (const name of appendOnly) {
        const before = yield* sql`select * from ${sql(name)}`
        assert.isNotEmpty(before, name)
        const column = name === "audit_log" ? "node_id" : "event_id"
        for (
          const statement of [
            sql`update ${sql(name)} set ${sql(column)} = ${sql(column)}`,
            sql`delete from ${sql(name)}`,
            sql`truncate ${sql(name)}`,
            sql`truncate ${sql(name)} cascade`
          ]
        ) assert.strictEqual(yield* refusal(statement), restrictViolation, name)
        assert.deepStrictEqual(yield* sql`select * from ${sql(name)}`, before)
      }
    }))

  it.effect("customers and transports never hold less than nothing, a register may", () =>
    Effect.gen(function*() {
      const { event } = yield* bookedEvent
      const sql = yield* SqlClient.SqlClient
      for (const type of guardedTypes) {
        const holds = (column: "balance" | "vouchers", value: number) =>
          sql`update account set ${sql(column)} = ${value} where event_id = ${event} and type = ${type} returning id`
        assert.lengthOf(yield* holds("balance", 1), 1)
        if (type === "cash_register") {
          assert.lengthOf(yield* holds("balance", -1), 1)
          continue
        }
        assert.strictEqual(yield* refusal(holds("balance", -1)), checkViolation, type)
        assert.strictEqual(yield* refusal(holds("vouchers", -1)), checkViolation, type)
      }
    }))

  it.effect("accounts of the system are given no balance", () =>
    Effect.gen(function*() {
      const { event } = yield* bookedEvent
      const sql = yield* SqlClient.SqlClient
      assert.sameMembers([...guardedTypes, ...systemAccounts.map(({ type }) => type)], [...AccountType.literals])
      for (const { type } of systemAccounts) {
        for (const column of ["balance", "vouchers"]) {
          for (const value of [1, -1]) {
            const statement = sql`update account set ${sql(column)} = ${value}
              where event_id = ${event} and type = ${type}`
            assert.strictEqual(yield* refusal(statement), checkViolation, `${column} of ${type}`)
          }
        }
        assert.match(
          yield* refusal(sql`insert into account (event_id, node_id, type) values (${event}, ${event}, ${type})`),
          /^23505$/,
          `a second ${type}`
        )
      }
    }))

  it.effect("a posting moves something, somewhere else, for one reason", () =>
    Effect.gen(function*() {
      const { event } = yield* bookedEvent
      const sql = yield* SqlClient.SqlClient
      const posting = { source: 1, target: 2, amount: 1, vouchers: 0, order: 1, user: null }
      const wrong: ReadonlyArray<Partial<Record<keyof typeof posting, number | null>>> = [
        { amount: 0 },
        { amount: -1 },
        { amount: 2, vouchers: -1 },
        { target: 1 },
        { user: 1 },
        { order: null }
      ]
      for (const change of wrong) {
        const { amount, order, source, target, user, vouchers } = { ...posting, ...change }
        const statement =
          sql`insert into posting (event_id, order_id, conducting_user_id, source_account, target_account,
            amount, vouchers, booked_at)
          values (${event}, ${order}::bigint, ${user}::bigint, ${source}, ${target}, ${amount}, ${vouchers}, now())`
        assert.strictEqual(yield* refusal(statement), checkViolation, JSON.stringify(change))
      }
    }))
})
