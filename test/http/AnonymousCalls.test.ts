import { assert, layer } from "@effect/vitest"
import { places } from "@wristbank/core/base/limits/Limits"
import { admitSignIn, hashers } from "@wristbank/core/organisation/PasswordHash"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { whileAnonymousCallsWait } from "../support/anonymousCalls.ts"
import { noAttempts } from "../support/attempts.ts"
import { Festival, sale } from "../support/Festival.ts"
import { FestivalPortal } from "../support/FestivalPortal.ts"
import { caller, done } from "../support/FestivalServer.ts"

layer(FestivalPortal.layer, { excludeTestServices: true })("a flood of strangers", (it) => {
  it.effect("holds up no one who is known, and is refused at once", () =>
    Effect.gen(function*() {
      const { address: festival, admin, bar, event, guest, press } = yield* Festival
      const { address: portal } = yield* FestivalPortal
      const anna = yield* guest()
      done(yield* bar.post("/order/book-sale", sale([press("food")], anna)))
      done(yield* admin("GET", `/tree/`))
      const anonymous = {
        signIn: ["POST", `${festival}/administration/auth/login`, { username: "kim", password: "a guess" }, null],
        unknownUser: ["GET", `${festival}/administration/tree/`, undefined, "unknown"],
        unknownTerminal: ["GET", `${festival}/terminal/config`, undefined, "unknown"],
        registration: ["POST", `${festival}/terminal/auth/register_terminal`, {
          registration_uuid: crypto.randomUUID()
        }, null],
        pin: ["POST", `${portal}/auth/login`, { pin: "GUESS", node_id: event }, null],
        portal: ["GET", `${portal}/config?base_url=https://portal.example`, undefined, null],
        receipt: ["GET", `${portal}/bon/${crypto.randomUUID()}`, undefined, null]
      } as const
      const { refused, sold, tree } = yield* whileAnonymousCallsWait(Effect.gen(function*() {
        return {
          refused: yield* Effect.forEach(
            Object.entries(anonymous),
            ([name, [method, url, body, token]]) =>
              Effect.map(caller(url, token)(method, "", body), (answer) => [name, answer.status])
          ),
          sold: yield* bar.post("/order/book-sale", sale([press("food")], anna)),
          tree: yield* admin("GET", "/tree/")
        }
      }))
      assert.deepStrictEqual(refused, Object.keys(anonymous).map((name) => [name, 503]))
      assert.deepStrictEqual([sold.status, tree.status], [200, 200])
    }))

  it.effect("gets a limited number of passwords looked at; who comes beyond is not counted", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const { address, bar, guest, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const anna = yield* guest()
      const release = yield* Deferred.make<void>()
      const inside = yield* Effect.forEach(
        Array.from({ length: hashers + places.passwords }),
        () => Effect.forkChild(admitSignIn(Deferred.await(release)), { startImmediately: true })
      )
      const guess = (n: number) =>
        caller(address, null)("POST", "/administration/auth/login", { username: `guess ${n}`, password: "a guess" })
      const guesses = yield* Effect.all(Array.from({ length: 50 }, (_, n) => guess(n)), { concurrency: "unbounded" })
      assert.isTrue(guesses.every(({ body, status }) => status === 503 && body.id === "ServiceUnavailable"))
      assert.deepStrictEqual(yield* sql`select from sign_in_failure`, [])
      done(yield* bar.post("/order/book-sale", sale([press("food")], anna)))
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.joinAll(inside)
      assert.strictEqual((yield* guess(0)).status, 403)
      yield* noAttempts
    }))

  it.effect("of sign-ins leaves bookings their time", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const { address, bar, guest, press } = yield* Festival
      const anna = yield* guest()
      const guesses = yield* Effect.forkChild(Effect.all(
        Array.from({ length: 50 }, (_, n) =>
          caller(address, null)("POST", "/administration/auth/login", { username: `guess ${n}`, password: "a guess" })),
        { concurrency: "unbounded" }
      ))
      const sold = yield* Effect.forEach(Array.from({ length: 10 }), () =>
        bar.post("/order/book-sale", sale([press("food")], anna)))
      assert.isTrue(sold.every(({ status }) =>
        status === 200
      ))
      const statuses = (yield* Fiber.join(guesses)).map(({ status }) =>
        status
      )
      assert.isTrue(statuses.every((status) => [403, 429, 503].includes(status)), statuses.join())
      assert.isAtLeast(statuses.filter((status) => status === 503).length, 10)
      yield* noAttempts
    }))
})
