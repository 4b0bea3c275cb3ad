import { assert, it } from "@effect/vitest"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { virtualDevice } from "@wristbank/stand-ins/tse/device/DeviceProfile"
import { memoryJournal } from "@wristbank/stand-ins/tse/DeviceJournal"
import { serveDevice } from "@wristbank/stand-ins/tse/DeviceServer"
import { makeSimulatedDevice } from "@wristbank/stand-ins/tse/SimulatedDevice"
import { Deferred, Effect, Fiber, Logger } from "effect"
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

it.effect("no one is let in on another path, nor when the device refuses", () =>
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

const start = (id: number) =>
  `{"Command":"StartTransaction","PingPong":${id},"ClientID":"POS001","Password":"MTIzNDU="}`

it.effect("what can't be kept was not done, and is refused", () =>
  Effect.gen(function*() {
    const kept = memoryJournal()
    let full = true
    const append: typeof kept.append = (event) => {
      if (full) throw new Error("ENOSPC")
      kept.append(event)
    }
    const key = virtualDevice(keyOfSeed("full", "secp256r1"))
    const device = yield* makeSimulatedDevice({ device: key, journal: { ...kept, append }, delay: 0 })
    const { url } = yield* serveDevice(device, { host: "127.0.0.1", port: 0 })
    const line = yield* call(url)
    line.frame(start(1))
    assert.include(yield* line.hear, `"Code": 16, "Desc": "JSON_CODE_WRITE_ERROR"`)
    assert.strictEqual(device.memory.state.counter, 0)
    full = false
    line.frame(start(2))
    assert.include(yield* line.hear, `"TransactionNumber": 1`)
  }).pipe(Effect.provide(Logger.layer([]))))

it.effect("a device that is switched on answers once it remembers", () =>
  Effect.gen(function*() {
    const kept = memoryJournal()
    const read = yield* Deferred.make<void>()
    let reads = 0
    const events = async function*() {
      if (reads++ > 0) await Effect.runPromise(Deferred.await(read))
      yield* kept.events()
    }
    const key = virtualDevice(keyOfSeed("slow", "secp256r1"))
    const device = yield* makeSimulatedDevice({ device: key, journal: { ...kept, events }, delay: 0 })
    const { url } = yield* serveDevice(device, { host: "127.0.0.1", port: 0 })
    const before = yield* call(url)
    before.frame(start(1))
    assert.include(yield* before.hear, `"TransactionNumber": 1`)
    const restarting = yield* Effect.forkChild(device.restart({ forgets: true }))
    assert.strictEqual(yield* before.hear, 1006)
    const after = yield* call(url)
    after.frame(start(2))
    after.frame(ping(3))
    assert.strictEqual(yield* after.hear, pong(3))
    yield* Deferred.succeed(read, undefined)
    yield* Fiber.join(restarting)
    assert.include(yield* after.hear, `"TransactionNumber": 1, `)
    assert.strictEqual(device.memory.state.counter, 1)
  }))

it.effect("many connections at once each get their own answers, and every signature its own number", () =>
  Effect.gen(function*() {
    const { memory, url } = yield* openSignedDevice({ curve: "secp256r1" })
    const numbers = yield* Effect.forEach(Array.from({ length: 40 }), (_, place) =>
      Effect.gen(function*() {
        const line = yield* call(url)
        line.frame(start(place))
        line.frame(start(1000 + place))
        const answers = [yield* line.hear, yield* line.hear].map((answer) => JSON.parse(`${answer}`))
        assert.deepStrictEqual(answers.map(({ PingPong }) => PingPong), [place, 1000 + place])
        return answers.map(({ SignatureCounter }) => SignatureCounter)
      }), { concurrency: "unbounded" })
    assert.deepStrictEqual(
      numbers.flat().toSorted((one, other) => one - other),
      Array.from({ length: 80 }, (_, index) => index + 1)
    )
    assert.strictEqual(memory.state.open.size, 80)
  }))
