import { assert, layer } from "@effect/vitest"
import { isOfEvent, Privilege } from "@wristbank/core/organisation/Privilege"
import { type HitKind, reachOfKind } from "@wristbank/core/overview/SearchHit"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { needsOf } from "@wristbank/http/api/Needs"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { type Answer, type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import type { Method } from "../../support/ServedApi.ts"

/** The call that lists the objects of each kind, whose right `find` needs for them. */
const lists: { readonly [kind in HitKind]: string } = {
  guest: "POST /customers/find-customers",
  order: "GET /orders/:order_id",
  till: "GET /tills",
  terminal: "GET /terminal",
  cash_register: "GET /till-registers",
  product: "GET /products",
  ticket: "GET /tickets",
  user: "GET /users",
  user_role: "GET /user-roles",
  node: "GET /tree/",
  tse: "GET /tses/",
  payout_run: "GET /payouts/",
  user_tag: "POST /user-tags/find-user-tags"
}

/** What each call of the API needs, by method and path. */
const needsByCall = () => {
  const needs = new Map<string, ReturnType<typeof needsOf>>()
  HttpApi.reflect(AdministrationApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => needs.set(`${endpoint.method} ${endpoint.path}`, needsOf({ endpoint, group }))
  })
  return needs
}

type Office = (method: Method, path: string, body?: unknown, nodeId?: number) => Effect.Effect<Answer>

const find = (call: Office, text: unknown) =>
  Effect.map(call("GET", `/find?q=${encodeURIComponent(String(text))}`), listOf)

const kinds = (hits: ReadonlyArray<Body>) => [...new Set(hits.map(({ kind }) => String(kind)))].toSorted()

/** One object of each kind whose name begins with a word of its own, and a guest with that word as name. */
const stock = Effect.gen(function*() {
  const { bar, event, guest, office, press, taxes } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const word = `Q${randomUUID().slice(0, 8)}`
  const visitor = yield* guest()
  const iban = `DE02${Array.from(visitor.uid.toString().padStart(18, "0")).toReversed().join("").slice(0, 18)}`
  yield* sql`update customer set account_name = ${`${word} Müßig`}, email = ${`${word}@example.org`}, iban = ${iban}
    where event_id = ${event} and account_id = ${visitor.accountId}`
  const stand = yield* created(
    office("POST", `/tree/nodes/${event}/create-node`, { name: `${word} stand`, description: "" })
  )
  const { active_profile_id } = done(yield* office("GET", `/tills/${bar.id}`)).body
  yield* created(office("POST", "/tills", { name: `${word} till`, active_profile_id }))
  yield* created(office("POST", "/terminal", { name: `${word} terminal` }))
  yield* created(office("POST", "/till-registers", { name: `${word} register` }))
  const item = { tax_rate_id: taxes.none, restrictions: [], is_locked: true }
  yield* created(office("POST", "/products", { name: `${word} beer`, price: 1, ...item }))
  yield* created(
    office("POST", "/tickets", { name: `${word} ticket`, price: 1, initial_top_up_amount: 0, ...item })
  )
  yield* created(office("POST", "/users", { login: `${word}-user`, display_name: "", password: randomUUID() }))
  yield* created(office("POST", "/user-roles", { name: `${word} role`, privileges: ["can_book_orders"] }))
  yield* sql`insert into tse (event_id, node_id, name, type, ws_url, ws_timeout, password, status)
    select ${event}, ${event}, ${`${word} device`}, 'diebold_nixdorf', 'ws://127.0.0.1:1', 5, '', 'new'`
  const order = done(yield* bar.post("/order/book-sale", sale([press("beerOnly")], visitor))).body
  return { iban, order, stand, visitor, word }
})

layer(Festival.layer, { excludeTestServices: true })("a search of everything", (it) => {
  it.effect("needs for each kind the right that its list needs", () =>
    Effect.sync(() => {
      const needs = needsByCall()
      for (const [kind, call] of Object.entries(lists)) {
        const wanted = needs.get(call)
        // The tree shows itself to everyone, each as far as they hold something.
        const list = call === "GET /tree/" ? "presence" : wanted
        assert.deepStrictEqual(reachOfKind[kind as HitKind].needs, list, kind)
      }
    }))

  it.effect("finds each kind by its name, and for each caller only those kinds", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const { word } = yield* stock
      const present = ["cash_register", "node", "product", "ticket", "till", "user", "user_role"]
      assert.deepStrictEqual(kinds(yield* find(office, word)), [...present, "guest", "terminal", "tse"].toSorted())
      assert.deepStrictEqual(kinds(yield* find(office, word.toLowerCase())), kinds(yield* find(office, word)))
      for (const privilege of Privilege.literals.filter((name) => name !== "node_administration")) {
        const hits = yield* find(yield* clerk(event, event, [privilege]), word)
        const guests = privilege === "customer_management" ? ["guest"] : []
        assert.deepStrictEqual(kinds(hits), [...present, ...guests].toSorted(), privilege)
      }
    }))

  it.effect("finds guests by all that identifies them, also by a wristband they had before, and orders", () =>
    Effect.gen(function*() {
      const { event, office, tills } = yield* Festival
      const { iban, order, visitor, word } = yield* stock
      const first = (text: unknown, call: Office = office) => Effect.map(find(call, text), ([hit]) => hit)
      const guest = { kind: "guest", id: visitor.accountId, node_id: event, title: `${word} Müßig` }
      const desk = yield* clerk(event, event, ["customer_management"])
      for (
        const [text, found_by] of [
          [`${word} muessig`, "name"],
          [`${word}@example.org`, "email"],
          [visitor.pin, "pin"],
          [visitor.pin.slice(0, 9).toLowerCase(), "pin"],
          [visitor.uid, "chip"],
          [visitor.uid.toString(16), "chip"],
          [iban, "iban"],
          [iban.slice(0, 21).toLowerCase().replace(/(.{4})/g, "$1 "), "iban"]
        ] as const
      ) {
        assert.deepInclude(yield* first(text), { ...guest, found_by }, String(text))
        assert.deepInclude(yield* first(text, desk), { ...guest, found_by }, String(text))
      }
      const placed = { kind: "order", id: order.id, title: String(order.id) }
      assert.deepInclude(yield* first(order.uuid), { ...placed, found_by: "uuid" })
      assert.notInclude(kinds(yield* find(desk, order.uuid)), "order")
      const numbered = yield* find(office, String(order.id).padStart(10, "0"))
      assert.isTrue(numbered.some(({ id, kind }) => kind === "order" && id === order.id))

      const other = yield* tills.tag()
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
        select event_id, id, user_tag_id from account where event_id = ${event} and id = ${visitor.accountId}`
      yield* sql`update account set user_tag_id = (select id from user_tag where event_id = ${event} and pin = ${other.pin})
        where event_id = ${event} and id = ${visitor.accountId}`
      assert.deepInclude(yield* first(visitor.pin), { ...guest, found_by: "former_pin" })
      assert.deepInclude(yield* first(visitor.uid), { ...guest, found_by: "former_chip" })
      assert.include(kinds(yield* find(office, visitor.pin)), "user_tag")
      assert.notInclude(kinds(yield* find(desk, visitor.pin)), "user_tag")
      assert.deepInclude(yield* first(other.pin), { ...guest, found_by: "pin" })
    }))

  it.effect("finds nothing across events and rights, whatever is looked for", () =>
    Effect.gen(function*() {
      const { at, bar, event, neighbour, office } = yield* Festival
      const { iban, order, stand, visitor, word } = yield* stock
      const texts = [word, visitor.pin, visitor.uid, iban, order.uuid, order.id, `${word}@example.org`, "Robin"]
      const other = (yield* neighbour).event
      const stranger = yield* clerk(other, other, Privilege.literals)
      const part = yield* clerk(event, stand, Privilege.literals.filter((privilege) => !isOfEvent(privilege)))
      for (const text of texts) {
        const elsewhere = yield* find(stranger, text)
        assert.isTrue(elsewhere.every(({ node_id }) => node_id === other || node_id === 0), String(text))
        const below = kinds(yield* find(part, text))
        for (const hidden of ["guest", "order", "tse", "user_tag", "payout_run"]) assert.notInclude(below, hidden)
      }
      for (const call of [stranger, part]) {
        yield* refused(call("GET", "/find?q=x", undefined, event), "organisation.no_rights", {}, 403)
      }
      assert.deepStrictEqual(kinds(yield* find(at(0), word)), ["node", "user", "user_role"])
      // Hidden hits take no visible one's place: the part's own till is found among many of the event's.
      const own = done(yield* at(stand)("GET", `/tills/${bar.id}`)).body
      yield* created(at(stand)("POST", "/tills", { name: `${word} zz`, active_profile_id: own.active_profile_id }))
      assert.isTrue((yield* find(part, `${word} zz`)).some(({ title }) => title === `${word} zz`))
      assert.deepStrictEqual(yield* find(office, "   "), [])
      yield* malformed(office("GET", "/find"))
      yield* malformed(office("GET", `/find?q=${"x".repeat(1001)}`))
    }))
})
