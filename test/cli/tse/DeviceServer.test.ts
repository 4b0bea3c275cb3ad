import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { openSignedDevice } from "../../support/SignedDevice.ts"
import { call } from "./DeviceCaller.ts"

const ping = (id: number) => `{"Command": "PingPong", "PingPong": ${id}}`
const pong = (id: number) => `{"Command": "PingPong", "Status": "ok", "PingPong": ${id}}`

it.effect("what is no frame is passed over, what is no object is answered, and what can't be read ends the line", () =>
  Effect.gen(function*() {
    const { url } = yield* openSignedDevice()
    const line = yield* call(url)
    for (const noise of ["", "hello", ping(1), `\u0002${ping(1)}`, `\u0002${ping(1)}\u0003`]) line.say(noise)
    line.frame(ping(2))
    assert.strictEqual(yield* line.hear, pong(2))
    for (const [text, answer] of [["[]", `{"Status": "error"}`], [`"Command"`, `{"Status": "error"}`]] as const) {
      line.frame(text)
      assert.strictEqual(yield* line.hear, answer)
    }
    line.frame(`{"Command":"PingPong","PingPong":"é"}`)
    assert.strictEqual(yield* line.hear, `{"Command": "PingPong", "Status": "ok", "PingPong": "\\u00e9"}`)
    for (const text of ["{", "5", "null", "true", ""]) {
      const ended = yield* call(url)
      ended.frame(text)
      assert.strictEqual(yield* ended.hear, 1006)
    }
    const binary = yield* call(url)
    binary.say(Uint8Array.of(2, 123, 125, 3, 10))
    assert.strictEqual(yield* binary.hear, 1006)
  }))

it.effect("nobody is let in on another path, nor when the device refuses", () =>
  Effect.gen(function*() {
    const { url, welcome } = yield* openSignedDevice()
    assert.strictEqual(yield* Effect.flip(call(`${url}/other`)), "Unexpected server response: 403")
    const line = yield* call(`${url}/`)
    welcome("refuse")
    assert.match(yield* Effect.flip(call(url)), /hang up|ECONNRESET/)
    line.frame(ping(1))
    assert.strictEqual(yield* line.hear, pong(1))
    welcome("hang")
    const hanging = yield* Effect.forkChild(Effect.flip(call(url)))
    yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
    welcome("accept")
    yield* call(url)
    yield* Fiber.interrupt(hanging)
  }))

it.effect("pings are answered while an operation takes its time, and connections share the device", () =>
  Effect.gen(function*() {
    const { memory, url } = yield* openSignedDevice({ delay: "250 millis" })
    const [one, other] = [yield* call(url), yield* call(url)]
    one.frame(`{"Command":"StartTransaction","PingPong":1,"ClientID":"POS001","Password":"MTIzNDU="}`)
    one.frame(ping(2))
    assert.strictEqual(yield* one.hear, pong(2))
    other.frame(`{"Command":"StartTransaction","PingPong":7,"ClientID":"POS001","Password":"MTIzNDU="}`)
    other.frame(ping(8))
    assert.strictEqual(yield* other.hear, pong(8))
    assert.strictEqual(memory.state.counter, 0)
    yield* TestClock.adjust("250 millis")
    assert.include(yield* one.hear, `"TransactionNumber": 1`)
    assert.strictEqual(memory.state.counter, 1)
    yield* TestClock.adjust("250 millis")
    assert.include(yield* other.hear, `"TransactionNumber": 2`)
    // The clock of tests begins in 1970, and so does that of the device.
    assert.deepStrictEqual((yield* memory.log).map(({ logTime }) => logTime), [0, 0])
  }))
