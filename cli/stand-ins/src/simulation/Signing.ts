import { SigningSweeps } from "@wristbank/core/fiscal/SigningSweeps"
import { SigningPoll } from "@wristbank/core/fiscal/TseSessions"
import { TsePause, TseWorker } from "@wristbank/core/fiscal/TseWorker"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import * as Database from "@wristbank/core/sql/Database"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { Clock, Context, Duration, Effect, Layer, type Redacted } from "effect"
import { Socket } from "effect/socket"
import { SqlClient } from "effect/sql"
import { keyOfSeed } from "../tse/device/DeviceKey.ts"
import { virtualDevice } from "../tse/device/DeviceProfile.ts"
import { memoryJournal } from "../tse/DeviceJournal.ts"
import { serveDevice } from "../tse/DeviceServer.ts"
import { makeSimulatedDevice } from "../tse/SimulatedDevice.ts"
import type { SiteClient } from "./SiteClient.ts"
import type { VirtualTime } from "./VirtualTime.ts"

interface SigningSite {
  readonly databaseUrl: Redacted.Redacted
  readonly secretKey: Redacted.Redacted
  readonly eventId: number
  readonly office: SiteClient
  readonly tills: number
  readonly time: VirtualTime
}

/** The signing devices of a simulated festival. */
interface SimulatedSigning {
  /** The devices no longer answer. */
  readonly stop: Effect.Effect<void>
  /** They answer again. Orders that were booked in between stay unsigned. */
  readonly recover: Effect.Effect<void>
  /** Waits until each order booked so far is signed, unless the devices don't answer. */
  readonly settle: Effect.Effect<void>
}

/** Fewer tills than a device takes, as it has clients of its own. */
const tillsPerDevice = 90

/** Longer than an order waits for its signature, in milliseconds. */
const beyondLimit = 11_000

const devicesOf = (timeouts: { readonly answer: Duration.Duration; readonly ping: Duration.Duration }) =>
  Layer.provide(Vendors.layerOf(timeouts), Socket.layerWebSocketConstructorGlobal)

/** On connections of its own, as in a server. */
const servicesOn = ({ databaseUrl, secretKey }: SigningSite) =>
  Layer.merge(SigningSweeps.layer, TseWorker.layer).pipe(
    Layer.provide([
      devicesOf({ answer: Duration.seconds(60), ping: Duration.seconds(2) }),
      Secrets.layerOf(secretKey),
      Layer.succeed(TsePause, () => Duration.millis(20)),
      Layer.succeed(SigningPoll, "20 millis")
    ]),
    Layer.provideMerge(Database.layer({ url: databaseUrl, connections: 4, freshPlans: true })),
    Layer.fresh
  )

/** Connects devices to the event, which signs from now on, until the scope closes. How long an outage lasts is simulated time. */
export const simulatedSigning = Effect.fnUntraced(function*(site: SigningSite) {
  const services = yield* Layer.build(servicesOn(site))
  const workers = Context.get(services, TseWorker)
  const sweeps = Context.get(services, SigningSweeps)
  const sql = Context.get(services, SqlClient.SqlClient)
  const eventId = BigInt(site.eventId)
  const devices = yield* Effect.forEach(
    Array.from({ length: Math.ceil(site.tills / tillsPerDevice) }, (_, n) => `Device ${n + 1}`),
    (name) =>
      Effect.gen(function*() {
        const { answer, id } = yield* makeDevice(site, name)
        yield* Effect.forkScoped(workers.supervise(eventId, BigInt(id)))
        return answer
      })
  )
  let answers = true

  const isWaiting = Effect.map(
    Effect.orDie(sql`select from signing_job where event_id = ${eventId} and status in ('new', 'pending') limit 1`),
    (found) => found.length > 0
  )
  const nothingWaits = Effect.asVoid(Effect.repeat(Effect.delay(isWaiting, "20 millis"), { while: (waits) => waits }))

  const settle = Effect.suspend(() =>
    answers ? Effect.andThen(Effect.orDie(sweeps.assign()), nothingWaits) : Effect.void
  )

  return {
    stop: Effect.andThen(
      settle,
      Effect.sync(() => {
        answers = false
        for (const answer of devices) answer(false)
      })
    ),
    recover: Effect.gen(function*() {
      // None of the orders that were booked meanwhile may be left to chance.
      yield* site.time.set(site.time.now() + beyondLimit)
      yield* nothingWaits
      answers = true
      for (const answer of devices) answer(true)
    }),
    settle
  } satisfies SimulatedSigning
}, (made, { time }) => Effect.provideService(made, Clock.Clock, time.monotonic))

/** Switches a device on and tells the event of it. */
const makeDevice = Effect.fnUntraced(function*({ eventId, office }: SigningSite, name: string) {
  const key = keyOfSeed(`simulated festival, ${name}`)
  const device = yield* makeSimulatedDevice({
    device: virtualDevice(key, "device"),
    journal: memoryJournal(),
    delay: 0
  })
  const { url, welcome } = yield* serveDevice(device, { host: "127.0.0.1", port: 0 })
  const id = yield* office.create(`/tses/?node_id=${eventId}`, {
    name,
    type: "diebold_nixdorf",
    serial: key.serial,
    ws_url: url,
    ws_timeout: 5,
    password: "12345",
    first_operation: null
  })
  const answer = (does: boolean) => {
    welcome(does ? "accept" : "refuse")
    if (!does) device.drop()
  }
  return { answer, id }
})
