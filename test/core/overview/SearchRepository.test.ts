import { assert, layer } from "@effect/vitest"
import { HitKind, mostHits } from "@wristbank/core/overview/SearchHit"
import { type SearchQuery, searchQuery } from "@wristbank/core/overview/SearchQuery"
import { SearchRepository } from "@wristbank/core/overview/SearchRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

/** Guests of each of two events, and orders of each. */
const guests = 20_000

const firstNames = ["Jörg", "Anna", "Zoë", "Łukasz", "Strauß", "Mueller", "Émile", "Samuel"]

/** Two events with the same guests, wristbands and orders; the second has a node with a till and a product. */
const crowd = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    yield* sql`set local session_replication_role = replica`
    yield* sql`insert into node (id, parent, name, description, parent_ids, event_id) values
      (1, 0, 'One', '', '{0}', 1), (2, 0, 'Two', '', '{0}', 2), (3, 2, 'Bierstand Süd', '', '{0,2}', 2)`
    yield* sql`insert into event (event_id, settings) select n, '{}' from generate_series(1, 2) n`
    yield* sql`insert into till (event_id, id, node_id, name, active_profile_id) values
      (1, 1, 1, 'Bar', 1), (2, 1, 2, 'Bar', 1), (2, 2, 3, 'Südbar', 1)`
    yield* sql`insert into product (event_id, id, node_id, type, name, price, fixed_price, tax_rate_id) values
      (2, 1, 3, 'user_defined', 'Süßes Bier', 100, true, 1), (2, 2, 2, 'user_defined', 'Bier', 100, true, 1),
      (2, 3, 2, 'user_defined', 'Freibier', 100, true, 1), (2, 4, 2, 'topup', 'Bier', null, false, 1)`
    for (const event of [1, 2]) {
      yield* sql`insert into user_tag (event_id, id, node_id, pin, uid, secret_id)
        select ${event}::int, n, ${event}::int, 'PIN' || lpad(n::text, 6, '0'), ${0x04a1_0000_0000_00}::bigint + n, 1
        from generate_series(1, ${guests}::int) n`
      yield* sql`insert into account (event_id, id, node_id, type, user_tag_id)
        select ${event}::int, n, ${event}::int, 'private', n from generate_series(1, ${guests}::int - 1) n`
      yield* sql`insert into customer (event_id, account_id, account_name, email, iban)
        select ${event}::int, n, (${firstNames}::text[])[1 + n % 8] || ' Nr' || n, 'g' || n || '@example.org',
          'DE' || lpad(n::text, 20, '0') from generate_series(1, ${guests}::int - 1) n`
      yield* sql`insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id,
          cashier_id, item_count)
        select ${event}::int, gen_random_uuid(), '', 'sale', 'cash', now(), 1, ${event}::int, 1, 1
        from generate_series(1, ${guests}::int) n`
    }
    yield* sql`analyze`
  }).pipe(sql.withTransaction)
)

const database = Layer.merge(SearchRepository.layer, Layer.effectDiscard(crowd)).pipe(Layer.provideMerge(databaseLayer))

const large = ["account", "customer", "ordr", "user_tag"]

/** The hits of a search at a node with all rights; no growing table may be scanned sequentially. */
const found = Effect.fnUntraced(
  function*(text: string, at: { readonly event: bigint; readonly node?: bigint } = { event: 2n }) {
    const { event, node = event } = at
    const sql = yield* SqlClient.SqlClient
    const { find } = yield* SearchRepository
    const path = new Map(HitKind.literals.map((kind) => [kind, kind === "order" ? [] : [event]]))
    const scans = sql`select relname, seq_scan from pg_stat_xact_user_tables
      where relname = any(${large}::text[]) order by relname`
    const before = yield* scans
    const query = searchQuery(text) as SearchQuery
    const hits = yield* find({ eventId: event, nodeId: node, above: path, beginnings: true, query })
    assert.deepStrictEqual(yield* scans, before, text)
    return hits
  },
  (effect) => SqlClient.SqlClient.use((sql) => sql.withTransaction(effect))
)

const titles = (hits: ReadonlyArray<{ readonly title: string }>) => hits.map(({ title }) => title)

layer(database)("found without reading what others have are", (it) => {
  it.effect("guests by the beginnings of words, whatever the case, the accents and the spelling of umlauts", () =>
    Effect.gen(function*() {
      for (
        const [text, name] of [
          ["jörg nr8", "Jörg Nr8"],
          ["JOERG nr8", "Jörg Nr8"],
          ["jorg", "Jörg Nr1000"],
          ["nr9 anna", "Anna Nr9"],
          ["zoe nr2", "Zoë Nr2"],
          ["lukasz nr3", "Łukasz Nr3"],
          ["strauss nr4", "Strauß Nr4"],
          ["müller nr5", "Mueller Nr5"],
          ["emile nr6", "Émile Nr6"],
          ["samuel nr7", "Samuel Nr7"]
        ] as const
      ) {
        const hits = yield* found(text)
        assert.strictEqual(hits[0]?.title, name, text)
        assert.isTrue(hits.every(({ found_by, node_id }) => found_by === "name" && node_id === 2n))
      }
      assert.deepStrictEqual(titles(yield* found("oerg")), [])
      assert.deepStrictEqual(yield* found("' & | ! :* \\"), [])
      assert.lengthOf(yield* found("anna"), mostHits)
    }))

  it.effect("guests by e-mail address, PIN, chip and IBAN, whole values first", () =>
    Effect.gen(function*() {
      for (const text of ["g123@example.org", "G123@EX"]) {
        const [hit, ...others] = yield* found(text)
        assert.deepInclude(hit, { kind: "guest", id: 123n, found_by: "email" })
        assert.deepStrictEqual(others, [])
      }
      assert.deepStrictEqual(yield* found("example"), [])
      assert.deepStrictEqual(yield* found("g123@elsewhere"), [])
      const [first, ...others] = yield* found("pin000012")
      assert.deepInclude(first, {
        id: 12n,
        found_by: "pin",
        title: "Strauß Nr12",
        detail: "PIN000012 · 4A1000000000C"
      })
      assert.deepStrictEqual(others, [])
      const tens = Array.from({ length: 10 }, (_, n) => BigInt(10 + n))
      assert.sameMembers((yield* found("pin00001")).map(({ id }) => id), tens)
      for (const text of ["04a1000000000c", "4A1000000000C", "04:A1:00:00:00:00:0C", String(0x04a1_0000_0000_0cn)]) {
        assert.deepInclude((yield* found(text))[0], { id: 12n, found_by: "chip" }, text)
      }
      assert.lengthOf(yield* found("04A1"), mostHits)
      const [byIban] = yield* found("de00 0000 0000 0000 0000 17")
      assert.deepInclude(byIban, { id: 17n, found_by: "iban" })
    }))

  it.effect("orders by number and uuid, wristbands that no one has, and nothing of another event", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [order] = yield* sql<{ id: bigint; uuid: string }>`select id, uuid from ordr where event_id = 2 limit 1`
      const hit = { kind: "order" as const, id: order!.id, node_id: 3n, title: String(order!.id), detail: "Südbar" }
      assert.deepInclude((yield* found(`#${order!.id}`))[0], { ...hit, found_by: "number" })
      assert.deepInclude((yield* found(order!.uuid))[0], { ...hit, found_by: "uuid" })
      assert.deepStrictEqual(yield* found(order!.uuid, { event: 1n }), [])
      assert.deepInclude((yield* found(`PIN${String(guests).padStart(6, "0")}`))[0], {
        kind: "user_tag",
        id: BigInt(guests)
      })
    }))

  it.effect("names in an order: the name itself, its beginning, one of its words", () =>
    Effect.gen(function*() {
      const hits = yield* found("bier")
      assert.deepStrictEqual(hits.map(({ kind, title }) => [kind, title]), [
        ["product", "Bier"],
        ["node", "Bierstand Süd"],
        ["product", "Süßes Bier"]
      ])
      assert.deepStrictEqual(titles(yield* found("suess", { event: 2n, node: 3n })), ["Süßes Bier"])
      assert.deepStrictEqual(titles(yield* found("sued")), ["Südbar", "Bierstand Süd"])
    }))
})
