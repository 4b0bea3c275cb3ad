import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { broken, diagnose } from "../../core/journal/Diagnosed.ts"
import { Festival } from "../../support/Festival.ts"
import { cashOffice, signOut } from "../../support/FestivalCash.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { audited, worker } from "../../support/FestivalPeople.ts"
import { type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

const hex = (uid: bigint) => uid.toString(16).toUpperCase()

/** Replaces the data of a user who works at tills. */
const replace = Effect.fnUntraced(function*(id: number, data: Body) {
  const { office } = yield* Festival
  return yield* office("POST", `/users/${id}`, { login: randomUUID(), display_name: "Somebody", ...data })
})

const remove = Effect.fnUntraced(function*(id: number) {
  const { office } = yield* Festival
  return yield* office("DELETE", `/users/${id}`)
})

const sound = Effect.map(diagnose(), (diagnosis) => assert.deepStrictEqual(broken(diagnosis), []))

layer(Festival.layer, { excludeTestServices: true })("staff and their tags", (it) => {
  it.effect("chip numbers show to those who hand chips out, PINs to those who manage users", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const robin = yield* worker(["terminal_login"])
      const seenWith = Effect.fnUntraced(function*(privileges: ReadonlyArray<string>) {
        const ask = yield* clerk(event, event, privileges)
        const users = done(yield* ask("GET", "/users")).body.entities as Readonly<Record<string, Body>>
        return [users[robin.id]!.user_tag_uid_hex, users[robin.id]!.user_tag_uid, users[robin.id]!.user_tag_pin]
      })
      const chip = [hex(robin.uid), Number(robin.uid)]
      assert.deepStrictEqual(yield* seenWith(["can_book_orders"]), [null, null, null])
      assert.deepStrictEqual(yield* seenWith(["node_administration", "customer_management"]), [null, null, null])
      assert.deepStrictEqual(yield* seenWith(["create_user"]), [...chip, null])
      assert.deepStrictEqual(yield* seenWith(["user_management"]), [...chip, robin.pin])
      const asCashier = (call: typeof office) =>
        Effect.map(call("GET", `/cashiers/${robin.id}`), (answer) => done(answer).body.user_tag_uid_hex)
      assert.isNull(yield* asCashier(yield* clerk(event, event, ["node_administration"])))
      assert.strictEqual(yield* asCashier(yield* clerk(event, event, ["node_administration", "create_user"])), chip[0])
    }))

  it.effect("account and sign-in follow a tag that is changed", () =>
    Effect.gen(function*() {
      const { bar, event, tills } = yield* Festival
      const robin = yield* worker(["terminal_login"])
      done(yield* bar.post("/user/grant-vouchers", { user_tag_uid: robin.uid, vouchers: 3 }))
      const account = done(yield* bar.get(`/customer/${robin.uid}`)).body
      const next = yield* tills.tag()
      // A new chip needs the PIN of its tag.
      yield* refused(replace(robin.id, { user_tag_uid_hex: hex(next.uid) }), "organisation.chip_new")
      const { body } = done(
        yield* replace(robin.id, { user_tag_uid_hex: hex(next.uid), user_tag_pin: next.pin, login: robin.login })
      )
      assert.deepInclude(body, { id: robin.id, user_tag_pin: next.pin, user_tag_uid_hex: hex(next.uid) })
      const after = done(yield* bar.get(`/customer/${next.uid}`)).body
      assert.deepInclude(after, { id: account.id, vouchers: 3, user_tag_id: body.user_tag_id })
      assert.deepStrictEqual((after.tag_history as ReadonlyArray<Body>).map((past) => past.user_tag_pin), [robin.pin])
      assert.strictEqual((yield* bar.post("/user/check-login", { uid: robin.uid })).status, 403)
      done(yield* bar.post("/user/check-login", { uid: next.uid }))
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry, { log_type: "user_updated", node_id: event })
      assert.deepInclude(entry?.content, { id: robin.id, user_tag_pin: null, user_tag_uid: Number(next.uid) })
      assert.notInclude(JSON.stringify(entry?.content), next.pin)
      // The old tag was Robin's alone, so only Robin can have it again.
      const other = yield* worker(["terminal_login"])
      yield* refused(
        replace(other.id, { user_tag_pin: robin.pin, user_tag_uid_hex: hex(robin.uid) }),
        "organisation.tag_retired"
      )
      done(yield* replace(robin.id, { user_tag_pin: robin.pin, user_tag_uid_hex: hex(robin.uid) }))
      done(yield* bar.post("/user/check-login", { uid: robin.uid }))
      yield* sound
    }))

  it.effect("a tag is taken neither from a guest nor from a colleague, nor from who needs it", () =>
    Effect.gen(function*() {
      const { bar, guest, office, tills } = yield* Festival
      const [robin, kim, visitor] = [yield* worker(["terminal_login"]), yield* worker([]), yield* guest()]
      const before = done(yield* office("GET", `/users/${robin.id}`)).body
      yield* refused(replace(robin.id, { user_tag_uid_hex: hex(kim.uid) }), "organisation.tag_of_other_user")
      yield* refused(replace(robin.id, { user_tag_pin: kim.pin }), "organisation.tag_of_other_user")
      yield* refused(replace(robin.id, { user_tag_uid_hex: hex(visitor.uid) }), "organisation.tag_of_guest")
      yield* refused(replace(robin.id, {}), "organisation.user_without_sign_in")
      const { pin, uid } = yield* tills.tag()
      yield* refused(
        replace(robin.id, { user_tag_pin: "UNKNOWN", user_tag_uid_hex: hex(uid) }),
        "NotFound",
        { element_type: "user_tag", element_id: "UNKNOWN" },
        404
      )
      assert.deepStrictEqual(done(yield* office("GET", `/users/${robin.id}`)).body, before)
      // With a password Robin needs no tag, once signed out.
      done(yield* office("POST", `/users/${robin.id}/change-password`, { new_password: "a password for Robin" }))
      const till = yield* tills.open()
      yield* signOut(till)
      done(yield* till.post("/user/login", login(robin)))
      yield* refused(replace(robin.id, {}), "tag.user_works_with_tag")
      yield* signOut(till)
      const { body } = done(yield* replace(robin.id, {}))
      assert.deepInclude(body, { user_tag_id: null, user_tag_uid: null, user_tag_uid_hex: null, user_tag_pin: null })
      yield* refused(bar.get(`/customer/${robin.uid}`), "order.tag_without_account")
      done(yield* replace(robin.id, { user_tag_pin: pin, user_tag_uid_hex: hex(uid) }))
      assert.strictEqual(done(yield* bar.get(`/customer/${uid}`)).body.user_tag_id, (yield* look(robin.id)).user_tag_id)
      yield* sound
    }))

  it.effect("who answers for cash or works at a terminal stays; who worked stays known", () =>
    Effect.gen(function*() {
      const { bar, event, office, tills } = yield* Festival
      const { closeOut, equipped, take } = yield* cashOffice
      const cashier = yield* equipped(50)
      yield* refused(remove(cashier.id), "organisation.user_holds_register")
      const till = yield* tills.open()
      yield* signOut(till)
      done(yield* till.post("/user/login", login(cashier)))
      yield* refused(remove(cashier.id), "organisation.user_signed_in")
      yield* signOut(till)
      done(yield* closeOut(cashier, 50))
      done(yield* take(cashier, 20))
      yield* refused(remove(cashier.id), "organisation.user_carries_cash")
      done(yield* take(cashier, -20))
      done(yield* remove(cashier.id))
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry?.content, { id: cashier.id, deactivated: true })
      assert.strictEqual((yield* office("GET", `/users/${cashier.id}`)).status, 404)
      const shifts = done(yield* office("GET", `/cashiers/${cashier.id}/shifts`)).body
      assert.lengthOf(shifts.ids as ReadonlyArray<number>, 1)
      // Robin's tag is now a guest's.
      assert.strictEqual((yield* bar.post("/user/check-login", { uid: cashier.uid })).status, 403)
      done(yield* bar.get(`/customer/${cashier.uid}`))
      yield* sound
    }))

  it.effect("of administrators who change the same user at once the last one's word counts", () =>
    Effect.gen(function*() {
      const { bar, event, office, tills } = yield* Festival
      const robin = yield* worker(["terminal_login"])
      const tags = [yield* tills.tag(), yield* tills.tag(), yield* tills.tag()]
      const wanted = tags.map(({ pin, uid }, n) => ({
        login: `robin ${n} ${robin.login}`,
        user_tag_pin: pin,
        user_tag_uid_hex: hex(uid)
      }))
      const answers = yield* Effect.forEach(wanted, (data) => replace(robin.id, data), { concurrency: "unbounded" })
      for (const answer of answers) done(answer)
      const now = yield* look(robin.id)
      assert.include(wanted.map((data) => data.login), now.login)
      const won = wanted.find((data) => data.login === now.login)
      assert.deepInclude(now, { ...won })
      // Each change was applied as a whole: login, tag and account match, and each change is in the audit log.
      const account = done(yield* bar.get(`/customer/${BigInt(`0x${won?.user_tag_uid_hex}`)}`)).body
      assert.strictEqual(account.user_tag_id, now.user_tag_id)
      assert.lengthOf(account.tag_history as ReadonlyArray<unknown>, 3)
      const entries = (yield* audited(event, 3)).map(({ log_type }) => log_type)
      assert.deepStrictEqual(entries, ["user_updated", "user_updated", "user_updated"])

      const same = { login: randomUUID(), display_name: "Twin", password: "a password for twins" }
      const twins = yield* Effect.all([office("POST", "/users", same), office("POST", "/users", same)], {
        concurrency: "unbounded"
      })
      assert.sameMembers(twins.map(({ status }) => status), [200, 400])
      const gone = yield* Effect.all([remove(robin.id), remove(robin.id)], { concurrency: "unbounded" })
      assert.sameMembers(gone.map(({ status }) => status), [200, 404])
      yield* sound
    }))

  it.effect("two administrators who change roles and who has them at once leave whole roles", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const robin = yield* worker(["terminal_login"])
      const roles = yield* Effect.forEach(
        ["one", "two"],
        (name) =>
          created(office("POST", "/user-roles", { name: `${name} ${robin.login}`, privileges: ["terminal_login"] }))
      )
      const assign = (role_ids: ReadonlyArray<number>) =>
        office("POST", "/user-to-roles", { user_id: robin.id, role_ids })
      const grow = (role: number) =>
        office("POST", `/user-roles/${role}`, { is_privileged: false, privileges: ["cash_transport"] })
      const [first, second] = [roles[0]!, roles[1]!]
      const answers = yield* Effect.all(
        [assign([first]), assign([second]), assign(roles), grow(first), grow(second)],
        { concurrency: "unbounded" }
      )
      for (const answer of answers) done(answer)
      const list = listOf(yield* office("GET", "/user-to-roles"))
      const ids = list.find(({ user_id }) => user_id === robin.id)?.role_ids
      assert.include([[first], [second], roles].map((kept) => JSON.stringify(kept)), JSON.stringify(ids))
      // Whatever the order of the changes, a user who may carry cash has one transport account.
      assert.isNumber((yield* look(robin.id)).transport_account_id)
      yield* sound
    }))
})

const look = Effect.fnUntraced(function*(id: number) {
  const { office } = yield* Festival
  return done(yield* office("GET", `/users/${id}`)).body
})
