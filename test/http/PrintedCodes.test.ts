import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../support/Festival.ts"
import { refused } from "../support/FestivalLedger.ts"
import { worker } from "../support/FestivalPeople.ts"
import { FestivalPortal } from "../support/FestivalPortal.ts"
import { type Body, caller, created, done } from "../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../support/FestivalTickets.ts"
import { login } from "../support/FestivalTill.ts"
import { hurriedly } from "../support/hurriedly.ts"

const anotherChip = Effect.map(Effect.flatMap(Festival, ({ tills }) => tills.tag()), ({ uid }) => uid)

/** Whatever asks for the PIN of a wristband, with the PIN of one that no one had. */
const ofNewTags: Readonly<
  Record<string, (pin: string) => Effect.Effect<unknown, unknown, Festival | FestivalTickets>>
> = {
  "the scan of a ticket": (pin) =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const scan = scanOf({ pin, uid: yield* anotherChip })
      const { body } = done(yield* entrance.post("/order/check-ticket-scan", { customer_tags: [scan] }))
      return (body.scanned_tickets as ReadonlyArray<Body>)[0]!.customer_tag_pin
    }),
  "the check of a ticket sale": (pin) =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const sale = ticketSale([scanOf({ pin, uid: yield* anotherChip })])
      const { body } = done(yield* entrance.post("/order/check-ticket-sale", sale))
      return (body.scanned_tickets as ReadonlyArray<Body>)[0]!.customer_tag_pin
    }),
  "a ticket sale, also when it is sent again": (pin) =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const sale = ticketSale([scanOf({ pin, uid: yield* anotherChip })])
      const first = done(yield* entrance.post("/order/book-ticket-sale", sale)).body
      assert.deepStrictEqual(done(yield* entrance.post("/order/book-ticket-sale", sale)).body, first)
      return (first.scanned_tickets as ReadonlyArray<Body>)[0]!.customer_tag_pin
    }),
  "a free ticket": (pin) =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      done(yield* bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: yield* anotherChip }))
    }),
  "a new user in the office": (pin) =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const user_tag_uid_hex = (yield* anotherChip).toString(16)
      yield* created(office("POST", "/users", { login: pin, display_name: "", user_tag_pin: pin, user_tag_uid_hex }))
    }),
  "another wristband of a user in the office": (pin) =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { id, login: name } = yield* worker(["terminal_login"])
      const user_tag_uid_hex = (yield* anotherChip).toString(16)
      done(
        yield* office("POST", `/users/${id}`, { login: name, display_name: "", user_tag_pin: pin, user_tag_uid_hex })
      )
    }),
  "a new user at a till": (pin) =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const desk = yield* tills.open()
      done(yield* desk.post("/user/login", login(yield* worker(["terminal_login", "create_user", "user_management"]))))
      const user_tag_uid = yield* anotherChip
      done(
        yield* desk.post("/user/create-user", {
          login: pin,
          display_name: "",
          user_tag_pin: pin,
          user_tag_uid,
          description: "",
          role_ids: []
        })
      )
    }),
  "another wristband of a guest at a till": (pin) =>
    Effect.gen(function*() {
      const { guest, tills } = yield* Festival
      const desk = yield* tills.open()
      done(yield* desk.post("/user/login", login(yield* worker(["terminal_login", "customer_management"]))))
      const old_user_tag_pin = hurriedly((yield* guest({ balance: 0 })).pin)
      const request = { old_user_tag_pin, new_user_tag_pin: pin, new_user_tag_uid: yield* anotherChip, comment: "" }
      done(yield* desk.post("/customer/switch_tag", request))
    }),
  "another wristband of a guest in the office": (pin) =>
    Effect.gen(function*() {
      const { guest, office } = yield* Festival
      const { accountId } = yield* guest({ balance: 0 })
      const request = { new_user_tag_pin: pin, new_user_tag_uid: yield* anotherChip, comment: "" }
      done(yield* office("POST", `/customers/${accountId}/switch-tag`, request))
    }),
  "another wristband of a guest who is known by PIN": (pin) =>
    Effect.gen(function*() {
      const { guest, office } = yield* Festival
      const old_user_tag_pin = hurriedly((yield* guest({ balance: 0 })).pin)
      done(yield* office("POST", "/customers/switch-tag", { old_user_tag_pin, new_user_tag_pin: pin, comment: "" }))
    })
}

layer(FestivalTickets.layer, { excludeTestServices: true })("a PIN is read alike by", (it) => {
  for (const [name, use] of Object.entries(ofNewTags)) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const { tills } = yield* Festival
        const { pin } = yield* tills.tag()
        const shown = yield* use(hurriedly(pin))
        assert.include([undefined, pin], shown)
        const { bar } = yield* Festival
        const free = { user_tag_pin: pin, user_tag_uid: yield* anotherChip }
        // A caller that only asked has left the wristband free.
        const isFree = name === "the scan of a ticket" || name === "the check of a ticket sale"
        yield* isFree
          ? Effect.map(bar.post("/user/grant-free-ticket", free), done)
          : refused(bar.post("/user/grant-free-ticket", free), "order.free_tag_used")
      }))
  }

  it.effect("the check for wristbands that are scanned twice, and the refusal of a PIN that no one has", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const { pin, uid } = yield* tills.tag()
      const other = yield* anotherChip
      const scan = (...customer_tags: ReadonlyArray<Body>) =>
        entrance.post("/order/check-ticket-scan", { customer_tags })
      yield* refused(scan(scanOf({ pin, uid }), scanOf({ pin: hurriedly(pin), uid: other })), "order.pin_repeated")
      yield* refused(scan(scanOf({ pin: " no PIN 01 ", uid })), "order.tags_unknown")
    }))
})

layer(FestivalTickets.layer, { excludeTestServices: true })("the code of a presale ticket is read alike by", (it) => {
  it.effect("scan and sale, and each ticket is handed out once", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance, presale } = yield* FestivalTickets
      const { id, token } = yield* presale
      const scan = scanOf(yield* tills.tag(), { voucher_token: hurriedly(token) })
      const twice = [scan, scanOf(yield* tills.tag(), { voucher_token: token })]
      yield* refused(entrance.post("/order/check-ticket-scan", { customer_tags: twice }), "order.voucher_repeated")
      const { body } = done(yield* entrance.post("/order/check-ticket-scan", { customer_tags: [scan] }))
      assert.deepInclude((body.scanned_tickets as ReadonlyArray<Body>)[0]!.ticket_voucher, { id, token })
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scan])))
      const again = [scanOf(yield* tills.tag(), { voucher_token: token.toUpperCase() })]
      yield* refused(entrance.post("/order/check-ticket-scan", { customer_tags: again }), "order.voucher_redeemed")
    }))
})

layer(FestivalPortal.layer, { excludeTestServices: true })("a PIN is read alike by", (it) => {
  it.effect("the portal", () =>
    Effect.gen(function*() {
      const { event, guest } = yield* Festival
      const { address } = yield* FestivalPortal
      const sql = yield* SqlClient.SqlClient
      const { accountId, pin } = yield* guest({ balance: 0 })
      const signIn = (typed: string) => caller(address, null)("POST", "/auth/login", { pin: typed, node_id: event })
      assert.deepInclude(done(yield* signIn(hurriedly(pin))).body.customer, { id: accountId })
      assert.strictEqual((yield* signIn(`${hurriedly(pin)}x`)).status, 403)
      // Other wristbands of the event have hyphens, and this one has none.
      const [kept] =
        yield* sql`update user_tag set pin = replace(pin, '-', '') where event_id = ${event} and pin = ${pin} returning pin`
      assert.deepInclude(
        done(yield* signIn(`${String(kept!.pin).slice(0, 4)}-${String(kept!.pin).slice(4)}`)).body.customer,
        {
          id: accountId
        }
      )
    }))
})
