import { assert, it } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { TagUid } from "@wristbank/core/primitives/TagUid"
import {
  canViewUsers,
  CreateUserPayload,
  mayGiveFirstRoles,
  maySee,
  toNewUser
} from "@wristbank/core/till/TerminalUser"
import { Result, Schema } from "effect"

const Privileges = Schema.Array(Privilege)

it.prop(
  "everybody sees themselves, and only those who look after people see others",
  [Schema.NullOr(TagUid), Privileges, TagUid],
  ([own, privileges, asked]) => {
    assert.isTrue(Result.isSuccess(maySee({ uid: asked, privileges }, asked)))
    if (own === asked) return
    const allowed = privileges.some((privilege) => canViewUsers.includes(privilege))
    assert.strictEqual(Result.isSuccess(maySee({ uid: own, privileges }, asked)), allowed)
  }
)

it.prop("roles to start with need user_management", [Privileges, CreateUserPayload], ([privileges, payload]) => {
  const held = new Set(privileges)
  const allowed = payload.role_ids.length === 0 || held.has("user_management")
  assert.strictEqual(Result.isSuccess(mayGiveFirstRoles(held, payload)), allowed)
})

it.prop("nobody created at a terminal has a password", [CreateUserPayload], ([payload]) => {
  const user = toNewUser(payload)
  assert.isNull(user.password)
  assert.strictEqual(user.uid, payload.user_tag_uid)
  assert.notStrictEqual(user.pin, "")
})
