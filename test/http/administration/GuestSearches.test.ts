import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Answer, type Body, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { hurriedly } from "../../support/hurriedly.ts"

/** A guest of the ticket shop who has a name there and a wristband. */
const visitor = Effect.gen(function*() {
  const { event, tills } = yield* Festival
  const { entrance, presale } = yield* FestivalTickets
  const { accountId, token } = yield* presale
  const sql = yield* SqlClient.SqlClient
  const tag = yield* tills.tag()
  const name = `Żofia ${crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, "q")}`
  yield* sql`update account set name = ${name} where event_id = ${event} and id = ${accountId}`
  done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag, { voucher_token: token })])))
  return { ...tag, accountId, name, token }
})
type Visitor = Effect.Success<typeof visitor>

/** What a guest may go through with their wristband. */
const states = {
  active: () => Effect.void,
  blocked: (guest: Visitor) =>
    Effect.gen(function*() {
      const { signIn } = yield* FestivalPortal
      assert.strictEqual((yield* (yield* signIn(guest))("POST", "/tag/block")).status, 204)
    }),
  swapped: (guest: Visitor) =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      yield* states.blocked(guest)
      const { pin, uid } = yield* tills.tag()
      const request = { new_user_tag_pin: pin, new_user_tag_uid: uid, comment: "lost" }
      done(yield* office("POST", `/customers/${guest.accountId}/switch-tag`, request))
    })
}

/** What is known of the guest, as it is typed. */
const texts: Readonly<Record<string, (guest: Visitor) => string>> = {
  "chip in hexadecimal": ({ uid }) => uid.toString(16),
  "chip in decimal": ({ uid }) => String(uid),
  "printed PIN": ({ pin }) => pin,
  "printed PIN in hurriedly writing": ({ pin }) => hurriedly(pin),
  name: ({ name }) => name.toLowerCase(),
  "presale code": ({ token }) => token,
  "presale code in hurriedly writing": ({ token }) => hurriedly(token)
}

/** The rows of a list, which some calls answer by their ids. */
const rowsOf = (answer: Answer) => {
  const { entities, ids } = done(answer).body as {
    readonly ids?: ReadonlyArray<number>
    readonly entities: Readonly<Record<string, Body>>
  }
  return ids === undefined ? listOf(answer) : ids.map((id) => entities[id]!)
}

const idsOf = (rows: ReadonlyArray<Body>) => rows.map(({ id }) => id)

const posted = (path: string, search_term: string) =>
  Effect.flatMap(Festival, ({ office }) => Effect.map(office("POST", path, { search_term }), rowsOf))

const gotten = (path: string, text: string) =>
  Effect.flatMap(Festival, ({ office }) => office("GET", `${path}=${encodeURIComponent(text)}`))

/** The accounts of those who have a wristband, or had it. */
const holdersOf = (tags: ReadonlyArray<Body>) =>
  tags.flatMap(({ account_history, account_id }) => [
    account_id,
    ...(account_history as ReadonlyArray<Body>).map((past) => past.account_id)
  ])

/** The accounts that each search of the office finds. */
const searches = {
  Guests: (text: string) => Effect.map(posted("/customers/find-customers", text), idsOf),
  "the list of guests": (text: string) =>
    Effect.map(gotten("/customers?search", text), (answer) => idsOf(listOf(answer))),
  Accounts: (text: string) => Effect.map(posted("/accounts/find-accounts", text), idsOf),
  Wristbands: (text: string) => Effect.map(posted("/user-tags/find-user-tags", text), holdersOf),
  "Control-K": (text: string) =>
    Effect.map(gotten("/find?q", text), (answer) => idsOf(listOf(answer).filter(({ kind }) => kind === "guest")))
}

const both = Layer.effect(FestivalTickets, FestivalTickets.make).pipe(Layer.provideMerge(FestivalPortal.layer))

layer(both, { excludeTestServices: true })("a guest is found by each search", (it) => {
  for (const [state, happen] of Object.entries(states)) {
    it.effect(`with a wristband that is ${state}`, () =>
      Effect.gen(function*() {
        const guest = yield* visitor
        const other = yield* visitor
        yield* happen(guest)
        for (const [what, textOf] of Object.entries(texts)) {
          for (const [where, search] of Object.entries(searches)) {
            const found = yield* search(textOf(guest))
            assert.include(found, guest.accountId, `${where}: ${what}`)
            assert.notInclude(found, other.accountId, `${where}: ${what}`)
          }
        }
      }))
  }

  it.effect("but not by part of their presale code, nor by who may not see guests", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const { accountId, name, pin, token } = yield* visitor
      for (const search of Object.values(searches)) assert.notInclude(yield* search(token.slice(0, 12)), accountId)
      const stand = done(
        yield* office("POST", `/tree/nodes/${event}/create-node`, { name: crypto.randomUUID(), description: "" })
      ).body
      const below = yield* clerk(event, Number(stand.id), ["node_administration"])
      for (const search_term of [pin, name, token]) {
        for (const call of ["/user-tags/find-user-tags", "/accounts/find-accounts"]) {
          assert.deepStrictEqual(rowsOf(yield* below("POST", call, { search_term })), [], call)
        }
      }
    }))
})
