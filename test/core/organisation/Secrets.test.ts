import { assert, it } from "@effect/vitest"
import { hashPassword, isPassword } from "@wristbank/core/organisation/PasswordHash"
import { eventSecret, tagKey, tsePassword } from "@wristbank/core/organisation/SecretLocation"
import { Secrets, secretsOf, SecretUnreadable } from "@wristbank/core/organisation/Secrets"
import { Cause, Effect, Exit, Redacted, Result } from "effect"
import fc from "fast-check"

const withKey = (key: string) => Effect.provide(Secrets, Secrets.layerOf(Redacted.make(key)))

const installation = "the key of this installation, long enough"

const isUnreadable = <A>(exit: Exit.Exit<A, unknown>) =>
  Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof SecretUnreadable

const places = fc.oneof(
  fc.tuple(fc.bigInt({ min: 1n, max: 3n }), fc.constantFrom("sumup_api_key", "pretix_api_key")).map(([event, name]) =>
    eventSecret(event, name)
  ),
  fc.tuple(fc.bigInt({ min: 1n, max: 3n }), fc.constantFrom("key0", "key1")).map(([event, name]) =>
    tagKey(event, name)
  ),
  fc.tuple(fc.bigInt({ min: 1n, max: 3n }), fc.bigInt({ min: 1n, max: 3n })).map(([event, id]) =>
    tsePassword(event, id)
  )
)

it.effect("a sealed secret opens at its place with its key alone, and looks different each time", () =>
  Effect.gen(function*() {
    const secrets = yield* withKey(installation)
    const again = yield* withKey(installation)
    const other = yield* withKey("the key of another installation, long enough")
    yield* Effect.promise(() =>
      fc.assert(fc.asyncProperty(places, places, fc.string({ unit: "grapheme" }), async (place, elsewhere, text) => {
        const sealed = secrets.seal(place, text)
        assert.notStrictEqual(sealed, secrets.seal(place, text))
        if (text.length > 3) assert.notInclude(Buffer.from(sealed.slice(2), "base64url").toString("utf8"), text)
        assert.strictEqual(await Effect.runPromise(again.open(place, sealed)), text)
        assert.deepStrictEqual(again.read(place, sealed), Result.succeed({ text, isCurrent: true }))
        const attempts = [
          other.open(place, sealed),
          secrets.open(place, sealed.slice(2)),
          secrets.open(place, `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`),
          ...elsewhere === place ? [] : [secrets.open(elsewhere, sealed)]
        ]
        for (const attempt of attempts) assert.isTrue(isUnreadable(await Effect.runPromiseExit(attempt)))
      }))
    )
    for (const nothing of ["", "2.", "nonsense", "x".repeat(37)]) {
      assert.isTrue(isUnreadable(yield* Effect.exit(secrets.open(tagKey(1n, "key0"), nothing))), nothing)
    }
  }))

it.effect("the previous key is read with and never sealed with", () =>
  Effect.gen(function*() {
    const [old, young] = [Redacted.make("the old key of this installation"), Redacted.make(installation)]
    const [before, between, after] = [yield* secretsOf(old), yield* secretsOf(young, [old]), yield* secretsOf(young)]
    const place = eventSecret(7n, "sumup_api_key")
    const read = between.read(place, before.seal(place, "kept"))
    assert.deepStrictEqual(read, Result.succeed({ text: "kept", isCurrent: false }))
    assert.strictEqual(yield* after.open(place, between.seal(place, "kept")), "kept")
    assert.isTrue(
      isUnreadable(yield* Effect.exit(between.open(eventSecret(8n, "sumup_api_key"), before.seal(place, ""))))
    )
  }))

it.effect("a password is known by its hash, whatever form its letters come in", () =>
  Effect.gen(function*() {
    const hash = yield* hashPassword("Schl\u00fcssel f\u00fcr alle")
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.isTrue(yield* isPassword("Schlu\u0308ssel fu\u0308r alle", hash))
    assert.isFalse(yield* isPassword("schl\u00fcssel f\u00fcr alle", hash))
    assert.isFalse(yield* isPassword("Schl\u00fcssel f\u00fcr alle", null))
  }))

it.effect("a fingerprint is the same for the same text and key alone, and holds nothing of the text", () =>
  Effect.gen(function*() {
    const secrets = yield* withKey("the key of this installation, long enough")
    const other = yield* withKey("the key of another installation, long enough")
    const taken = Buffer.from(secrets.fingerprint("login kim"))
    assert.lengthOf(taken, 32)
    assert.deepStrictEqual(Buffer.from(secrets.fingerprint("login kim")), taken)
    assert.notDeepEqual(Buffer.from(secrets.fingerprint("login kin")), taken)
    assert.notDeepEqual(Buffer.from(other.fingerprint("login kim")), taken)
  }))
