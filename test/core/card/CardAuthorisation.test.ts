import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { NewCardAuthorisation, type PendingConnection, pendingConnection } from "@wristbank/core/card/CardAuthorisation"
import { DateTime, Option, Result, Schema } from "effect"
import fc from "fast-check"

const begun = (stateHash: string): PendingConnection => ({
  stateHash,
  redirectUri: `https://office.example/${stateHash}`,
  expiresAt: DateTime.makeUnsafe(0)
})
const hash = fc.constantFrom("a", "b", "c", "d")
const states = fc.uniqueArray(hash)

describe("which authorisation is being finished", () => {
  it("is the one whose state comes back, and no other", () =>
    fc.assert(fc.property(states, hash, (known, state) => {
      const outcome = pendingConnection(known.map(begun), state)
      if (!known.includes(state)) return assert.isTrue(Result.isFailure(outcome))
      const found = Option.getOrThrow(Result.getOrThrow(outcome))
      assert.deepStrictEqual([found.stateHash, found.redirectUri], [state, `https://office.example/${state}`])
    })))

  it("is refused to a caller who brings a state that they never began, or that is over", () => {
    for (const known of [[], [begun("b")]]) {
      const refused = Result.getOrThrow(Result.flip(pendingConnection(known, "a")))
      assert.strictEqual(refusalName(refused), "card.authorisation_unknown")
    }
  })

  it("needs its state as soon as one was begun: a link of someone else has none", () =>
    fc.assert(fc.property(states, (known) => {
      const outcome = pendingConnection(known.map(begun), null)
      if (known.length > 0) return assert.isTrue(Result.isFailure(outcome))
      assert.isTrue(Option.isNone(Result.getOrThrow(outcome)))
    })))
})

describe("where the provider may send an administrator back to", () => {
  const isTaken = (redirect_uri: string) =>
    Result.isSuccess(Schema.decodeUnknownResult(NewCardAuthorisation)({ redirect_uri }))

  it.each([
    "https://office.example/sumup",
    "https://office.example:8443/sumup?node=1",
    "http://localhost:4200/sumup",
    "http://127.0.0.1/sumup"
  ])("takes %s", (address) => assert.isTrue(isTaken(address)))

  it.each([
    ["unencrypted", "http://office.example/sumup"],
    ["a host that only begins like this machine", "http://localhost.example/sumup"],
    ["a fragment, which would reach no server", "https://office.example/sumup#code"],
    ["a user name", "https://office@attacker.example/"],
    ["a password", "https://:secret@attacker.example/"],
    ["a script", "javascript:alert(1)"],
    ["a file", "file:///etc/passwd"],
    ["no address", "office"],
    ["nothing", ""],
    ["more than 2,000 characters", `https://office.example/${"a".repeat(2000)}`]
  ])("refuses %s", (_, address) => assert.isFalse(isTaken(address)))
})
