import { assert, describe, it } from "@effect/vitest"
import { TseVendors } from "@wristbank/core/tse/TseDevice"
import * as TseFrame from "@wristbank/core/tse/TseFrame"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { Duration, Effect, Fiber, Layer, Logger, References, type Schema } from "effect"
import { Socket } from "effect/socket"
import { TestClock } from "effect/testing"
import { deflateRawSync } from "node:zlib"
import { accessTo, connected, connectTo, secret, secretOnTheWire, vendors } from "./DeviceConnection.ts"
import { onRequests, rawDevice, type RawLine, wsFrame } from "./RawDevice.ts"
import { type Heard, ok } from "./ScriptedDevice.ts"
import { serial, signatureHex } from "./transcripts.ts"

const connecting = (address: string) => Effect.flip(Effect.scoped(connectTo(accessTo(address))))

/** How connecting fails, without any time going by. */
const refusedBy = Effect.fnUntraced(function*(welcome: (line: RawLine) => void) {
  const device = yield* rawDevice(welcome)
  const error = yield* connecting(device.address)
  // Whatever the device does, nothing is left of the connection.
  yield* device.left
  return error
})

const reply = (text: string) => ({ tcp }: RawLine) => void tcp.write(text)

describe("a handshake", () => {
  for (
    const [name, welcome, words] of [
      ["that is answered as a web page", reply("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), "200"],
      ["that is sent elsewhere", reply("HTTP/1.1 301 Moved\r\nLocation: ws://127.0.0.1:1/\r\n\r\n"), "301"],
      ["that is refused", reply("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"), "403"],
      [
        "for somebody else",
        reply("HTTP/1.1 101 Hm\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: eA==\r\n\r\n"),
        "Sec-WebSocket-Accept"
      ],
      ["without an end", reply(`HTTP/1.1 101 Hm\r\nX: ${"x".repeat(100_000)}`), "Header"]
    ] as const
  ) {
    it.effect(`${name} fails, says why in the log alone and leaves nothing behind`, () =>
      Effect.gen(function*() {
        const error = yield* refusedBy(welcome)
        assert.deepInclude(error, { kind: "unreachable", outcomeKnown: true, retry: "later" })
        assert.strictEqual(error.text, "The device can't be reached")
        assert.include(error.detail, words)
      }).pipe(Effect.provide(vendors)))
  }

  it.effect("that no one answers fails in time", () =>
    Effect.gen(function*() {
      const device = yield* rawDevice(() => undefined)
      const failing = yield* Effect.forkChild(connecting(device.address))
      yield* device.called(1)
      yield* TestClock.adjust("5 seconds")
      const error = yield* Fiber.join(failing)
      assert.deepInclude(error, { kind: "unreachable", outcomeKnown: true, retry: "later" })
      assert.strictEqual(error.text, "The device can't be reached")
      assert.include(error.detail, "timeout")
      yield* device.left
    }).pipe(Effect.provide(vendors)))

  it.effect("that can't even begin fails as well", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(connectTo(accessTo("127.0.0.1:1")))
      assert.strictEqual(error.kind, "unreachable")
    }).pipe(
      Effect.provide(Vendors.layerOf({ answer: Duration.seconds(5), ping: Duration.seconds(2) })),
      Effect.provide(
        Layer.succeed(Socket.WebSocketConstructor)(() => {
          throw new SyntaxError("no such address")
        })
      )
    ))
})

/** How the first command fails after the device has sent this in place of an answer. */
const after = (...sent: ReadonlyArray<Uint8Array>) =>
  refusedBy(({ accept, tcp }) => {
    accept()
    for (const bytes of sent) tcp.write(bytes)
  })

describe("a device that accepts", () => {
  it.effect("and hangs is left at once and for good each time, also when it does not agree to that", () =>
    Effect.gen(function*() {
      const device = yield* rawDevice(({ accept }) => accept())
      for (let attempt = 1; attempt <= 20; attempt++) {
        const failing = yield* Effect.forkChild(connecting(device.address))
        yield* device.asked(attempt)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual((yield* Fiber.join(failing)).kind, "timed_out")
        yield* device.left
      }
    }).pipe(Effect.provide(vendors)))

  it.effect("and sends more than any answer has is left", () =>
    Effect.gen(function*() {
      const error = yield* after(wsFrame("x".repeat(2 ** 20 + 1)))
      assert.deepInclude(error, { kind: "unreachable", retry: "later" })
      // Each part is short, all of it is not.
      const parts = Array.from({ length: 40 }, (_, place) =>
        wsFrame("x".repeat(2 ** 15), { opcode: place === 0 ? 1 : 0, last: false }))
      assert.strictEqual((yield* after(...parts)).kind, "unreachable")
    }).pipe(Effect.provide(vendors)))

  it.effect("and compresses, which no one asked for, is left before it is unpacked", () =>
    Effect.gen(function*() {
      let asked = ""
      const bomb = wsFrame(deflateRawSync(Buffer.alloc(2 ** 20)), { compressed: true })
      const error = yield* refusedBy(({ accept, handshake, tcp }) => {
        asked = handshake
        accept()
        tcp.write(bomb)
      })
      assert.strictEqual(error.kind, "unreachable")
      assert.notMatch(asked, /^sec-websocket-(extensions|protocol)/im)
      assert.notMatch(asked, /^(authorization|cookie)/im)
    }).pipe(Effect.provide(vendors)))

  it.effect("and sends what is no text, or closes with words, is left; the log has the words without the password", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* after(wsFrame(Uint8Array.of(2, 0xff, 0xfe, 3, 10)))).kind, "unreachable")
      const words = Buffer.concat([Uint8Array.of(3, 0xf3), Buffer.from(`bye ${secret} ${secretOnTheWire}`)])
      const closed = yield* after(wsFrame(words, { opcode: 8 }))
      assert.strictEqual(closed.kind, "unreachable")
      assert.strictEqual(closed.text, "The connection to the device ended")
      assert.include(closed.detail, "1011: bye *** ***")
    }).pipe(Effect.provide(vendors)))
})

const answerOf = (fields: TseFrame.TseFields, more: Schema.JsonObject): string =>
  TseFrame.encode({ Command: `${fields["Command"]}`, Status: "ok", ...more, PingPong: Number(fields["PingPong"]) })

it.effect("an answer that comes byte by byte, in frames of one byte, is the answer", () =>
  Effect.gen(function*() {
    const device = yield* rawDevice(({ accept, tcp }) => {
      accept()
      onRequests(tcp, (fields) => {
        const text = answerOf(fields, { DeviceInfo: { SerialNumber: "ü", TimeFormat: "" }, Parameters: null })
        const frames = [...Buffer.from(text)].map((byte, place, all) =>
          wsFrame(Uint8Array.of(byte), { opcode: place === 0 ? 1 : 0, last: place === all.length - 1 })
        )
        for (const byte of Buffer.concat(frames)) tcp.write(Uint8Array.of(byte))
      })
    })
    // The first two commands are answered; the third has no parameters.
    const error = yield* Effect.flip(connectTo(accessTo(device.address)))
    assert.deepInclude(error, { kind: "unknown", outcomeKnown: true })
    assert.include(error.text, "GetDeviceStatus")
  }).pipe(Effect.provide(vendors)))

const depth = 100_000

it.effect("an answer with anything else in it, however deep, is the answer", () =>
  Effect.gen(function*() {
    const { connection, device } = yield* connected
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`
    const start = ({ requestId, say }: Heard) =>
      say(
        `\u0002{"x": ${deep}, "__proto__": {"Status": "error"}, "Command": "StartTransaction", "Status": "ok", ` +
          `"TransactionNumber": 5, "SerialNumber": "${serial}", "SignatureCounter": 9, "Signature": "${signatureHex}", ` +
          `"LogTime": "2026-11-20T20:07:52+02:00", "PingPong": 1, "PingPong": ${requestId}}\u0003\n`
      )
    device.when("StartTransaction", start, ok({ TransactionNumber: 6 }))
    assert.deepInclude(yield* connection.start("1000"), { number: 5n, counter: 9n })
    assert.strictEqual((yield* connection.start("1000")).number, 6n)
  }).pipe(Effect.provide(vendors)))

it.effect("a number that can't be exact does not count, and a start that names one may have happened", () =>
  Effect.gen(function*() {
    const { connection, device } = yield* connected
    const numbers = ["9007199254740993", "1e400", "-1", "1.5", "\"7\""]
    for (const number of numbers) {
      device.when("StartTransaction", ({ requestId, say }) =>
        say(
          `\u0002{"Command": "StartTransaction", "Status": "ok", "TransactionNumber": ${number}, "SignatureCounter": 1, ` +
            `"Signature": "${signatureHex}", "LogTime": "2026-11-20T20:07:52+02:00", "PingPong": ${requestId}}\u0003\n`
        ))
      const error = yield* Effect.flip(connection.start("1000"))
      assert.deepInclude(error, { kind: "unknown", outcomeKnown: false }, number)
    }
    device.when("StartTransaction", (heard) => {
      for (const id of ["9007199254740993", "1e400", "-0.5", "[5]"]) {
        heard.say(`\u0002{"Command": "StartTransaction", "Status": "error", "Code": 30, "PingPong": ${id}}\u0003\n`)
      }
      ok({ TransactionNumber: 8 })(heard)
    })
    assert.strictEqual((yield* connection.start("1000")).number, 8n)
  }).pipe(Effect.provide(vendors)))

it.effect("a device that talks nonsense without end is told of once for each kind, and goes on", () =>
  Effect.gen(function*() {
    const warned: Array<string> = []
    const collect = Logger.layer([Logger.formatLogFmt.pipe(Logger.map((line) => void warned.push(line)))])
    yield* Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("StartTransaction", (heard) => {
        for (let times = 0; times < 500; times++) {
          heard.say("nonsense")
          heard.say("\u0002{\"event\": \"STATUS\"}\u0003\n")
          ok()({ ...heard, requestId: 7777 })
        }
        ok({ TransactionNumber: 3 })(heard)
      })
      assert.strictEqual((yield* connection.start("1000")).number, 3n)
    }).pipe(Effect.provide(collect), Effect.provideService(References.MinimumLogLevel, "Info"))
    assert.deepStrictEqual(warned.map((line) => /reason=(\w+)/.exec(line)?.[1]), ["framing", "request_id"])
  }).pipe(Effect.provide(vendors)))

it.effect("devices speak no TLS, so an address that asks for it is refused", () =>
  Effect.gen(function*() {
    const { connect } = yield* TseVendors
    for (const url of ["wss://127.0.0.1:1", "https://127.0.0.1:1"]) {
      const error = yield* Effect.flip(connect(accessTo("", { url })))
      assert.deepInclude(error, { kind: "request_invalid", outcomeKnown: true })
      assert.include(error.text, "ws:// or http://")
    }
  }).pipe(Effect.provide(vendors)))
