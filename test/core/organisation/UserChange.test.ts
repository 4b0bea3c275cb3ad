import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { decide } from "@wristbank/core/organisation/User"
import { manage, remove, takeTag } from "@wristbank/core/organisation/UserChange"
import { Result, Schema } from "effect"

const Privileges = Schema.Array(Privilege)
const Roles = Schema.Array(Schema.Struct({ is_privileged: Schema.Boolean, privileges: Privileges }))
const Names = Schema.Array(Schema.String)
const Numbers = Schema.NullOr(Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: 3n })))
const Tag = Schema.NullOr(Schema.Struct({
  id: Schema.BigInt,
  uid: Numbers,
  userId: Numbers,
  retired: Schema.Boolean,
  reserved: Schema.Boolean
}))

const manyRuns = { arbitrary: { runs: 2000 } }

it.prop(
  "no one acts on a user who can do more than themselves",
  [Roles, Privileges],
  ([roles, list]) => {
    const held = new Set(list)
    if (Result.isFailure(manage(held, roles))) {
      assert.isTrue(roles.some((role) => role.is_privileged || role.privileges.some((one) => !held.has(one))))
      assert.isFalse(held.has("allow_privileged_role_assignment"))
    } else if (!held.has("allow_privileged_role_assignment")) {
      assert.isFalse(roles.some(({ is_privileged }) => is_privileged))
      for (const one of roles.flatMap(({ privileges }) => privileges)) assert.isTrue(held.has(one))
    }
  },
  manyRuns
)

it.prop(
  "users who leave answer for nothing, and are deleted only if they never did anything",
  [Schema.Boolean, Names, Schema.NullOr(Schema.String), Schema.NullOr(Cents), Schema.Boolean],
  ([isCaller, terminals, register, transportBalance, acted]) => {
    const outcome = remove(isCaller, { login: "kim", terminals, register, transportBalance, acted })
    const free = !isCaller && terminals.length === 0 && register === null && (transportBalance ?? 0n) === 0n
    assert.strictEqual(Result.isSuccess(outcome), free)
    if (Result.isSuccess(outcome)) assert.strictEqual(outcome.success, acted ? "deactivated" : "deleted")
  },
  manyRuns
)

it.prop("a user's tag is never that of someone else's account", [Numbers, Numbers], ([own, of]) => {
  assert.strictEqual(Result.isSuccess(takeTag(own, of)), of === null || of === own)
})

it.prop(
  "a user can sign in, with a tag that is no one else's and has the chip that was named",
  [Numbers, Schema.Boolean, Schema.Boolean, Schema.Boolean, Schema.Boolean, Tag, Tag],
  ([uid, withPin, hasPassword, inEvent, loginTaken, found, tagByPin]) => {
    const tagByUid = found === null || uid === null ? null : { ...found, uid }
    const user = { login: "kim", pin: withPin ? "AB12" : null, uid }
    const outcome = decide(user, hasPassword, { inEvent, loginTaken, tagByUid, tagByPin: withPin ? tagByPin : null })
    if (Result.isFailure(outcome)) return
    const { learnsUid, tagId } = outcome.success
    assert.isFalse(loginTaken)
    assert.isTrue(hasPassword || tagId !== null)
    if (tagId === null) return assert.isNull(user.pin ?? user.uid)
    const tag = tagByUid ?? tagByPin
    assert.isTrue(inEvent)
    assert.deepInclude(tag, { id: tagId, userId: null, retired: false, reserved: false })
    const chip = tag?.uid ?? learnsUid
    assert.isTrue(chip !== null && (uid === null || chip === uid))
  },
  manyRuns
)
