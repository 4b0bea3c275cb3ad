import { assert, layer } from "@effect/vitest"
import { migrate, migrations, names, pending, runAll } from "@wristbank/core/sql/Migrations"
import { Effect, Fiber, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { emptyDatabase } from "../../support/database.ts"
import { locked, lockWaits } from "../../support/lockWaits.ts"
import { workReported } from "../../support/WorkReported.ts"

/** Migrates to the schema of an earlier version: up to a migration, whose files are those of that time. */
const migrateTo = (last: string) => runAll(migrations.filter(({ id }) => id <= Number(last.slice(0, 4))))

/** Two events of an earlier version; the second has an age limit nowhere. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into node (id, parent, name, description, parent_ids, event_id) overriding system value
    values (7, 0, 'Festival', '', '{0}', 7), (8, 0, 'Other', '', '{0}', 8)`
  yield* sql`insert into event (event_id, settings) values (7, '{"max_account_balance": 15000}'), (8, '{}')`
  yield* sql`insert into tax_rate (event_id, id, node_id, name, rate, description) overriding system value
    values (7, 1, 7, 'none', 0, ''), (8, 1, 8, 'none', 0, '')`
  yield* sql`insert into product (event_id, id, node_id, type, name, price, fixed_price, tax_rate_id, restrictions,
      is_locked, initial_top_up_amount, revision_id) overriding system value
    values (7, 11, 7, 'user_defined', 'Schnapps', 300, true, 1, '{under_18}', true, 0, 21),
      (7, 12, 7, 'user_defined', 'Fireworks', 900, true, 1, '{under_18,under_16}', true, 0, 22),
      (7, 13, 7, 'user_defined', 'Water', 100, true, 1, '{}', true, 0, 23),
      (7, 14, 7, 'ticket', 'Child', 500, true, 1, '{under_16}', true, 200, 24),
      (8, 11, 8, 'user_defined', 'Tea', 100, true, 1, '{}', true, 0, 25)`
  const data = (name: string, restrictions: ReadonlyArray<string>) => JSON.stringify({ name, restrictions })
  yield* sql`insert into product_revision (event_id, id, product_id, data) overriding system value
    values (7, 20, 11, ${data("Schnaps", [])}::jsonb), (7, 21, 11, ${data("Schnapps", ["under_18"])}::jsonb),
      (7, 22, 12, ${data("Fireworks", ["under_18", "under_16"])}::jsonb), (7, 23, 13, ${data("Water", [])}::jsonb),
      (7, 24, 14, ${data("Child", ["under_16"])}::jsonb), (8, 25, 11, ${data("Tea", [])}::jsonb)`
  yield* sql`insert into till_layout (event_id, id, node_id, name) overriding system value values (7, 31, 7, 'Entry')`
  yield* sql`insert into till_layout_ticket (event_id, layout_id, ticket_id, sequence) values (7, 31, 14, 1)`
  yield* sql`insert into user_tag_secret (event_id, id, node_id, key0, key1, description) overriding system value
    values (7, 41, 7, 'a', 'b', ''), (8, 41, 8, 'a', 'b', '')`
  yield* sql`insert into user_tag (event_id, id, node_id, pin, uid, restriction, secret_id, comment) overriding system value
    values (7, 51, 7, 'ADULT', 501, null, 41, null), (7, 52, 7, 'YOUTH', 502, 'under_18', 41, 'lost once'),
      (7, 53, 7, 'CHILD', null, 'under_16', 41, null), (8, 51, 8, 'ADULT', 503, null, 41, null)`
  yield* sql`insert into account (event_id, id, node_id, type, user_tag_id, balance) overriding system value
    values (7, 61, 7, 'private', 52, 1250)`
  yield* sql`insert into customer (event_id, account_id) values (7, 61)`
  yield* sql`insert into ticket_voucher (event_id, id, node_id, created_at, customer_account_id, token, state, credit)
    overriding system value values (7, 91, 7, '2026-05-01T12:00:00Z', 61, 'TICKET', 'suspended', 2000)`
  yield* sql`insert into user_role (id, node_id, event_id, name, is_privileged, privileges) overriding system value
    values (71, 7, 7, 'Cashier', false, '{supervised_terminal_login,can_book_orders}'),
      (72, 7, 7, 'Manager', true, '{node_administration,user_management,allow_privileged_role_assignment}')`
  yield* sql`insert into terminal (event_id, id, node_id, name, registration_uuid) overriding system value
    values (7, 81, 7, 'Entry 1', gen_random_uuid())`
})

layer(emptyDatabase, { excludeTestServices: true })("a database of an earlier version", (it) => {
  it.effect("has the same festival after the upgrade, in the form of this version", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* migrateTo("0028_presale")
      yield* fill
      const { answer: ran, reports } = yield* workReported(migrate)
      assert.deepStrictEqual(reports.map(([done]) => done), names.map((_, at) => at + 1))
      assert.isTrue(reports.every(([, total]) => total === names.length))
      assert.deepStrictEqual(
        ran.map(([id]) => id),
        names.filter((name) => name > "0028_presale").map((name) => Number(name.slice(0, 4)))
      )

      const variants = yield* sql<{ event_id: bigint; id: bigint; variant_name: string; priority: number }>`
        select event_id, id, variant_name, priority from user_tag_variant order by event_id, priority`
      assert.deepStrictEqual(
        variants.map(({ event_id, priority, variant_name }) => [event_id, variant_name, priority]),
        [
          [7n, "under_16", 1],
          [7n, "under_18", 2],
          [8n, "under_16", 1],
          [8n, "under_18", 2]
        ]
      )
      const [child, youth] = variants.map(({ id }) => id)
      // Ids 1 and 2 stand in answers of the earlier version, for the two ages of any event.
      assert.isTrue(variants.every(({ id }) => id >= 3n))

      const products = yield* sql`select id, name, price, variant_ids, is_locked, initial_top_up_amount, revision_id
        from product where event_id = 7 order by id`
      const product = (id: bigint, name: string, price: bigint, variant_ids: ReadonlyArray<unknown>, credit = 0n) => ({
        id,
        name,
        price,
        variant_ids,
        is_locked: true,
        initial_top_up_amount: credit,
        revision_id: id + 10n
      })
      assert.deepStrictEqual(products, [
        product(11n, "Schnapps", 300n, [youth]),
        product(12n, "Fireworks", 900n, [child, youth]),
        product(13n, "Water", 100n, []),
        product(14n, "Child", 500n, [child], 200n)
      ])
      const revisions = yield* sql<{ data: { readonly [name: string]: unknown } }>`
        select data from product_revision order by event_id, id`
      const revision = (name: string, restrictions: ReadonlyArray<string>, ids: ReadonlyArray<unknown>) => ({
        name,
        restrictions,
        user_tag_variant_ids: ids.map(String)
      })
      assert.deepStrictEqual(revisions.map(({ data }) => data), [
        revision("Schnaps", [], []),
        revision("Schnapps", ["under_18"], [youth]),
        revision("Fireworks", ["under_18", "under_16"], [child, youth]),
        revision("Water", [], []),
        revision("Child", ["under_16"], [child]),
        revision("Tea", [], [])
      ])
      const tags =
        yield* sql`select event_id, pin, uid::text as uid, variant_ids, comment from user_tag order by event_id, id`
      assert.deepStrictEqual(tags, [
        { event_id: 7n, pin: "ADULT", uid: "501", variant_ids: [], comment: null },
        { event_id: 7n, pin: "YOUTH", uid: "502", variant_ids: [youth], comment: "lost once" },
        { event_id: 7n, pin: "CHILD", uid: null, variant_ids: [child], comment: null },
        { event_id: 8n, pin: "ADULT", uid: "503", variant_ids: [], comment: null }
      ])
      assert.deepStrictEqual(
        yield* sql`select layout_id, ticket_id from till_layout_ticket`,
        [{ layout_id: 31n, ticket_id: 14n }]
      )
      assert.deepStrictEqual(yield* sql`select id, balance, activated_at from account where id = 61`, [
        { id: 61n, balance: 1250n, activated_at: null }
      ])
      const roles = yield* sql`select name, is_privileged, privileges, assignable_role_ids from user_role
        where id >= 71 order by id`
      assert.deepStrictEqual(roles, [
        {
          name: "Cashier",
          is_privileged: false,
          privileges: ["supervised_terminal_login", "can_book_orders"],
          assignable_role_ids: null
        },
        {
          name: "Manager",
          is_privileged: true,
          privileges: ["node_administration", "user_management", "allow_privileged_role_assignment"],
          assignable_role_ids: null
        }
      ])
      // The functions that bookings call answer the kinds of a wristband.
      const [loaded] = yield* sql<
        { functions: string }
      >`select string_agg(pg_get_functiondef(oid), '') as functions from pg_proc
        where proname in ('load_booking', 'load_cancel', 'load_grant', 'book_grant', 'load_ticket_sale')`
      assert.include(loaded!.functions, "tag.variant_ids")
      assert.notMatch(loaded!.functions, /tag\.restriction\b/)
      // What a presale ticket was before is not known: it was what it is since it was bought.
      const history = sql`select ticket_voucher_id, changed_at < '2026-05-02T00:00:00Z' as since_bought, state, credit
        from ticket_voucher_history order by id`
      const bought = { ticket_voucher_id: 91n, since_bought: true, state: "suspended", credit: 2000n }
      assert.deepStrictEqual(yield* history, [bought])
      yield* sql`update ticket_voucher set state = 'suspended', credit = 2000, guest_name = 'Ada' where id = 91`
      yield* sql`update ticket_voucher set state = 'valid' where id = 91`
      assert.deepStrictEqual(yield* history, [bought, { ...bought, since_bought: false, state: "valid" }])
      yield* sql`insert into terminal_device (event_id, terminal_id, device_id) values (7, 81, 'phone')`
      yield* sql`delete from terminal where id = 81`
      assert.deepStrictEqual(yield* sql`select from terminal_device`, [])
      // A further run finds nothing to do.
      assert.deepStrictEqual(yield* migrate, [])
    }))
})

layer(emptyDatabase, { excludeTestServices: true })("a migration whose table is in use", (it) => {
  it.effect("lets bookings pass, says what has run, and runs once the table is free", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* migrateTo("0031_reports")
      yield* fill
      const reported = yield* locked(sql`select from account`)
      const migrating = yield* Effect.forkChild(migrate)
      yield* lockWaits()
      yield* sql`update account set balance = balance + 50 where event_id = 7 and id = 61`
      const rest = names.filter((name) => name > "0031_reports")
      assert.deepStrictEqual(yield* pending, rest)
      yield* reported
      assert.deepStrictEqual(
        (yield* Fiber.join(migrating)).map(([id]) => id),
        rest.map((name) => Number(name.slice(0, 4)))
      )
      assert.deepStrictEqual(yield* sql`select balance, activated_at from account where id = 61`, [
        { balance: 1300n, activated_at: null }
      ])
      assert.deepStrictEqual(yield* pending, [])
    }).pipe(Effect.provide(Logger.layer([]))))
})
