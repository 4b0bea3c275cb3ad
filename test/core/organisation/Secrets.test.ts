import { assert, it } from "@effect/vitest"
import { hashPassword, isPassword } from "@wristbank/core/organisation/PasswordHash"
import { Secrets, SecretUnreadable } from "@wristbank/core/organisation/Secrets"
import { Cause, Effect, Exit, Redacted } from "effect"

const withKey = (key: string) => Effect.provide(Secrets, Secrets.layerOf(Redacted.make(key)))

it.effect("a sealed secret opens with its key only and looks different each time", () =>
  Effect.gen(function*() {
    const secrets = yield* withKey("the key of this installation, long enough")
    for (const text of ["", "sup_sk_ß€", "x".repeat(5000)]) {
      const sealed = secrets.seal(text)
      assert.notStrictEqual(sealed, secrets.seal(text))
      if (text !== "") assert.notInclude(Buffer.from(sealed, "base64url").toString("latin1"), text)
      assert.strictEqual(yield* secrets.open(sealed), text)
    }
    const again = yield* withKey("the key of this installation, long enough")
    assert.strictEqual(yield* again.open(secrets.seal("kept")), "kept")
    const other = yield* withKey("the key of another installation, long enough")
    const sealed = secrets.seal("kept")
    const changed = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA")
    for (
      const attempt of [other.open(sealed), secrets.open(changed), secrets.open(""), secrets.open(sealed.slice(0, 30))]
    ) {
      const exit = yield* Effect.exit(attempt)
      assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof SecretUnreadable)
    }
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
