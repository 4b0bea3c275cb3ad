import { assert, it } from "@effect/vitest"
import { planClients } from "@wristbank/core/fiscal/TseClients"
import { endsWithinDays, recognise } from "@wristbank/core/fiscal/TseIdentity"
import { makeTseOutage } from "@wristbank/core/fiscal/TseOutage"
import type { TseFacts } from "@wristbank/core/tse/TseDevice"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { DateTime, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

const { publicKey: key } = keyOfSeed("identity")

const facts: TseFacts = {
  serial: "ab".repeat(32),
  publicKey: key,
  certificates: "",
  algorithm: "ecdsa-plain-SHA384",
  timeFormat: "unixTime",
  processDataEncoding: "UTF-8",
  description: "BSI-K-TR-1337",
  certificateEnd: "2029-08-01T23:59:59+00:00"
}
const now = DateTime.makeUnsafe("2026-07-03T12:00:00Z")

it("a device is the record's by serial number and key, as long as its certificate is good", () => {
  const known = { serial: ` ${facts.serial.toUpperCase()} `, public_key: Buffer.from(key).toString("base64") }
  const verdict = (
    expected: typeof known | { serial: null; public_key: null },
    at = now,
    more: Partial<TseFacts> = {}
  ) =>
    Result.match(recognise(expected, { ...facts, ...more }, at), {
      onFailure: ({ final, rule }) => [final, rule],
      onSuccess: () => "right"
    })
  assert.strictEqual(verdict(known), "right")
  assert.strictEqual(verdict({ serial: null, public_key: null }), "right")
  assert.deepStrictEqual(verdict({ ...known, serial: "0" }), [false, "fiscal.tse_of_other_serial"])
  assert.deepStrictEqual(verdict({ ...known, public_key: "BAI=" }), [false, "fiscal.tse_of_other_key"])
  for (const more of [{ algorithm: "ecdsa-plain-SHA1" }, { timeFormat: "UnixTime" }]) {
    assert.deepStrictEqual(verdict(known, now, more), [true, "fiscal.tse_unverifiable"])
  }
  const off = { serial: null, public_key: null }
  assert.deepStrictEqual(verdict(off, now, { publicKey: new Uint8Array([4, 1]) }), [true, "fiscal.tse_unverifiable"])
  const later = DateTime.makeUnsafe("2029-08-02T00:00:00Z")
  assert.deepStrictEqual(verdict(known, later), [true, "fiscal.tse_certificate_ended"])
})

it("the end of a certificate is logged 90, 30 and 7 days before", () => {
  const days = (before: number) =>
    endsWithinDays(facts.certificateEnd, DateTime.subtract(DateTime.makeUnsafe(facts.certificateEnd), { days: before }))
  assert.deepStrictEqual([91, 90, 31, 30, 8, 7, 0, -1].map(days), [null, 90, 90, 30, 30, 7, 7, 7])
  assert.isNull(endsWithinDays("some day", now))
})

it("clients that are no tills of a device are deregistered, and the history learns of each that it has or had", () => {
  const names = fc.uniqueArray(fc.constantFrom<string>("POS001", "1", "2", "3", "4"))
  fc.assert(
    fc.property(names, names, names, (listed, tills, recorded) => {
      const plan = planClients(listed, tills, recorded)
      const kept = listed.filter((client) => !plan.deregister.includes(client))
      assert.isTrue(kept.every((client) => tills.includes(client)))
      assert.isTrue(plan.deregister.every((client) => !tills.includes(client)))
      const after = new Set<string>([...recorded, ...plan.recordRegistered])
      for (const client of [...plan.recordDeregistered, ...plan.deregister]) after.delete(client)
      assert.sameMembers([...after], kept)
    })
  )
})

it.effect("an outage ends with a connection, or when the device failed at an order, with the next it signs", () =>
  Effect.gen(function*() {
    yield* TestClock.adjust("1 hour")
    const outage = yield* makeTseOutage(30)
    assert.strictEqual(yield* outage.seconds, 30)
    yield* outage.connected
    assert.strictEqual(yield* outage.seconds, 0)
    yield* outage.orderFailed
    yield* TestClock.adjust("4 seconds")
    yield* outage.begin
    yield* outage.connected
    assert.strictEqual(yield* outage.seconds, 4)
    yield* outage.end
    assert.strictEqual(yield* outage.seconds, 0)
    assert.isAbove(yield* (yield* makeTseOutage(null)).seconds, 1800)
  }))

it.effect("orders fail once an outage has lasted for as long as they may wait, however old they are", () =>
  Effect.gen(function*() {
    const outage = yield* makeTseOutage(0)
    yield* outage.connected
    yield* outage.begin
    yield* TestClock.adjust("9 seconds")
    assert.isFalse(yield* outage.hasLasted(10))
    yield* TestClock.adjust("1 second")
    assert.isTrue(yield* outage.hasLasted(10))
    yield* outage.end
    assert.isFalse(yield* outage.hasLasted(10))
  }))

it.effect("who takes a device over first tries to connect, for as long as orders may wait", () =>
  Effect.gen(function*() {
    const outage = yield* makeTseOutage(60)
    yield* TestClock.adjust("9 seconds")
    assert.isFalse(yield* outage.hasLasted(10))
    yield* TestClock.adjust("1 second")
    assert.isTrue(yield* outage.hasLasted(10))
    const refused = yield* makeTseOutage(60)
    yield* refused.begin
    assert.isTrue(yield* refused.hasLasted(10))
  }))
