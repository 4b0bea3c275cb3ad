import { assert, layer } from "@effect/vitest"
import { limits, places } from "@wristbank/core/base/limits/Limits"
import { refusalName } from "@wristbank/core/base/Rule"
import { KnownSenders } from "@wristbank/core/organisation/KnownSenders"
import { admitSignIn, hashers, hashPassword } from "@wristbank/core/organisation/PasswordHash"
import { Sessions } from "@wristbank/core/organisation/Sessions"
import { officeSignIn, secondFactorCode } from "@wristbank/core/organisation/SignInLimit"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { within } from "@wristbank/core/sql/Deadline"
import { Deferred, Effect, Exit, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { agePastAttempts, noAttempts } from "../../support/attempts.ts"

const password = "a password of these tests"

/** A user with a login and the password, in an event of their own. */
const person = Effect.fnUntraced(function*(login: string) {
  const sql = yield* SqlClient.SqlClient
  const [home] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids, event_id)
    values (0, ${crypto.randomUUID()}, '', '{0}', null) returning id`
  yield* sql`insert into usr (node_id, event_id, login, password_hash)
    values (${home!.id}, ${home!.id}, ${login}, ${yield* hashPassword(password)})`
  return home!.id
})

const withoutCode = { kind: "bearer", code: null, browser: null } as const

const outcome = (
  login: string,
  shown: string,
  address: string,
  { device = null, nodeId = null }: { readonly nodeId?: bigint | null; readonly device?: string | null } = {}
) =>
  Sessions.use((sessions) =>
    Effect.match(sessions.signIn({ ...withoutCode, device, login, password: Redacted.make(shown), nodeId, address }), {
      onSuccess: () => "signed in",
      onFailure: refusalName
    })
  )

const wrong = "not the password"
const times = (count: number) => Array.from({ length: count }, (_, n) => n)

layer(servicesLayer, { excludeTestServices: true })("limits of sign-ins", (it) => {
  it.effect("slow a login down for the network that guesses, and for no one else", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("owner")
      // The first beyond the limit is still looked at, as its turn is free.
      const guesses = yield* Effect.forEach(times(7), () => outcome("owner", wrong, "192.0.2.1"))
      assert.deepStrictEqual(guesses, [...Array<string>(6).fill("organisation.sign_in_failed"), "TooManyAttempts"])
      assert.strictEqual(yield* outcome("owner", password, "192.0.2.1"), "TooManyAttempts")
      assert.strictEqual(yield* outcome("owner", password, "192.0.2.2"), "signed in")
    }))

  it.effect("leave a colleague at the same address alone", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("colleague")
      yield* Effect.forEach(times(limits.network), (n) => outcome(`login ${n}`, wrong, "192.0.2.9"))
      assert.strictEqual(yield* outcome("colleague", password, "192.0.2.9"), "signed in")
    }))

  it.effect("leave a device alone that its user signed in with, no matter who guesses beside it", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("regular")
      const { newDevice } = yield* KnownSenders
      const [device, other] = [yield* newDevice("regular"), yield* newDevice("somebody else")]
      yield* Effect.forEach(times(7), () => outcome("regular", wrong, "192.0.2.20"))
      assert.strictEqual(yield* outcome("regular", password, "192.0.2.20", { device: other }), "TooManyAttempts")
      assert.strictEqual(yield* outcome("regular", password, "192.0.2.20", { device }), "signed in")
      // Guesses with a device's token end after its limit, and then count as those of a stranger.
      const guesses = yield* Effect.forEach(times(6), () => outcome("regular", wrong, "192.0.2.20", { device }))
      assert.deepStrictEqual(guesses, [...Array<string>(5).fill("organisation.sign_in_failed"), "TooManyAttempts"])
      const own = yield* newDevice("regular")
      assert.strictEqual(yield* outcome("regular", password, "192.0.2.20", { device: own }), "signed in")
    }))

  it.effect("let thirty sign-ins through from one place, and others of the same user after that", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("scripted")
      const device = yield* KnownSenders.use(({ newDevice }) => newDevice("scripted"))
      const script = outcome("scripted", password, "192.0.2.30")
      const outcomes = yield* Effect.forEach(times(limits.signIns + 1), () => script)
      assert.deepStrictEqual(outcomes, [
        ...Array<string>(limits.signIns).fill("signed in"),
        "organisation.signed_in_too_often"
      ])
      assert.strictEqual(yield* script, "organisation.signed_in_too_often")
      assert.strictEqual(yield* outcome("scripted", password, "192.0.2.30", { device }), "signed in")
      assert.strictEqual(yield* outcome("scripted", password, "192.0.2.31"), "signed in")
    }))

  it.effect("keep places for networks and devices that are known while strangers hold all of theirs", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("keeper")
      const { forget, newDevice, recall } = yield* KnownSenders
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.40"), "signed in")
      const device = yield* newDevice("keeper")
      const release = yield* Deferred.make<void>()
      const strangers = yield* Effect.forEach(
        times(hashers + places.passwords),
        () => Effect.forkChild(admitSignIn(Deferred.await(release)), { startImmediately: true })
      )
      const [issuedAt, id] = device.split(".")
      const [, , proof] = (yield* newDevice("keeper")).split(".")
      const forged = [issuedAt, id, proof].join(".")
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.41"), "ServiceUnavailable")
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.41", { device: forged }), "ServiceUnavailable")
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.41", { device }), "signed in")
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.40"), "signed in")
      // A server that has just started knows them from the database.
      yield* forget
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.40"), "ServiceUnavailable")
      yield* recall
      assert.strictEqual(yield* outcome("keeper", password, "192.0.2.40"), "signed in")
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.joinAll(strangers)
    }))

  it.effect("count all addresses of a /64 together", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("sixth")
      const guesses = yield* Effect.forEach(times(7), (n) => outcome("sixth", wrong, `2001:db8:1:2::${n + 1}`))
      assert.deepStrictEqual(guesses, [...Array<string>(6).fill("organisation.sign_in_failed"), "TooManyAttempts"])
      assert.strictEqual(yield* outcome("sixth", password, "2001:db8:1:3::1"), "signed in")
    }))

  it.effect("tell the same login of two events apart", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const [one, other] = [yield* person("twin"), yield* person("twin")]
      yield* Effect.forEach(times(6), () => outcome("twin", wrong, "192.0.2.3", { nodeId: one }))
      assert.strictEqual(yield* outcome("twin", password, "192.0.2.3", { nodeId: one }), "TooManyAttempts")
      assert.strictEqual(yield* outcome("twin", password, "192.0.2.3", { nodeId: other }), "signed in")
    }))

  it.effect("let tries from many networks take turns at a login, but not who signed in from there before", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* person("target")
      assert.strictEqual(yield* outcome("target", password, "198.51.100.7"), "signed in")
      yield* Effect.forEach(times(limits.accountEverywhere), (n) => outcome("target", wrong, `203.0.113.${n}`))
      // There are not places for eight networks.
      const strangers = yield* Effect.all(
        times(8).map((n) => outcome("target", n === 0 ? password : wrong, `203.0.114.${n}`)),
        { concurrency: "unbounded" }
      )
      assert.isAtLeast(strangers.filter((answer) => answer === "TooManyAttempts").length, 1)
      // The target never closes: a waiting network gets in, and a known network does not wait behind unknown ones.
      assert.strictEqual(strangers[0], "signed in")
      const [known] = yield* Effect.all([
        outcome("target", password, "198.51.100.7"),
        ...times(8).map((n) => outcome("target", wrong, `203.0.115.${n}`))
      ], { concurrency: "unbounded" })
      assert.strictEqual(known, "signed in")
    }))

  it.effect("are answered from memory while they last", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const sql = yield* SqlClient.SqlClient
      yield* Effect.forEach(times(7), () => outcome("nobody", wrong, "192.0.2.4"))
      yield* sql`delete from sign_in_failure`
      assert.strictEqual(yield* outcome("nobody", wrong, "192.0.2.4"), "TooManyAttempts")
      assert.deepStrictEqual(yield* sql`select from sign_in_failure`, [])
      yield* SignInLimits.use(({ forget }) => forget)
      assert.strictEqual(yield* outcome("nobody", wrong, "192.0.2.4"), "organisation.sign_in_failed")
    }))

  it.effect("store nothing of what was typed, and nothing that counts no longer", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const sql = yield* SqlClient.SqlClient
      yield* outcome("a password in the wrong field", wrong, "192.0.2.5")
      const stored = yield* sql<{ length: number; clear: boolean }>`select length(subject) as length,
        position(convert_to('wrong field', 'UTF8') in subject) > 0 as clear from sign_in_failure`
      assert.lengthOf(stored, 3)
      assert.isTrue(stored.every(({ clear, length }) => length === 32 && !clear))
      const { prune } = yield* SignInLimits
      yield* prune
      assert.lengthOf(yield* sql`select from sign_in_failure`, 3)
      yield* sql`update sign_in_failure set latest = latest - interval '15 minutes'`
      yield* prune
      assert.deepStrictEqual(yield* sql`select from sign_in_failure`, [])
    }))

  it.effect("end with the time of the first try that counts", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const { guard } = yield* SignInLimits
      const attempt = secondFactorCode({ userId: 77n, address: "192.0.2.6" })
      const guess = Effect.match(guard({ attempt, check: Effect.as(Effect.void, undefined) }), {
        onSuccess: () => 0,
        onFailure: (error) => "retry_after_seconds" in error ? error.retry_after_seconds : Number.NaN
      })
      yield* guess
      yield* agePastAttempts(10)
      yield* Effect.forEach(times(limits.secondFactor - 1), () => guess)
      const seconds = yield* guess
      assert.isTrue(seconds > 200 && seconds <= 300, String(seconds))
      yield* agePastAttempts(5)
      assert.strictEqual(yield* guess, 0)
      // All but the first of those tries and this one still count.
      assert.isAbove(yield* guess, 400)
    }))

  it.effect("don't count what the server could not check, as right credentials must not close an account", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const sql = yield* SqlClient.SqlClient
      const { guard } = yield* SignInLimits
      const attempt = officeSignIn({ login: "patient", nodeId: null, address: "192.0.2.7" })
      const counted = Effect.map(
        sql<{ tries: number }>`select coalesce(sum(cardinality(failed_at)), 0)::integer as tries from sign_in_failure`,
        ([row]) => row!.tries
      )
      const failing = guard({ attempt, check: Effect.die(new Error("the database is away")) })
      const tooSlow = within(1, () => "too slow" as const)(guard({ attempt, check: Effect.never }))
      for (const check of [failing, tooSlow]) {
        yield* Effect.forEach(times(limits.account + 1), () =>
          Effect.andThen(
            Effect.map(Effect.exit(check), (exit) => assert.isTrue(Exit.isFailure(exit))),
            // The answer does not wait for it.
            Effect.repeat(counted, { until: (tries) => tries === 0 })
          ))
      }
      assert.isTrue(yield* guard({ attempt, check: Effect.succeed(true) }))
    }))

  it.effect("count a try whose sender went away before it was checked", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const { guard } = yield* SignInLimits
      const attempt = secondFactorCode({ userId: 78n, address: "192.0.2.8" })
      yield* Effect.forEach(times(limits.secondFactor), () =>
        Effect.gen(function*() {
          const begun = yield* Deferred.make<void>()
          const check = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
          const fiber = yield* Effect.forkChild(guard({ attempt, check }))
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(fiber)
        }))
      const refused = yield* Effect.flip(guard({ attempt, check: Effect.succeed(true) }))
      assert.strictEqual(refusalName(refused), "TooManyAttempts")
    }))

  it.effect("remember three networks of a person, the latest", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const sql = yield* SqlClient.SqlClient
      const { guard } = yield* SignInLimits
      yield* Effect.forEach(times(5), (n) =>
        guard({
          attempt: officeSignIn({ login: "travels", nodeId: null, address: `192.0.2.${n + 10}` }),
          check: Effect.succeed(true)
        }))
      assert.lengthOf(yield* sql`select from sign_in_network`, 3)
    }))
})
