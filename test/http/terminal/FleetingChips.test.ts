import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, topUp } from "../../support/Festival.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { login } from "../../support/FestivalTill.ts"

/** A chip number that is drawn anew at each tap. */
const fleeting = 0x08_a1_b2_c3n
const refusal = [400, "organisation.chip_fleeting"]

layer(FestivalTickets.layer, { excludeTestServices: true })("a chip number that no chip keeps", (it) => {
  it.effect("is refused at its first use, by each call that would store it or money for it", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, tills } = yield* Festival
      const desk = yield* tills.open()
      const clerk = yield* worker(["terminal_login", "customer_management", "can_book_orders", "node_administration"])
      done(yield* desk.post("/user/login", login(clerk)))
      const { entrance } = yield* FestivalTickets
      const sql = yield* SqlClient.SqlClient
      const { pin } = yield* tills.tag()
      const someone = yield* guest()
      const scan = scanOf({ pin, uid: fleeting })
      const calls = {
        scan: entrance.post("/order/check-ticket-scan", { customer_tags: [scan] }),
        sale: entrance.post("/order/book-ticket-sale", ticketSale([scan], { payment_method: "cash" })),
        free: bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: fleeting }),
        switch: desk.post("/customer/switch_tag", {
          old_user_tag_pin: someone.pin,
          new_user_tag_pin: pin,
          new_user_tag_uid: fleeting,
          comment: "lost"
        }),
        topUp: bar.post("/order/book-topup", topUp({ ...someone, uid: fleeting }, 5)),
        user: office("POST", "/users", {
          login: randomUUID(),
          display_name: "",
          description: "",
          user_tag_pin: pin,
          user_tag_uid_hex: "08A1B2C3"
        })
      }
      for (const [name, call] of Object.entries(calls)) {
        const { body, status } = yield* call
        assert.deepStrictEqual([status, body.rule], refusal, name)
      }
      const stored = yield* sql`select from user_tag where event_id = ${event} and uid = ${String(fleeting)}::numeric`
      assert.isEmpty(stored)
    }))

  it.effect("goes on where a guest has it already", () =>
    Effect.gen(function*() {
      const { bar, event, guest, has } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const someone = yield* guest({ balance: 10 })
      yield* sql`update user_tag set uid = ${
        String(fleeting)
      }::numeric where event_id = ${event} and pin = ${someone.pin}`
      const known = { ...someone, uid: fleeting }
      done(yield* bar.post("/order/book-topup", topUp(known, 5)))
      assert.strictEqual((yield* has(known)).balance, 15)
    }))
})
