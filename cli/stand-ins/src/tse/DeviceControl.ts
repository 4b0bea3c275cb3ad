import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as TarArchive from "@wristbank/core/tse/TarArchive"
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { exportOf } from "./device/DeviceExport.ts"
import { DeviceFault } from "./device/DeviceFault.ts"
import { DeviceConditions } from "./device/DeviceState.ts"
import { type DeviceAddress, type DeviceServer, notServed, Welcome } from "./DeviceServer.ts"
import type { SimulatedDevice } from "./SimulatedDevice.ts"

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Orders for a simulated device beside its own protocol; each is a POST with JSON. */
const orders = {
  "/faults": Schema.Array(DeviceFault),
  /** Absent conditions are as in a new device. */
  "/conditions": DeviceConditions,
  /** How new connections are treated. */
  "/welcome": Schema.Struct({ welcome: Welcome }),
  /** How long a signed operation takes. */
  "/delay": Schema.Struct({ milliseconds: count }),
  /** Switches it off and on again, with or without its memory. */
  "/restart": Schema.Struct({ forgets: Schema.Boolean }),
  /** Sends a text unchanged to all connections. */
  "/say": Schema.Struct({ text: Schema.String })
} as const

/** The report of a simulated device about itself. */
export const DeviceReport = Schema.Struct({
  serial: Schema.String,
  /** The uncompressed point in base64. */
  public_key: Schema.String,
  connections: Schema.Int,
  transactions: Schema.Int,
  signature_counter: Schema.Int,
  clients: Schema.Array(Schema.String),
  open_transactions: Schema.Array(Schema.Struct({ number: Schema.Int, client_id: Schema.String })),
  wrong_passwords: Schema.Int,
  conditions: DeviceConditions,
  faults: Schema.Array(DeviceFault)
})

/** Serves the control interface of the device on the loopback interface until the scope closes. */
export const serveControl = Effect.fnUntraced(
  function*(simulated: SimulatedDevice, server: DeviceServer, { host, port }: DeviceAddress) {
    const listening = yield* Layer.build(
      HttpRouter.serve(routes(simulated, server), { disableLogger: true, disableListenLog: true }).pipe(
        Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { host, port, gracefulShutdownTimeout: 0 }))
      )
    ).pipe(Effect.mapError(({ cause }) => notServed(host, port, cause)))
    return HttpServer.formatAddress(Context.get(listening, HttpServer.HttpServer).address)
  }
)

const routes = (simulated: SimulatedDevice, server: DeviceServer) => {
  const { memory } = simulated
  const { device, journal } = memory
  const archive = Effect.sync(() =>
    HttpServerResponse.stream(
      Stream.fromReadableStream({
        evaluate: () => TarArchive.pack(exportOf(device, journal.events())),
        onError: (cause) => new Error("The log can't be read", { cause })
      }),
      { contentType: "application/x-tar" }
    )
  )
  return Layer.mergeAll(
    HttpRouter.add("GET", "/state", Effect.sync(() => HttpServerResponse.jsonUnsafe(reportOf(simulated)))),
    HttpRouter.add("GET", "/export.tar", archive),
    HttpRouter.add("DELETE", "/faults", obeyed(() => memory.clearFaults())),
    HttpRouter.add("POST", "/drop", obeyed(simulated.drop)),
    HttpRouter.add("POST", "/block", obeyed(() => memory.block())),
    ordered("/faults", (faults) => Effect.sync(() => memory.addFaults(...faults))),
    ordered("/conditions", (conditions) => Effect.sync(() => memory.change(conditions))),
    ordered("/welcome", ({ welcome }) => Effect.sync(() => server.welcome(welcome))),
    ordered("/delay", ({ milliseconds }) => Effect.sync(() => simulated.setDelay(milliseconds))),
    ordered("/restart", (how) => simulated.restart(how)),
    ordered("/say", ({ text }) => Effect.sync(() => simulated.say(text)))
  )
}

const obeyed = (work: () => void) => Effect.as(Effect.sync(work), HttpServerResponse.empty())

const ordered = <Path extends keyof typeof orders>(
  path: Path,
  obey: (order: typeof orders[Path]["Type"]) => Effect.Effect<void>
) =>
  HttpRouter.add(
    "POST",
    path,
    HttpServerRequest.schemaBodyJson(Schema.toCodecJson(orders[path])).pipe(
      Effect.flatMap(obey),
      Effect.as(HttpServerResponse.empty()),
      Effect.catch((error) => Effect.succeed(HttpServerResponse.jsonUnsafe({ message: `${error}` }, { status: 400 })))
    )
  )

const reportOf = ({ lines, memory: { device, faults, state } }: SimulatedDevice): typeof DeviceReport.Type => ({
  serial: device.key.serial,
  public_key: Buffer.from(device.key.publicKey).toString("base64"),
  connections: lines.size,
  transactions: state.transactions,
  signature_counter: state.counter,
  clients: [...state.clients].toSorted(),
  open_transactions: [...state.open].map(([number, client_id]) => ({ number, client_id })),
  wrong_passwords: state.passwordFailures,
  conditions: state.conditions,
  faults
})
