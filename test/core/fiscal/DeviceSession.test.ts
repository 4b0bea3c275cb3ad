import { assert, it } from "@effect/vitest"
import * as DeviceSession from "@wristbank/core/fiscal/DeviceSession"
import { Effect } from "effect"
import fc from "fast-check"

const device: DeviceSession.ConnectedTse = {
  owner: { eventId: 1n, tseId: 1n, epoch: 1n },
  connection: undefined as never,
  revision: 1,
  verifies: () => true,
  outSeconds: Effect.succeed(0)
}

const orphan = (id: number) => ({ id: BigInt(id), client_id: "1", transaction_number: BigInt(id) })
const opened = DeviceSession.open(device, { orphans: [1, 2, 3].map(orphan), lastNumber: 3n }, null)

const clients = ["1", "2", "3", "POS001", "POS002"]
const names = fc.subarray(clients)
const client = fc.constantFrom(...clients)
const seconds = fc.integer({ min: 0, max: 5 })

type Change = (session: DeviceSession.DeviceSession, now: number) => DeviceSession.DeviceSession

/** All that can happen to a session. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(names, names).map(([listed, tills]): Change => (session) => {
    const others = listed.filter((name) => !tills.includes(name)).length
    return DeviceSession.clientsListed(session, listed, tills, others)
  }),
  client.map((name): Change => (session) => DeviceSession.clientRegistered(session, name)),
  client.map((name): Change => (session) => DeviceSession.clientUnknown(session, name)),
  fc.constantFrom<Change>(
    DeviceSession.clientsRefused,
    DeviceSession.clientsAccepted,
    DeviceSession.startsAccepted,
    (session) => DeviceSession.withoutOrphans(session, ...session.transactions.orphans.slice(0, 1)),
    (session, now) => DeviceSession.startsRefused(session, "full", now)
  ),
  fc.nat({ max: 9 }).map((id): Change => (session) => DeviceSession.withOrphans(session, [orphan(id)])),
  client.map((name): Change => (session, now) => DeviceSession.tillRefused(session, BigInt(name.length), now))
)

const history = fc.array(fc.record({ change, pause: seconds }), { maxLength: 40 })

/** Every session of a history, with the time of its change. */
const sessionsOf = (changes: ReadonlyArray<{ readonly change: Change; readonly pause: number }>) => {
  let now = 0
  let session = opened
  return changes.map(({ change: apply, pause }) => {
    now += pause
    const before = session
    session = apply(before, now)
    return { before, session, now }
  })
}

it("a change leaves the session before it as it was", () => {
  fc.assert(fc.property(history, (changes) => {
    let session = opened
    let now = 0
    for (const { change: apply, pause } of changes) {
      const copy = structuredClone({ ...session, device: null })
      now += pause
      const next = apply(session, now)
      assert.deepStrictEqual({ ...session, device: null }, copy)
      assert.strictEqual(next.device, device)
      session = next
    }
  }))
})

it("a device knows at least the tills that are registered, and a registration counts once", () => {
  fc.assert(fc.property(history, client, (changes, name) => {
    for (const { session } of sessionsOf(changes)) {
      assert.isAtLeast(session.clientCount, session.registered.size)
      const registered = DeviceSession.clientRegistered(session, name)
      assert.isTrue(registered.registered.has(name))
      assert.deepStrictEqual(DeviceSession.clientRegistered(registered, name), registered)
      const forgotten = DeviceSession.clientUnknown(registered, name)
      assert.isFalse(forgotten.registered.has(name))
      assert.strictEqual(forgotten.clientCount, registered.clientCount - 1)
    }
  }))
})

it("a device that refused a client has room again once it has fewer, and a full capacity only without any refusal", () => {
  fc.assert(fc.property(history, (changes) => {
    for (const { session } of sessionsOf(changes)) {
      assert.isFalse(DeviceSession.hasFreeClientSlot(DeviceSession.clientsRefused(session)))
      const isFull = session.clientLimit !== null && session.clientCount >= session.clientLimit
      assert.strictEqual(DeviceSession.hasFreeClientSlot(session), session.clientLimit !== null && !isFull)
      assert.strictEqual(
        DeviceSession.hasCapacity(session),
        session.clientLimit === null && session.startBackOff === null
      )
      assert.isTrue(DeviceSession.hasCapacity(DeviceSession.startsAccepted(DeviceSession.clientsAccepted(session))))
    }
  }))
})

it("a till waits from a refusal until its pause is over, whatever happens to the others", () => {
  fc.assert(fc.property(history, seconds, (changes, later) => {
    const refusedAt = new Map<bigint, number>()
    for (const { before, now, session } of sessionsOf(changes)) {
      if (session.tillBackOffs !== before.tillBackOffs) {
        for (const [till, until] of session.tillBackOffs) {
          if (before.tillBackOffs.get(till) !== until) refusedAt.set(till, now)
        }
      }
      const waiting = [...refusedAt].filter(([, at]) => now + later < at + DeviceSession.tillPauseSeconds)
      assert.sameMembers([...DeviceSession.backedOffTills(session, now + later)], waiting.map(([till]) => till))
    }
  }))
})

it("a new connection to a device that refused starts asks for one at once", () => {
  assert.deepStrictEqual(DeviceSession.open(device, opened.transactions, "full").startBackOff, {
    until: 0,
    reason: "full"
  })
  assert.strictEqual(
    DeviceSession.startsRefused(opened, "full", 7).startBackOff?.until,
    7 + DeviceSession.startPauseSeconds
  )
})
