import { assert, layer } from "@effect/vitest"
import { FiscalSettingsRepository } from "@wristbank/core/fiscal/FiscalSettingsRepository"
import { OverdueOrders } from "@wristbank/core/fiscal/OverdueOrders"
import { SigningRepository } from "@wristbank/core/fiscal/SigningRepository"
import { SigningSweeps } from "@wristbank/core/fiscal/SigningSweeps"
import { TillTseRepository } from "@wristbank/core/fiscal/TillTseRepository"
import { TseStateRepository } from "@wristbank/core/fiscal/TseStateRepository"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { signingEvent, signingLayerOfOwner } from "./SigningWorld.ts"

/** How many signed orders there are, and as many from before signing was switched on, which are never signed. */
const many = 40_000

const tills = 20

/** Most pages that may be read: a few for each till. Signed orders are on ten times as many, and so are those from before. */
const fewPages = 10 * tills

/** Pages of the queue and its indexes that this transaction has read. */
const pagesRead = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ pages: bigint }>`select sum(pg_stat_get_xact_blocks_fetched(oid))::bigint as pages from (
        select 'signing_job'::regclass::oid as oid
        union all select indexrelid from pg_index where indrelid = 'signing_job'::regclass
      ) as relation`,
    ([row]) => Number(row!.pages)
  )
)

/** An event with a long history and a short queue; a device signs for all tills but one. */
const festival = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const event = yield* signingEvent({ signs: false, tills })
  const device = yield* event.addDevice({ serial: "6".repeat(64), url: "ws://127.0.0.1:1" }, {
    tills: event.tills.slice(1)
  })
  yield* sql`update tse set status = 'active' where id = ${device}`
  yield* sql`insert into signing_job (event_id, order_id, till_id, created_at)
    select ${event.event}, n, ${event.till} + n % ${tills}, now() from generate_series(1, ${many}::integer) as n`
  yield* sql`insert into signing_job (event_id, order_id, till_id, created_at, status, tse_id, process_type, process_data,
      transaction_number, started_at, finished_at, signature_counter, signature, duration, result_message)
    select ${event.event}, n, ${event.till} + n % ${tills}, now(), 'done', ${device}, '', '', n, now(), now(), 1, '', 1,
      'success'
    from generate_series(${many}::integer + 1, 2 * ${many}::integer) as n`
  yield* sql`select setval(pg_get_serial_sequence('ordr', 'id'), ${many}::integer)`
  yield* sql`insert into ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id,
      cashier_id, item_count)
    values (${event.event}, ${many}, gen_random_uuid(), '', 'sale', 'tag', now(), 1, ${event.till}, 1, 1)`
  yield* sql`insert into fiscal_settings (event_id, settings) values (${event.event}, '{"signing": true}')`
  yield* sql`select setval(pg_get_serial_sequence('ordr', 'id'), 2 * ${many}::integer)`
  yield* Effect.forEach(event.tills, (till) => event.book(till))
  return { event, owner: { eventId: event.event, tseId: device, epoch: 0n } }
})

const layers = Layer.provideMerge(FiscalSettingsRepository.layer, signingLayerOfOwner)

layer(layers, { excludeTestServices: true })("the plans of signing", (it) => {
  it.effect("read what waits, and neither what is signed nor what never will be", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { event, owner } = yield* festival
      const { failOfDevice, failOfTills } = yield* OverdueOrders
      const { next, pending } = yield* SigningRepository
      const { waiting } = yield* TillTseRepository
      const asked = {
        next: Effect.map(next({ owner, revision: 1, backedOff: [] }), (order) => assert.isDefined(order)),
        pending: pending(owner),
        waiting: Effect.map(waiting, (some) => assert.deepStrictEqual(some.map(({ id }) => id), [event.till])),
        overdueOfDevice: failOfDevice(owner, 3600),
        overdueOfTills: failOfTills([{ eventId: event.event, id: event.till }]),
        measure: SigningSweeps.use(({ measure }) => measure()),
        settings: FiscalSettingsRepository.use(({ signedSoFar }) => signedSoFar(event.event)),
        owned: TseStateRepository.use(({ owned }) => owned)
      }
      const read = Effect.forEach(Object.entries(asked), ([name, ask]) =>
        sql.withTransaction(Effect.gen(function*() {
          const before = yield* pagesRead
          yield* ask
          assert.isBelow((yield* pagesRead) - before, fewPages, name)
          return name
        })))
      yield* read
      yield* sql`analyze signing_job`
      yield* read
      const [size] = yield* sql<{ pages: number }>`select (pg_relation_size('signing_job') / 8192)::integer as pages`
      assert.isAbove(size!.pages, 5 * fewPages)
    }))
})
