import { assert, it } from "@effect/vitest"
import { canBeVerified, signatureVerifierOf } from "@wristbank/core/fiscal/GenuineSignature"
import { reassign, type SigningJob } from "@wristbank/core/fiscal/Signature"
import { makeTseOutage } from "@wristbank/core/fiscal/TseOutage"
import { bytesOf } from "@wristbank/core/tse/SignedMessage"
import type { TseFacts } from "@wristbank/core/tse/TseDevice"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { Clock, DateTime, Effect } from "effect"

const key = keyOfSeed("genuine", "secp256r1")
const logTime = DateTime.makeUnsafe("2026-07-03T18:07:52Z")

const facts: TseFacts = {
  serial: key.serial,
  publicKey: key.publicKey,
  certificates: "",
  algorithm: key.algorithm,
  timeFormat: "unixTime",
  processDataEncoding: "UTF-8",
  description: "",
  certificateEnd: ""
}

const job = (more: Partial<SigningJob> = {}): SigningJob => ({
  eventId: 1n,
  orderId: 1n,
  clientId: "1000",
  attempts: 0,
  stage: "finish_sent",
  processType: "Kassenbeleg-V1",
  processData: "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar",
  transaction: { number: 7n, counter: 13n, signature: new Uint8Array(), logTime },
  ...more
})

const signatureOf = ({ clientId, processData, processType, transaction }: SigningJob, counter = 14n) => ({
  counter,
  logTime,
  signature: key.sign(bytesOf({
    operation: "FinishTransaction",
    clientId,
    processData,
    processType,
    transactionNumber: transaction?.number ?? 0n,
    serial: Buffer.from(key.serial, "hex"),
    algorithm: key.algorithm,
    signatureCounter: counter,
    logTime,
    timeFormat: "unixTime"
  }))
})

it("a signature is genuine for its own order, counter and time alone", () => {
  const judge = signatureVerifierOf(facts)
  const genuine = signatureOf(job())
  assert.isTrue(judge(job(), genuine))
  const transaction = { number: 8n, counter: 13n, signature: new Uint8Array(), logTime }
  const others: ReadonlyArray<Partial<SigningJob>> = [
    { clientId: "1001" },
    { processData: "Beleg^4.00_0.00_0.00_0.00_2.01^6.01:Unbar" },
    { processType: "SonstigerVorgang" },
    { transaction },
    { transaction: null }
  ]
  for (const other of others) assert.isFalse(judge(job(other), genuine))
  assert.isFalse(judge(job(), { ...genuine, counter: 15n }))
  assert.isFalse(judge(job(), { ...genuine, logTime: DateTime.add(logTime, { seconds: 1 }) }))
  assert.isFalse(judge(job(), { ...genuine, signature: new Uint8Array(64) }))
  assert.isFalse(judge(job(), { ...genuine, signature: new Uint8Array() }))
  assert.isFalse(
    signatureVerifierOf({ ...facts, publicKey: keyOfSeed("other", "secp256r1").publicKey })(job(), genuine)
  )
})

it("what no one could verify is known before anything is signed", () => {
  assert.isTrue(canBeVerified(facts))
  assert.isFalse(canBeVerified({ ...facts, publicKey: Uint8Array.of(4, 1) }))
  assert.isFalse(canBeVerified({ ...facts, algorithm: "ecdsa-plain-SHA1" }))
  assert.isFalse(canBeVerified({ ...facts, timeFormat: "UnixTime" }))
})

it("an order at a device out of use goes to the next one, unless it may be signed already", () => {
  const transaction = job().transaction
  assert.deepStrictEqual(reassign(job({ stage: "claimed", transaction: null })), { kind: "requeue", orphan: null })
  assert.deepInclude(reassign(job({ stage: "start_sent", transaction: null })), { kind: "requeue" })
  assert.deepStrictEqual(reassign(job({ stage: "started", transaction })), {
    kind: "requeue",
    orphan: { number: 7n, gone: false }
  })
  assert.deepInclude(reassign(job({ stage: "finish_sent" })), { kind: "failed", reason: "answer_lost" })
})

/** A clock whose time of day is changed, as by operators or the network, while its seconds go on. */
const setClock = Effect.map(Clock.clockWith(Effect.succeed), (clock) => {
  const at = { uptime: 1000, wall: 0 }
  return {
    at,
    clock: {
      ...clock,
      currentTimeMillisUnsafe: () => at.wall,
      currentTimeMillis: Effect.sync(() => at.wall),
      monotonicTimeNanosUnsafe: () => BigInt(at.uptime) * 1_000_000_000n,
      monotonicTimeNanos: Effect.sync(() => BigInt(at.uptime) * 1_000_000_000n)
    }
  }
})

it.effect("an outage lasts as long as it lasts, however the clock is set", () =>
  Effect.gen(function*() {
    const { at, clock } = yield* setClock
    yield* Effect.gen(function*() {
      const outage = yield* makeTseOutage(0)
      yield* outage.connected
      yield* outage.begin
      at.wall += 3_600_000
      at.uptime += 4
      assert.strictEqual(yield* outage.seconds, 4)
      at.wall -= 7_200_000
      at.uptime += 8
      assert.strictEqual(yield* outage.seconds, 12)
      assert.isTrue(yield* outage.hasLasted(10))
    }).pipe(Effect.provideService(Clock.Clock, clock))
  }))

it.effect("who takes a device over tries to connect before orders fail, for as long as they may wait", () =>
  Effect.gen(function*() {
    const { at, clock } = yield* setClock
    yield* Effect.gen(function*() {
      const outage = yield* makeTseOutage(60)
      assert.strictEqual(yield* outage.seconds, 60)
      assert.isFalse(yield* outage.hasLasted(10))
      at.uptime += 9
      assert.isFalse(yield* outage.hasLasted(10))
      at.uptime += 1
      assert.isTrue(yield* outage.hasLasted(10))
      const another = yield* makeTseOutage(60)
      yield* another.begin
      assert.isTrue(yield* another.hasLasted(10))
    }).pipe(Effect.provideService(Clock.Clock, clock))
  }))
