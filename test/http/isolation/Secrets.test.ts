import { assert, layer } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

layer(Festival.layer, { excludeTestServices: true })(
  "who administers a part of an event",
  (it) => {
    it.effect("sees the terminals of the event, but no code that registers one", () =>
      Effect.gen(function*() {
        const { admin, at, event, office } = yield* Festival
        const part = yield* created(
          admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part", description: "" })
        )
        const manager = yield* clerk(event, part, Privilege.literals)
        const ours = done(yield* at(part)("POST", "/terminal", { name: randomUUID() })).body
        const theirs = done(yield* office("POST", "/terminal", { name: randomUUID() })).body
        const list = done(yield* manager("GET", "/terminal")).body
        const entities = list.entities as Record<string, Body>
        assert.deepStrictEqual(entities[String(ours.id)], ours)
        const hidden = { ...theirs, registration_uuid: null }
        assert.deepStrictEqual(entities[String(theirs.id)], hidden)
        assert.deepStrictEqual(done(yield* manager("GET", `/terminal/${Number(theirs.id)}`)).body, hidden)
        assert.deepStrictEqual(done(yield* manager("GET", `/terminal/${Number(ours.id)}`)).body, ours)
      }))

    it.effect("sees the people of the event, but no PIN that opens an account in the portal", () =>
      Effect.gen(function*() {
        const { admin, event } = yield* Festival
        const part = yield* created(
          admin("POST", `/tree/nodes/${event}/create-node`, { name: "Other", description: "" })
        )
        const manager = yield* clerk(event, part, Privilege.literals)
        const { id, pin } = yield* worker(["terminal_login"])
        const all = done(yield* manager("GET", "/users"))
        assert.include(all.text, `"id":${id},`)
        assert.notInclude(all.text, pin)
        assert.notInclude((yield* manager("GET", `/users/${id}`)).text, pin)
      }))

    it.effect("sees no PIN at a terminal either, without managing users of the event", () =>
      Effect.gen(function*() {
        const { admin, at, event, tills } = yield* Festival
        const part = yield* created(
          admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stage", description: "" })
        )
        const till = yield* tills.open({ node: part })
        const manager = yield* worker(["terminal_login", "user_management"], { node: part })
        const { pin, uid } = yield* worker(["terminal_login"])
        const free = yield* tills.tag()
        const recruit = { login: randomUUID(), display_name: "New", user_tag_uid: free.uid, user_tag_pin: free.pin }
        done(yield* till.post("/user/login", login(manager)))
        const shown = (path: string, body: Body = {}) =>
          Effect.map(till.post(path, { user_tag_uid: uid, role_ids: [], ...body }), (answer) => done(answer).body)
        const info = yield* shown("/user-info")
        assert.deepInclude(info, { user_tag_pin: "", user_tag_uid: Number(uid) })
        assert.isNull((yield* shown("/user/update-user-roles")).user_tag_pin)
        assert.isNull((yield* shown("/user/create-user", recruit)).user_tag_pin)
        done(yield* at(event)("POST", "/user-to-roles", { user_id: manager.id, role_ids: [manager.roleId] }))
        assert.strictEqual((yield* shown("/user-info")).user_tag_pin, pin)
        assert.strictEqual((yield* shown("/user/update-user-roles")).user_tag_pin, pin)
      }))
  }
)
