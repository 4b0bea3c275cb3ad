import { assert, it } from "@effect/vitest"
import { connectTo, databasePlace, type OutgoingRule } from "@wristbank/cli/outgoing/OutgoingConnection"
import { send } from "@wristbank/cli/outgoing/SmtpTransport"
import * as DeviceSocket from "@wristbank/cli/tse/DeviceSocket"
import { DestinationRefused } from "@wristbank/core/base/Destination"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { createServer } from "node:net"
import { accessTo, connectTo as connectToDevice } from "../../core/tse/DeviceConnection.ts"
import { loopbackRule } from "../../support/loopback.ts"

/** A rule that allows no network. */
const strict: OutgoingRule = { ...loopbackRule, networks: [] }

/** Listens on this machine; returns its port and the number of connections. */
const listener = Effect.gen(function*() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  const address = server.address()
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    /** Counts after one more connection, which the listener is certain to see. */
    connections: (port: number) => Effect.map(outcome("127.0.0.1", port, loopbackRule), () => connections - 1)
  }
})

/** The outcome of a connection: "connected", or the reason of the failure. */
const outcome = (host: string, port: number, rule: OutgoingRule) =>
  Effect.callback<Error | "connected">((resume) => {
    const socket = connectTo({ host, port }, rule)
    socket.once("connect", () => socket.resume())
    socket.once("error", (error) => resume(Effect.succeed(error)))
    socket.once("close", () => resume(Effect.succeed("connected")))
  })

/** This machine, by addresses and by names. */
const hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "::ffff:127.0.0.1", "localhost", "0.0.0.0"]

it.live("nothing on this machine sees a connection unless a setting names it", () =>
  Effect.gen(function*() {
    const { connections, port } = yield* listener
    for (const host of hosts) {
      const error = yield* outcome(host, port, strict)
      assert.instanceOf(error, DestinationRefused, host)
      assert.include(error.message, "WRISTBANK_TEST_NETWORKS")
    }
    assert.strictEqual(yield* connections(port), 0)
    for (const host of hosts.slice(0, -1)) {
      assert.strictEqual(yield* outcome(host, port, loopbackRule), "connected", host)
    }
  }))

it.live("the database is refused, also where its network is allowed", () =>
  Effect.gen(function*() {
    const { connections, port } = yield* listener
    for (const host of ["127.0.0.1", "localhost"]) {
      const database = databasePlace(Redacted.make(`postgres://till:secret@${host}:${port}/festival`))
      for (const named of ["127.0.0.1", "::ffff:127.0.0.1", "localhost"]) {
        assert.instanceOf(yield* outcome(named, port, { ...loopbackRule, database }), DestinationRefused, named)
      }
    }
    assert.strictEqual(yield* connections(port), 0)
  }))

it("the database's place is read from its address", () => {
  const place = (url: string) => databasePlace(Redacted.make(url))
  assert.deepStrictEqual(place("postgres://a:b@db.example/x"), { host: "db.example", port: 5432 })
  assert.deepStrictEqual(place("postgresql://[::1]:5433/x"), { host: "::1", port: 5433 })
  assert.deepStrictEqual(place("postgres:///x?host=10.0.0.9&port=6432"), { host: "10.0.0.9", port: 6432 })
  assert.isNull(place("postgres:///x?host=/run/postgresql"))
})

it.live("a signing device on this machine sees no connection, and its fault names neither port nor answer", () =>
  Effect.gen(function*() {
    const { connections, port } = yield* listener
    const vendors = Vendors.layerOf({ answer: Duration.seconds(5), ping: Duration.seconds(2) }).pipe(
      Layer.provide(DeviceSocket.layerOf(strict))
    )
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost"]) {
      const error = yield* Effect.flip(connectToDevice(accessTo(`${host}:${port}`))).pipe(Effect.provide(vendors))
      assert.deepInclude(error, { kind: "unreachable", outcomeKnown: true, retry: "later" })
      assert.match(
        error.message,
        /^The server may not connect to the device's address, unless .*WRISTBANK_DEVICE_NETWORKS/
      )
      assert.notInclude(error.message, `${port}`)
    }
    assert.strictEqual(yield* connections(port), 0)
  }))

it.live("a mail server on this machine sees no connection", () =>
  Effect.gen(function*() {
    const { connections, port } = yield* listener
    const at = DateTime.makeUnsafe("2030-06-01T12:00:00Z")
    const letter = { from: "a@b.example", to: "c@d.example", subject: "", text: "", messageId: "<1@b.example>", at }
    for (const host of hosts) {
      for (const tlsFromStart of [false, true]) {
        const error = yield* Effect.flip(send({ host, port, tlsFromStart, signIn: null }, letter, { rule: strict }))
        assert.strictEqual(error.reason, "address_refused")
      }
    }
    assert.strictEqual(yield* connections(port), 0)
  }))
