// Lets simulated devices sign a queue of orders on a PostgreSQL of its own, with all the work of `wristbank work`, and
// compares the rate with that of the devices: `node scripts/bench/signing.ts`. Options: --devices N, --tills N, --orders N
// (for each device), --delay MS (of each signed operation).
import { NodeRuntime } from "@effect/platform-node"
import { startTemporary } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { signing } from "@wristbank/cli/serving/OwnedWork"
import { Configuration } from "@wristbank/core/base/Configuration"
import { tsePassword } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as Database from "@wristbank/core/sql/Database"
import { migrate } from "@wristbank/core/sql/Migrations"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { virtualDevice } from "@wristbank/stand-ins/tse/device/DeviceProfile"
import { memoryJournal } from "@wristbank/stand-ins/tse/DeviceJournal"
import { serveDevice } from "@wristbank/stand-ins/tse/DeviceServer"
import { makeSimulatedDevice } from "@wristbank/stand-ins/tse/SimulatedDevice"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    devices: { type: "string", default: "2" },
    tills: { type: "string", default: "20" },
    orders: { type: "string", default: "60" },
    delay: { type: "string", default: "250" }
  }
})
const [devices, tills, orders, delay] = [values.devices, values.tills, values.orders, values.delay].map(Number) as [
  number,
  number,
  number,
  number
]
const secretKey = Redacted.make("a key for the benchmark of 32 characters or more")

/** A simulated device on this machine. */
const startDevice = (place: number) =>
  Effect.gen(function*() {
    // Signing on this curve takes next to no time compared with the delay of the device.
    const key = keyOfSeed(`bench ${place}`, "secp256r1")
    const device = yield* makeSimulatedDevice({
      device: virtualDevice(key, "device"),
      journal: memoryJournal(),
      delay
    })
    const { url } = yield* serveDevice(device, { host: "127.0.0.1", port: 0 })
    return { serial: key.serial, url }
  })

/** An event with tills, divided among the devices, and a queue of orders for each device. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { seal } = yield* Secrets
  yield* sql`insert into node (id, parent, name, description, parent_ids) values (1, 0, 'bench', '', '{0}')`
  yield* sql`update node set event_id = 1 where id = 1`
  yield* sql`insert into event (event_id, settings) values (1, '{"currency_identifier": "EUR"}')`
  yield* sql`insert into fiscal_settings (event_id, settings) values (1, '{"signing": true, "outage_limit": 3600}')`
  yield* sql`insert into till_layout (event_id, id, node_id, name) values (1, 1, 1, 'Bar')`
  yield* sql`insert into till_profile (event_id, id, node_id, name, layout_id, allow_top_up, allow_cash_out,
      allow_ticket_sale, allow_ticket_vouchers, enable_ssp_payment, enable_cash_payment, enable_card_payment)
    values (1, 1, 1, 'Bar', 1, true, true, true, true, true, true, true)`
  yield* sql`insert into tax_rate (event_id, id, node_id, name, rate, description, tax_type)
    values (1, 1, 1, 'ust', 1900, '', 'regular_vat')`
  for (let place = 0; place < devices; place++) {
    const { serial, url } = yield* startDevice(place)
    yield* sql`insert into tse (event_id, id, node_id, name, type, ws_url, ws_timeout, password, serial)
      values (1, ${place + 1}, 1, ${`TSE ${place}`}, 'diebold_nixdorf', ${url}, 5, ${
      seal(tsePassword(1n, BigInt(place + 1)), "12345")
    }, ${serial})`
  }
  yield* sql`insert into till (event_id, id, node_id, name, active_profile_id, tse_id)
    select 1, n, 1, 'Till ' || n, 1, n % ${devices}::integer + 1 from generate_series(1, ${tills}::integer) as n`
})

const book = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const all = orders * devices
  yield* sql`insert into ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id,
      cashier_id, item_count)
    select 1, n, gen_random_uuid(), '', 'sale', 'tag', now(), 1, n % ${tills}::integer + 1, 1, 1
    from generate_series(1, ${all}::integer) as n`
  yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
      tax_rate_id, tax_name, tax_rate, total_price, total_tax)
    select 1, n, 0, 1, 1, 1, 450, 1, 'ust', 1900, 450, 72 from generate_series(1, ${all}::integer) as n`
  yield* sql`insert into signing_job (event_id, order_id, till_id, created_at)
    select 1, n, n % ${tills}::integer + 1, now() from generate_series(1, ${all}::integer) as n`
})

const poll = Schedule.spaced("100 millis")

const program = Effect.gen(function*() {
  const { url } = yield* startTemporary
  const database = Database.layer({ url, connections: 2 })
  yield* Effect.provide(migrate, database)
  const context = yield* Layer.build(Layer.merge(database, Secrets.layerOf(secretKey)))
  const configuration = yield* Layer.build(
    Configuration.layer({ environment: { WRISTBANK_DEVICE_NETWORKS: "127.0.0.0/8" } })
  )
  yield* Effect.provideContext(fill, context)
  yield* Layer.build(Layer.provide(signing({ databaseUrl: url, secretKey }), Layer.succeedContext(configuration)))
  const rate = yield* Effect.provideContext(
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`select count(*)::integer as n from tse where connected`.pipe(
        Effect.repeat({ until: ([row]) => row?.["n"] === devices, schedule: poll })
      )
      yield* book
      yield* sql`select 1 from signing_job where status <> 'done' limit 1`.pipe(
        Effect.repeat({ until: (rows) => rows.length === 0, schedule: poll })
      )
      const [row] = yield* sql<{ rate: number }>`select
          (count(*) / extract(epoch from max(last_update) - min(created_at)))::float8 as rate from signing_job`
      return row?.rate ?? 0
    }),
    context
  )
  const most = devices * 1000 / (2 * delay)
  process.stdout.write(
    `${devices} devices, ${tills} tills, ${orders * devices} orders: ${rate.toFixed(2)} orders a second of ${
      most.toFixed(2)
    }, which is ${(100 * rate / most).toFixed(1)} %\n`
  )
})

NodeRuntime.runMain(Effect.scoped(program))
