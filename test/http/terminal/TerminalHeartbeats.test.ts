import { assert, layer } from "@effect/vitest"
import { TerminalHeartbeats } from "@wristbank/core/till/TerminalHeartbeats"
import { DateTime, Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { caller, done } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("the back office sees", (it) => {
  it.effect("when terminals last asked for anything, whatever they were answered", () =>
    Effect.gen(function*() {
      const { address, office, tills } = yield* Festival
      const lastSeen = yield* TerminalHeartbeats
      const device = yield* tills.device()
      const seen = Effect.map(
        office("GET", `/terminal/${device.terminalId}`),
        (answer) => DateTime.toEpochMillis(DateTime.makeUnsafe(String(done(answer).body.last_seen)))
      )
      yield* lastSeen.flush
      const registered = yield* seen
      const before = DateTime.toEpochMillis(yield* DateTime.now)
      assert.strictEqual((yield* device.get("/order")).status, 400)
      assert.strictEqual(yield* seen, registered)
      yield* untouched(lastSeen.flush)
      assert.isAtLeast(yield* seen, before)
      // An invalid token is noted for no terminal.
      const heard = yield* seen
      yield* caller(`${address}/terminal`, "no token of ours")("GET", "/user")
      yield* lastSeen.flush
      assert.strictEqual(yield* seen, heard)
    }))
})
