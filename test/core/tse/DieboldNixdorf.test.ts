import { assert, describe, it } from "@effect/vitest"
import * as Der from "@wristbank/core/tse/Der"
import { DateTime, Effect, Exit, Fiber, Scope } from "effect"
import * as Hex from "effect/encoding/Hex"
import { TestClock } from "effect/testing"
import { accessTo, connected, connectTo, receipt, secretOnTheWire, vendors } from "./DeviceConnection.ts"
import { ok, refuse, scriptedDevice, silence } from "./ScriptedDevice.ts"
import { serial, signatureHex } from "./transcripts.ts"

const commandsOf = (heard: ReadonlyArray<{ readonly command: string }>) => heard.map(({ command }) => command)

describe("connecting to a device", () => {
  it.effect("asks five things in order and tells what the device is", () =>
    Effect.gen(function*() {
      const device = yield* scriptedDevice
      const { capabilities, facts } = yield* connectTo(accessTo(device.address, { url: `http://${device.address}/` }))
      const heard = yield* device.heard
      assert.deepStrictEqual(heard.map(({ fields }) => fields), [
        { Command: "SetDefaultClientID", PingPong: 0, ClientID: "DummyDefaultClientId" },
        { Command: "GetDeviceInfo", PingPong: 1 },
        { Command: "GetDeviceStatus", PingPong: 2 },
        { Command: "GetDeviceData", PingPong: 3, Name: "PublicKey", Format: "Base64" },
        { Command: "GetDeviceData", PingPong: 4, Name: "Certificates", Format: "Base64" }
      ])
      const { publicKey, ...texts } = facts
      assert.lengthOf(publicKey, 97)
      assert.deepStrictEqual(texts, {
        serial,
        certificates: "VEhJUyBJUyBBIFZFUlkgTE9ORyBDRVJUSUZJQ0FURSEhISE=",
        algorithm: "ecdsa-plain-SHA384",
        timeFormat: "unixTime",
        processDataEncoding: "UTF-8",
        description: "BSI-K-TR-1337",
        certificateEnd: "2029-08-01T23:59:59+00:00"
      })
      assert.deepInclude(capabilities, { maxClients: 100, maxOpenTransactions: 512 })
    }).pipe(Effect.provide(vendors)))

  it.effect("believes the limits a device says it has", () =>
    Effect.gen(function*() {
      const device = yield* scriptedDevice
      const info = { SerialNumber: ` ${serial.toUpperCase()} `, TimeFormat: "utcTime", MaxNumberOfClients: 7 }
      device.when("GetDeviceInfo", ok({ DeviceInfo: { ...info, MaxNumberOfOpenTransactions: 3 } }))
      const { capabilities, facts } = yield* connectTo(accessTo(device.address))
      assert.deepInclude(capabilities, { maxClients: 7, maxOpenTransactions: 3 })
      assert.deepInclude(facts, { serial, timeFormat: "utcTime" })
    }).pipe(Effect.provide(vendors)))

  it.effect("ends when the serial number is not that of the key, before any password", () =>
    Effect.gen(function*() {
      const device = yield* scriptedDevice
      const wrong = { SerialNumber: serial.replace("8", "9"), TimeFormat: "UnixTime" }
      device.when("GetDeviceInfo", ok({ DeviceInfo: wrong }))
      const error = yield* Effect.flip(connectTo(accessTo(device.address)))
      assert.deepInclude(error, { kind: "wrong_device", outcomeKnown: true, retry: "later", scope: "device" })
      const heard = yield* device.heard
      yield* heard[0]?.closed ?? Effect.die("nothing was heard")
      assert.isFalse(heard.some(({ fields }) => "Password" in fields))
    }).pipe(Effect.provide(vendors)))

  it.effect("fails when no one listens, and says so without the password", () =>
    Effect.gen(function*() {
      const address = yield* Effect.scoped(Effect.map(scriptedDevice, (device) => device.address))
      const error = yield* Effect.flip(connectTo(accessTo(address)))
      assert.deepInclude(error, { kind: "unreachable", outcomeKnown: true, retry: "later" })
      assert.strictEqual(error.message, "The device can't be reached")
      assert.include(error.detail, `${address}: connect ECONNREFUSED`)
    }).pipe(Effect.provide(vendors)))

  it.effect("fails when the device accepts and says nothing", () =>
    Effect.gen(function*() {
      const device = yield* scriptedDevice
      device.when("SetDefaultClientID", silence)
      const connecting = yield* Effect.forkChild(Effect.flip(connectTo(accessTo(device.address))))
      const { closed } = yield* device.next
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(yield* Fiber.join(connecting), { kind: "timed_out", outcomeKnown: true })
      yield* closed
    }).pipe(Effect.provide(vendors)))

  it.effect("is refused for an address that is malformed", () =>
    Effect.gen(function*() {
      for (const url of ["", "device:10001", "ftp://device", "ws://", "//device"]) {
        const error = yield* Effect.flip(connectTo(accessTo("", { url })))
        assert.strictEqual(error.kind, "request_invalid", url)
      }
    }).pipe(Effect.provide(vendors)))

  it.effect("ends with its scope", () =>
    Effect.gen(function*() {
      const device = yield* scriptedDevice
      const scope = yield* Scope.make()
      const connection = yield* Scope.provide(connectTo(accessTo(device.address)), scope)
      const [first] = yield* device.heard
      yield* Scope.close(scope, Exit.void)
      yield* first?.closed ?? Effect.die("nothing was heard")
      assert.strictEqual((yield* Effect.flip(connection.lost)).kind, "unreachable")
      assert.deepInclude(yield* Effect.flip(connection.start("1000")), { kind: "unreachable", outcomeKnown: true })
      assert.isEmpty(yield* device.heard)
    }).pipe(Effect.provide(vendors)))
})

describe("a connection", () => {
  it.effect("starts and finishes a transaction", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      const started = yield* connection.start("1000")
      const finished = yield* connection.finish({ ...receipt, number: 7n })
      assert.deepInclude(started, { number: 1n, counter: 1n })
      assert.strictEqual(Hex.encode(started.signature), signatureHex)
      assert.strictEqual(DateTime.formatIso(started.logTime), "2026-11-20T18:07:52.000Z")
      assert.strictEqual(finished.counter, 2n)
      const [start, finish] = yield* device.heard
      assert.deepStrictEqual(start?.fields, {
        Command: "StartTransaction",
        PingPong: 5,
        ClientID: "1000",
        Password: secretOnTheWire
      })
      assert.deepStrictEqual(finish?.fields, {
        Command: "FinishTransaction",
        PingPong: 6,
        TransactionNumber: 7,
        ClientID: "1000",
        Typ: "Kassenbeleg-V1",
        Data: receipt.processData,
        Password: secretOnTheWire
      })
    }).pipe(Effect.provide(vendors)))

  it.effect("takes a signature in DER as well, and none that is neither", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      const der = Der.sequence(Der.integer(3n), Der.integer(2n ** 383n))
      device.when(
        "FinishTransaction",
        ok({ Signature: Hex.encode(der) }),
        ok({ Signature: "00ff" }),
        ok({ LogTime: "" })
      )
      const { signature } = yield* connection.finish(receipt)
      assert.strictEqual(Hex.encode(signature), `${"03".padStart(96, "0")}80${"00".repeat(47)}`)
      for (const _ of ["signature", "time"]) {
        const error = yield* Effect.flip(connection.finish(receipt))
        assert.deepInclude(error, { kind: "unknown", outcomeKnown: false, scope: "order" })
      }
    }).pipe(Effect.provide(vendors)))

  it.effect("lists tills without the device's own clients, and gives up foreign ones", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      assert.deepStrictEqual(yield* connection.clients, ["POS001"])
      yield* connection.deregister("POS001")
      device.when("GetDeviceStatus", ok({ ClientIDs: ["9", "1000", "10"] }))
      assert.deepStrictEqual(yield* connection.clients, ["10", "1000", "9"])
    }).pipe(Effect.provide(vendors)))

  it.effect("takes a till that is known already, or gone already, as what it asked for", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("RegisterClientID", refuse(1337), refuse(1337), refuse(21), refuse(4))
      device.when("GetDeviceStatus", ok({ ClientIDs: ["1000"] }))
      yield* connection.register("1000")
      assert.strictEqual((yield* Effect.flip(connection.register("1001"))).kind, "client_exists")
      assert.strictEqual((yield* Effect.flip(connection.register("1001"))).kind, "client_limit")
      assert.deepInclude(yield* Effect.flip(connection.register("ü")), { kind: "request_invalid", scope: "client" })
      device.when("DeregisterClientID", refuse(5), refuse(24))
      yield* connection.deregister("1000")
      assert.strictEqual((yield* Effect.flip(connection.deregister("1000"))).kind, "client_unfinished")
    }).pipe(Effect.provide(vendors)))

  it.effect("does not send what a device would refuse", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      const long = yield* Effect.flip(connection.finish({ ...receipt, processData: "x".repeat(16_001) }))
      const high = yield* Effect.flip(connection.finish({ ...receipt, number: 2n ** 60n }))
      for (const error of [long, high]) assert.deepInclude(error, { kind: "request_invalid", outcomeKnown: true })
      assert.isEmpty(yield* device.heard)
    }).pipe(Effect.provide(vendors)))

  it.effect("does what the device wants done before, once, and asks again", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("StartTransaction", refuse(12), refuse(-5019), refuse(13), ok())
      yield* connection.start("1000")
      assert.deepStrictEqual(commandsOf(yield* device.heard), [
        "StartTransaction",
        "PerformSelfTest",
        "StartTransaction",
        "UpdateTime",
        "StartTransaction",
        "SetDefaultClientID",
        "StartTransaction"
      ])
      device.when("StartTransaction", refuse(12), refuse(12))
      assert.deepInclude(yield* Effect.flip(connection.start("1000")), {
        kind: "self_test_due",
        code: 12,
        retry: "now"
      })
      device.when("StartTransaction", refuse(12))
      device.when("PerformSelfTest", refuse(8))
      assert.deepInclude(yield* Effect.flip(connection.start("1000")), { kind: "device_defect", code: 8 })
    }).pipe(Effect.provide(vendors)))

  it.effect("sends a refused password no more", () =>
    Effect.gen(function*() {
      for (const [code, kind] of [[30, "credentials_wrong"], [32, "credentials_blocked"]] as const) {
        const { connection, device } = yield* connected
        device.when("GetDeviceStatus", refuse(code))
        const many = [
          connection.clients,
          connection.start("1000"),
          connection.finish(receipt),
          connection.register("1000")
        ]
        const errors = yield* Effect.all(many.map((call) => Effect.flip(call)), { concurrency: "unbounded" })
        for (const error of errors) assert.deepInclude(error, { kind, code, retry: "never", scope: "device" })
        assert.deepStrictEqual(commandsOf(yield* device.heard), ["GetDeviceStatus"])
      }
    }).pipe(Effect.provide(vendors)))

  it.effect("tells a transaction that is not open from other faults", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("FinishTransaction", ok(), refuse(5017), refuse(-5017))
      yield* connection.finish(receipt)
      for (const code of [5017, -5017]) {
        assert.deepInclude(yield* Effect.flip(connection.finish(receipt)), {
          code,
          kind: "transaction_unknown",
          outcomeKnown: true,
          retry: "never",
          scope: "order"
        })
      }
    }).pipe(Effect.provide(vendors)))
})
