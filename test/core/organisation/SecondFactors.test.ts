import { assert, layer } from "@effect/vitest"
import { limits } from "@wristbank/core/base/limits/Limits"
import { refusalName } from "@wristbank/core/base/Rule"
import { hashPassword } from "@wristbank/core/organisation/PasswordHash"
import { SecondFactors } from "@wristbank/core/organisation/SecondFactors"
import { Sessions } from "@wristbank/core/organisation/Sessions"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { makeToken } from "@wristbank/core/organisation/Token"
import { codeOf, fromBase32, stepAt } from "@wristbank/core/organisation/Totp"
import { Clock, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { noAttempts } from "../../support/attempts.ts"

const password = "a password of these tests"
const address = "192.0.2.1"

/** The code of the app, by steps from now. */
const codeIn = (secret: string, steps: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => codeOf(fromBase32(secret), stepAt(now) + steps))

/** A user with a second factor. */
const person = Effect.fnUntraced(function*(login: string) {
  yield* noAttempts
  const sql = yield* SqlClient.SqlClient
  const factors = yield* SecondFactors
  const [user] = yield* sql<{ id: bigint }>`insert into usr (node_id, event_id, login, password_hash)
    values (0, 0, ${login}, ${yield* hashPassword(password)}) returning id`
  const session = { userId: user!.id, sessionHash: (yield* makeToken).hash }
  const { secret } = yield* factors.begin(session, password, address)
  const { recovery_codes } = yield* factors.confirm(session, yield* codeIn(secret, -1))
  return { userId: user!.id, secret, codes: recovery_codes }
})

const outcome = (login: string, code: string | null, shown = password, from = address) =>
  Sessions.use((sessions) =>
    Effect.match(
      sessions.signIn({
        kind: "web",
        browser: null,
        device: null,
        nodeId: null,
        login,
        code,
        address: from,
        password: Redacted.make(shown)
      }),
      { onSuccess: () => "signed in", onFailure: refusalName }
    )
  )

const signedIn = "signed in"
const needed = "organisation.code_needed"
const wrong = "organisation.code_wrong"

layer(servicesLayer, { excludeTestServices: true })("a second factor", (it) => {
  it.effect("lets one of many sign-ins with the same code in, and none afterwards", () =>
    Effect.gen(function*() {
      const { codes, secret } = yield* person("once")
      for (const code of [yield* codeIn(secret, 0), codes[0]!]) {
        const all = yield* Effect.all(
          Array.from({ length: 4 }, (_, n) => outcome("once", code, password, `192.0.2.${n}`)),
          {
            concurrency: "unbounded"
          }
        )
        assert.deepStrictEqual(all.toSorted(), [wrong, wrong, wrong, signedIn])
        assert.strictEqual(yield* outcome("once", code, password, "192.0.2.9"), wrong)
      }
      assert.strictEqual(yield* outcome("once", yield* codeIn(secret, 1)), signedIn)
      assert.strictEqual(yield* outcome("once", yield* codeIn(secret, 0)), wrong, "an earlier step")
    }))

  it.effect("counts one of many uses of the same code at the same moment", () =>
    Effect.gen(function*() {
      const factors = yield* SecondFactors
      for (let round = 0; round < 5; round++) {
        const { codes, secret, userId } = yield* person(`at once ${round}`)
        for (const code of [yield* codeIn(secret, 0), codes[0]!]) {
          yield* noAttempts
          const used = yield* Effect.all(
            Array.from({ length: 8 }, () => Effect.option(factors.use(userId, code, address))),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(used.filter(Option.isSome), 1)
        }
      }
    }))

  it.effect("takes each recovery code once, and those of others never", () =>
    Effect.gen(function*() {
      const { codes } = yield* person("lost")
      const { codes: others } = yield* person("other")
      assert.lengthOf(new Set([...codes, ...others]), 20)
      assert.strictEqual(yield* outcome("lost", others[0]!), wrong)
      for (const code of codes) {
        yield* noAttempts
        assert.strictEqual(yield* outcome("lost", code.toUpperCase()), signedIn)
        assert.strictEqual(yield* outcome("lost", code), wrong)
      }
      const sql = yield* SqlClient.SqlClient
      const left = yield* sql`select from recovery_code join usr on usr.id = user_id where login = 'lost'`
      assert.isEmpty(left)
      const [row] = yield* sql<{ text: string }>`select string_agg(to_jsonb(row)::text, ' ') as text from audit_log row`
      for (const code of [...codes, ...others]) assert.notInclude(row!.text, code)
      assert.include(row!.text, "\"second_factor\": \"recovery_code\"")
    }))

  it.effect("shows nothing of itself to someone without the password", () =>
    Effect.gen(function*() {
      yield* person("secretive")
      const guesses = [null, "123456", "not a code"]
      for (const code of guesses) {
        yield* noAttempts
        assert.strictEqual(yield* outcome("secretive", code, "not the password"), "organisation.sign_in_failed")
      }
      assert.strictEqual(yield* outcome("secretive", null), needed)
    }))

  it.effect("counts a wrong code like a wrong password, and the password alone clears neither", () =>
    Effect.gen(function*() {
      yield* person("guessed")
      const guess = outcome("guessed", "000000")
      const first = yield* Effect.all([guess, guess, guess, outcome("guessed", null), outcome("guessed", "")])
      assert.deepStrictEqual(first, [wrong, wrong, wrong, needed, needed])
      const rest = yield* Effect.all([guess, guess, guess, guess])
      assert.deepStrictEqual(rest, [wrong, wrong, wrong, "TooManyAttempts"])
      assert.strictEqual(yield* outcome("guessed", null), "TooManyAttempts")
    }))

  it.effect("is guessed no faster from many networks", () =>
    Effect.gen(function*() {
      const { codes } = yield* person("botnet")
      const from = (n: number) => `198.51.100.${n}`
      const guesses = yield* Effect.forEach(
        Array.from({ length: limits.secondFactor + 2 }),
        (_, n) => outcome("botnet", "000000", password, from(n))
      )
      assert.deepStrictEqual(guesses, [
        ...Array<string>(limits.secondFactor).fill(wrong),
        "TooManyAttempts",
        "TooManyAttempts"
      ])
      assert.strictEqual(yield* outcome("botnet", codes[0]!, password, from(99)), "TooManyAttempts")
      yield* SignInLimits.use(({ forget }) => forget)
      assert.strictEqual(
        yield* outcome("botnet", codes[0]!, password, from(98)),
        "TooManyAttempts",
        "from the database"
      )
    }))

  it.effect("costs a network nothing where many people sign in with theirs", () =>
    Effect.gen(function*() {
      const { codes } = yield* person("crowd")
      for (let n = 0; n < limits.network + 2; n++) assert.strictEqual(yield* outcome("crowd", null), needed)
      assert.strictEqual(yield* outcome("crowd", codes[0]!), signedIn)
    }))
})
