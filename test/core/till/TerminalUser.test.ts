import { assert, it } from "@effect/vitest"
import { Id } from "@wristbank/core/base/Id"
import { TagUid } from "@wristbank/core/base/TagUid"
import { Privilege } from "@wristbank/core/organisation/Privilege"
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
  "everyone sees themselves, and only those who look after people see others",
  [Schema.NullOr(TagUid), Privileges, Schema.Array(Id), TagUid],
  ([own, privileges, listed, asked]) => {
    assert.isTrue(Result.isSuccess(maySee({ uid: asked, privileges, listed: [] }, asked)))
    if (own === asked) return
    const allowed = listed.length > 0 || privileges.some((privilege) => canViewUsers.includes(privilege))
    assert.strictEqual(Result.isSuccess(maySee({ uid: own, privileges, listed }, asked)), allowed)
  }
)

it.prop(
  "roles to start with need user_management, or that the active role names them or may give every role",
  [Privileges, Schema.Array(Id), CreateUserPayload],
  ([privileges, listed, payload]) => {
    const wanted = rolesByNode(payload, 1n)
    if (Result.isFailure(wanted)) return
    const ids = wanted.success.flatMap(({ role_ids }) => role_ids)
    const held = { privileges: new Set(privileges), listed: new Set([...listed, ...ids.slice(1)]) }
    const allowed = held.privileges.has("user_management") || held.privileges.has("allow_privileged_role_assignment") ||
      ids.every((id) => held.listed.has(id))
    assert.strictEqual(Result.isSuccess(mayGiveFirstRoles(held, wanted.success)), allowed)
    const all = { privileges: new Set<Privilege>(), listed: new Set(ids) }
    assert.isTrue(Result.isSuccess(mayGiveFirstRoles(all, wanted.success)))
  }
)

it.prop("roles without a node are for the terminal's, and no node is named twice", [CreateUserPayload], ([payload]) => {
  const { role_assignments, role_ids } = payload
  const nodes = (role_assignments ?? []).map(({ node_id }) => node_id)
  const wanted = rolesByNode(payload, 1n)
  if (new Set(nodes).size < nodes.length) return assert.isTrue(Result.isFailure(wanted))
  const expected = role_assignments ?? [{ node_id: 1n, role_ids }]
  assert.deepEqual(Result.getOrThrow(wanted).map((at) => ({ ...at })), expected.map((at) => ({ ...at })))
})

it.prop("no one created at a terminal has a password", [CreateUserPayload], ([payload]) => {
  const user = toNewUser(payload)
  assert.isNull(user.password)
  assert.strictEqual(user.uid, payload.user_tag_uid)
  assert.notStrictEqual(user.pin, "")
})
