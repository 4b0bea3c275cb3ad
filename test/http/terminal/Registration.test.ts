import { assert, layer } from "@effect/vitest"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** Makes the last contact of a terminal this old. */
const unused = Effect.fnUntraced(function*(terminalId: number, age: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update terminal set last_seen = now() - ${age}::interval where id = ${terminalId}`
})

/** Runs the effect as if this much time had passed. */
const after = (duration: Duration.Input) =>
  Effect.updateService(
    Clock.Clock,
    (clock): Clock.Clock =>
      Object.create(clock, {
        currentTimeMillis: {
          value: Effect.map(clock.currentTimeMillis, (now) => now + Duration.toMillis(duration))
        }
      })
  )

layer(Festival.layer, { excludeTestServices: true })("the registration of a terminal", (it) => {
  it.effect("ends when no one uses it for thirty days", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const [lasting, over] = [yield* tills.device(), yield* tills.device()]
      yield* unused(lasting.terminalId, "29 days 23 hours")
      yield* unused(over.terminalId, "30 days")
      done(yield* lasting.get("/config"))
      yield* refused(over.get("/config"), "Unauthorized", {}, 401)
    }))

  it.effect("ends so as well for a server that knew it, unless another one heard of it", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const guard = yield* TerminalGuard
      const [known, busy] = [yield* tills.device(), yield* tills.device()]
      done(yield* known.get("/config"))
      done(yield* busy.get("/config"))
      yield* unused(known.terminalId, "31 days")
      const later = (token: string) => Effect.exit(after("31 days")(guard.signedIn(token, "192.0.2.1")))
      assert.strictEqual((yield* later(known.token))._tag, "Failure")
      assert.strictEqual((yield* later(busy.token))._tag, "Success")
    }))

  it.effect("gives keys of wristbands to who signs in with one, and access to the card provider to cashiers alone", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      yield* takeCards
      const till = yield* tills.open()
      const secrets = Effect.map(till.get("/config"), (answer) => {
        const { body } = done(answer)
        return { keys: body.secrets !== null, cards: (body.till as Body).sumup_secrets !== null }
      })
      assert.deepStrictEqual(yield* secrets, { keys: true, cards: true })
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      assert.deepStrictEqual(yield* secrets, { keys: true, cards: false })
      done(yield* till.post("/user/login", login(till.cashier)))
      assert.deepStrictEqual(yield* secrets, { keys: true, cards: true })
    }))

  it.effect("lets a hundred people sign in within a quarter of an hour, then refuses as published terminals expect", () =>
    Effect.gen(function*() {
      const { bar, event, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const version = Effect.map(
        sql<{ version: bigint }>`select version from event where event_id = ${event}`,
        ([row]) => row!.version
      )
      const till = yield* tills.open()
      const again = till.post("/user/login", login(till.cashier))
      for (let n = 1; n < 100; n++) done(yield* again)
      const before = yield* version
      yield* refused(again, "cash.sign_ins_too_many")
      assert.strictEqual(yield* version, before)
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      done(yield* bar.post("/user/login", login(bar.cashier)))
    }))
})
