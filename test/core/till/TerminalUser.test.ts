import { assert, it } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { TagUid } from "@wristbank/core/primitives/TagUid"
import {
  canViewUsers,
  CreateUserPayload,
  mayGiveFirstRoles,
  maySee,
  rolesByNode,
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
  const wanted = rolesByNode(payload, 1n)
  if (Result.isFailure(wanted)) return
  const allowed = held.has("user_management") || wanted.success.every(({ role_ids }) => role_ids.length === 0)
  assert.strictEqual(Result.isSuccess(mayGiveFirstRoles(held, wanted.success)), allowed)
})

it.prop("roles without a node are for the terminal's, and no node is named twice", [CreateUserPayload], ([payload]) => {
  const { role_assignments, role_ids } = payload
  const nodes = (role_assignments ?? []).map(({ node_id }) => node_id)
  const wanted = rolesByNode(payload, 1n)
  if (new Set(nodes).size < nodes.length) return assert.isTrue(Result.isFailure(wanted))
  const expected = role_assignments ?? [{ node_id: 1n, role_ids }]
  assert.deepEqual(Result.getOrThrow(wanted).map((at) => ({ ...at })), expected.map((at) => ({ ...at })))
})

it.prop("nobody created at a terminal has a password", [CreateUserPayload], ([payload]) => {
  const user = toNewUser(payload)
  assert.isNull(user.password)
  assert.strictEqual(user.uid, payload.user_tag_uid)
  assert.notStrictEqual(user.pin, "")
})
