import { assert, layer } from "@effect/vitest"
import type { SignedInTerminal } from "@wristbank/core/till/Terminal"
import { type Heartbeat, TerminalHeartbeats } from "@wristbank/core/till/TerminalHeartbeats"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { tillLayer, world } from "./TillWorld.ts"

const seenLayer = Layer.provideMerge(TerminalHeartbeats.layer, tillLayer)

/** When a terminal was last seen (milliseconds since 1970), and the version of its event. */
const stored = (eventId: bigint, terminalId: bigint) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<{ at: bigint; version: bigint }>`
        select (extract(epoch from last_seen) * 1000)::bigint as at, version
        from terminal join event on event.event_id = terminal.event_id
        where terminal.event_id = ${eventId} and id = ${terminalId}`
    ),
    ([row]) => row!
  )

/** A request of a terminal at a moment (milliseconds since 1970). */
const seenAt = (
  at: number,
  { eventId, sessionHash, terminalId }: SignedInTerminal
): Heartbeat => ({ eventId, terminalId, session: Buffer.from(sessionHash).toString("hex"), at })

/** A moment after all terminals were made, in milliseconds. */
const future = 4_000_000_000_000

layer(seenLayer, { excludeTestServices: true })("when terminals were last seen", (it) => {
  it.effect("the last request before a write counts, and the configuration is as before", () =>
    Effect.gen(function*() {
      const { event, terminal } = yield* world
      const lastSeen = yield* TerminalHeartbeats
      const [one, silent] = [yield* terminal(), yield* terminal()]
      const before = yield* stored(event, silent.terminalId)
      for (const at of [future, future + 5, future + 9]) lastSeen.note(seenAt(at, one))
      yield* lastSeen.flush
      assert.deepStrictEqual(yield* stored(event, one.terminalId), { at: BigInt(future + 9), version: before.version })
      assert.deepStrictEqual(yield* stored(event, silent.terminalId), before)
      // An older heartbeat, for example of another server, doesn't turn the time back.
      lastSeen.note(seenAt(future + 2, one))
      yield* lastSeen.flush
      assert.strictEqual((yield* stored(event, one.terminalId)).at, BigInt(future + 9))
    }))

  it.effect("a session that has ended says nothing of its terminal", () =>
    Effect.gen(function*() {
      const { event, terminal } = yield* world
      const lastSeen = yield* TerminalHeartbeats
      const [one, other] = [yield* terminal(), yield* terminal()]
      const before = yield* stored(event, one.terminalId)
      lastSeen.note(seenAt(future, { ...one, sessionHash: other.sessionHash }))
      yield* lastSeen.flush
      assert.deepStrictEqual(yield* stored(event, one.terminalId), before)
    }))

  it.effect("what could not be written is written later, unless a later request came", () =>
    Effect.gen(function*() {
      const { event, terminal } = yield* world
      const lastSeen = yield* TerminalHeartbeats
      const sql = yield* SqlClient.SqlClient
      const [one, two] = [yield* terminal(), yield* terminal()]
      lastSeen.note(seenAt(future, one))
      lastSeen.note(seenAt(future, two))
      yield* sql`alter table terminal rename to gone`
      assert.strictEqual((yield* Effect.flip(lastSeen.flush))._tag, "SqlError")
      lastSeen.note(seenAt(future + 7, two))
      assert.strictEqual((yield* Effect.flip(lastSeen.flush))._tag, "SqlError")
      yield* sql`alter table gone rename to terminal`
      yield* lastSeen.flush
      assert.strictEqual((yield* stored(event, one.terminalId)).at, BigInt(future))
      assert.strictEqual((yield* stored(event, two.terminalId)).at, BigInt(future + 7))
    }))

  it.effect("a change of the terminal under way is not waited for", () =>
    Effect.gen(function*() {
      const { event, terminal } = yield* world
      const lastSeen = yield* TerminalHeartbeats
      const sql = yield* SqlClient.SqlClient
      const [one, two] = [yield* terminal(), yield* terminal()]
      lastSeen.note(seenAt(future, one))
      lastSeen.note(seenAt(future, two))
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`update terminal set description = '' where event_id = ${event} and id = ${one.terminalId}`
        // Runs in a fiber without the transaction, as in a server.
        yield* Effect.promise(() => Effect.runPromise(lastSeen.flush))
      }))
      assert.isBelow(Number((yield* stored(event, one.terminalId)).at), future)
      assert.strictEqual((yield* stored(event, two.terminalId)).at, BigInt(future))
    }))

  it.effect("what came last is written when the server stops", () =>
    Effect.gen(function*() {
      const { event, terminal } = yield* world
      const lastSeen = yield* TerminalHeartbeats
      const one = yield* terminal()
      yield* Effect.scoped(Effect.gen(function*() {
        yield* lastSeen.keepWriting
        lastSeen.note(seenAt(future, one))
      }))
      assert.strictEqual((yield* stored(event, one.terminalId)).at, BigInt(future))
    }))
})
