import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { colleague, password } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { role, worker } from "../../support/FestivalPeople.ts"
import { caller, created, done, listOf } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** The ids of the users that hold a privilege at a node. */
const holders = Effect.fnUntraced(function*(privilege: string, node: number) {
  const { at } = yield* Festival
  return done(yield* at(node)("GET", `/users?filter_privilege=${privilege}`)).body.ids as ReadonlyArray<number>
})

layer(Festival.layer, { excludeTestServices: true })("rights", (it) => {
  it.effect("a token is one of its API, and is asked for before anything is said of a node", () =>
    Effect.gen(function*() {
      const { address, bar, event } = yield* Festival
      const clerk = yield* colleague(event, event, ["node_administration"])
      const office = (token: string | null) => caller(`${address}/administration`, token)
      const terminal = (token: string | null) => caller(`${address}/terminal`, token)
      for (const path of ["/tree/", `/products?node_id=${event}`, "/products?node_id=999999"]) {
        yield* refused(office(bar.token)("GET", path), "Unauthorized", {}, 401)
        assert.deepStrictEqual((yield* office(null)("GET", path)).body, { detail: "Not authenticated" })
      }
      yield* refused(terminal(clerk.token)("GET", "/config"), "Unauthorized", {}, 401)
      yield* refused(
        office(clerk.token)("GET", "/products?node_id=999999"),
        "NotFound",
        { element_type: "node", element_id: 999_999 },
        404
      )
      done(yield* office(clerk.token)("GET", `/products?node_id=${event}`))
    }))

  it.effect("a role that counts at terminals only opens terminals, and nothing in the office", () =>
    Effect.gen(function*() {
      const { address, event, office, tills } = yield* Festival
      const robin = yield* worker([])
      done(yield* office("POST", `/users/${robin.id}/change-password`, { new_password: password }))
      const roleId = yield* role(["terminal_login", "user_management", "node_administration"])
      done(yield* office("POST", "/user-to-roles", { user_id: robin.id, role_ids: [roleId], terminal_only: true }))
      const till = yield* tills.open()
      yield* till.post("/user/logout")
      done(yield* till.post("/user/login", login({ ...robin, roleId })))
      done(yield* till.get("/cash-registers"))
      const { pin, uid } = yield* tills.tag()
      const recruit = {
        login: randomUUID(),
        display_name: "Kim",
        user_tag_pin: pin,
        user_tag_uid: uid,
        role_ids: [roleId]
      }
      const kim = done(yield* till.post("/user/create-user", recruit)).body.id
      const list = listOf(yield* office("GET", "/user-to-roles"))
      assert.deepInclude(list, { user_id: kim, role_ids: [roleId], terminal_only: true, node_id: event })
      // Robin may not change roles that count in the office, whatever privileges they grant.
      const visitor = yield* worker(["terminal_login"])
      const change = { user_tag_uid: visitor.uid, role_ids: [] }
      yield* refused(till.post("/user/update-user-roles", change), "organisation.privileges_not_held", {}, 403)

      const credentials = { username: robin.login, password, node_id: event }
      const signedIn = done(yield* caller(`${address}/administration`, null)("POST", "/auth/login", credentials))
      const token = String(Reflect.get(Object(signedIn.body.success), "token"))
      const own = caller(`${address}/administration`, token)
      yield* refused(own("GET", `/cashiers?node_id=${event}`), "organisation.privilege_missing", {}, 403)
      yield* refused(own("GET", `/users/${robin.id}?node_id=${event}`), "organisation.privilege_missing", {}, 403)
      // Robin can't make the role count in the office: a role held at the terminal gives no right there.
      const everywhere = { user_id: robin.id, role_ids: [roleId], terminal_only: false }
      yield* refused(
        own("POST", `/user-to-roles?node_id=${event}`, everywhere),
        "organisation.privilege_missing",
        {},
        403
      )
    }))

  it.effect("no one gets a tag with which they could sign in as someone who can do more", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const till = yield* tills.open()
      const clerk = yield* worker(["terminal_login", "customer_management"])
      const [boss, mate] = [yield* worker(["terminal_login", "node_administration"]), yield* worker(["terminal_login"])]
      const flagged = yield* worker(["terminal_login"], { is_privileged: true })
      done(yield* till.post("/user/login", login(clerk)))
      const switchTag = Effect.fnUntraced(function*({ pin: old_user_tag_pin }: { readonly pin: string }) {
        const { pin, uid } = yield* tills.tag()
        const to = { new_user_tag_pin: pin, new_user_tag_uid: uid, comment: "lost" }
        return { uid, answer: till.post("/customer/switch_tag", { old_user_tag_pin, ...to }) }
      })
      const strongerOnes = [[boss, "organisation.privileges_not_held"], [
        flagged,
        "organisation.role_privileged"
      ]] as const
      for (const [stronger, rule] of strongerOnes) {
        yield* refused((yield* switchTag(stronger)).answer, rule, {}, 403)
        done(yield* till.post("/user/check-login", { uid: stronger.uid }))
      }
      const switched = yield* switchTag(mate)
      done(yield* switched.answer)
      done(yield* till.post("/user/check-login", { uid: switched.uid }))
    }))

  it.effect("users are filtered by what they hold at the node or above it", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const below = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Hill", description: "" }))
      const [here, there] = [yield* worker(["view_node_stats"]), yield* worker(["view_node_stats"], { node: below })]
      const other = yield* worker(["grant_vouchers"])
      const [atEvent, atPart] = [yield* holders("view_node_stats", event), yield* holders("view_node_stats", below)]
      assert.deepStrictEqual([here, there, other].map(({ id }) => atEvent.includes(id)), [true, false, false])
      assert.deepStrictEqual([here, there, other].map(({ id }) => atPart.includes(id)), [true, true, false])
      assert.strictEqual((yield* admin("GET", `/users?node_id=${event}&filter_privilege=flying`)).status, 422)
    }))

  it.effect("people above events carry no cash in one", () =>
    Effect.gen(function*() {
      const { at, event } = yield* Festival
      const organiser = yield* created(at(0)("POST", "/users", { login: randomUUID(), display_name: "Org", password }))
      const carrier = yield* created(
        at(0)("POST", "/user-roles", { name: randomUUID(), privileges: ["cash_transport"] })
      )
      done(yield* at(event)("POST", "/user-to-roles", { user_id: organiser, role_ids: [carrier] }))
      assert.isNull(done(yield* at(0)("GET", `/users/${organiser}`)).body.transport_account_id)
      // They can't get a tag for signing in at a terminal either.
      const tag = { login: randomUUID(), display_name: "Org", user_tag_pin: "AA", user_tag_uid_hex: "AB" }
      yield* refused(at(0)("POST", `/users/${organiser}`, tag), "organisation.tag_outside_event")
    }))
})
