import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { PresaleCases } from "@wristbank/core/presale/PresaleCases"
import { PresaleCheckIns } from "@wristbank/core/presale/PresaleCheckIns"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { connect, operator, position, read, withShop } from "../../support/FestivalPresale.ts"
import { done } from "../../support/FestivalServer.ts"
import { casesOf, euro } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const page = { limit: 100, cursor: null }

/** Lets the event import from another event of the organiser. */
const turnTo = Effect.fnUntraced(function*(name: string) {
  const { book } = yield* FakePretix
  book.turnTo(name)
  yield* connect(BigInt((yield* Festival).event))
})

/** The tickets with an order's code, of all shops. */
const ticketsOf = (code: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ token: string; state: string; credit: bigint }>`select token, state, credit from ticket_voucher
      where external_reference = ${code} order by id`
  )

layer(withShop, { excludeTestServices: true })("a second shop with the same numbers as the first", (it) => {
  it.effect("has orders of its own, also when they are older, and the tickets of the first are asked about", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const cases = yield* PresaleCases
      const caller = yield* operator
      // The order of the second shop is placed first: by the codes alone it would be an older version of the same order.
      book.turnTo("second")
      book.place("A1", [position(1, { secret: "second A1" }), position(2, { item: 201, price: "7.00", addon_to: 1 })])
      book.turnTo("festival")
      book.pass(1)
      book.place("A1", [position(1, { secret: "first A1" }), position(2, { item: 201, price: "50.00", addon_to: 1 })])
      book.place("A2", [position(11, { secret: "first A2" })])
      yield* read()
      assert.deepStrictEqual(yield* casesOf("A1"), [])

      yield* turnTo("second")
      yield* read(true)
      assert.deepStrictEqual(yield* ticketsOf("A1"), [
        { token: "first A1", state: "valid", credit: 5000n },
        { token: "second A1", state: "valid", credit: 700n }
      ])
      const open = yield* cases.list(caller, false, page)
      assert.deepStrictEqual(open.map(({ amount, kind, order_code }) => [order_code, kind, amount]), [
        ["A1", "other_shop", euro(50)],
        ["A2", "other_shop", euro(0)]
      ])
      assert.match(String(open[0]!.shop), /stand-in festival$/)

      // One is cancelled here, the other left valid; neither is asked about again.
      yield* cases.settle(caller, open[0]!.id, "trial order", true)
      yield* cases.settle(caller, open[1]!.id, "sold by hand")
      yield* read(true)
      assert.deepStrictEqual(yield* cases.list(caller, false, page), [])
      assert.deepStrictEqual((yield* ticketsOf("A1")).map(({ state }) => state), ["cancelled", "valid"])
      assert.deepStrictEqual((yield* ticketsOf("A2")).map(({ state }) => state), ["valid"])
    }))

  it.effect("keeps its credit, its problems and its cases apart from those of the first", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const stray = [position(31, { secret: `${book.event} B1` }), position(32, { secret: `${book.event} B1 too` })]
      book.place("B1", [...stray, position(33, { item: 201, price: "9.00" })])
      book.place("B2", [position(41, { price: "words" })])
      yield* read()
      const problems = sql`select code from presale_order where problem is not null`
      assert.deepStrictEqual(yield* casesOf("B1"), [["credit_without_ticket", 900]])
      assert.lengthOf(yield* problems, 1)

      // The same code elsewhere has no stray credit: the case of the first shop stays.
      yield* turnTo("third")
      book.place("B1", [position(31, { secret: "third B1" }), position(33, { item: 201, price: "9.00", addon_to: 31 })])
      yield* read(true)
      assert.deepInclude(yield* casesOf("B1"), ["credit_without_ticket", 900])
      assert.deepStrictEqual((yield* ticketsOf("B1")).map(({ credit }) => Number(credit)), [0, 0, 900])
      // No one reads the first shop any more, so its broken order is not waited for.
      assert.lengthOf(yield* problems, 0)
    }))

  it.effect("is asked about no more once the event imports from it again", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const cases = yield* PresaleCases
      const caller = yield* operator
      book.place("C1", [position(51, { secret: "C1" })])
      yield* read()
      const home = book.event
      yield* turnTo("fourth")
      yield* read(true)
      const asked = Effect.map(cases.list(caller, false, page), (open) =>
        open.filter(({ order_code }) => order_code === "C1"))
      const [question] = yield* asked
      assert.strictEqual(question?.kind, "other_shop")
      yield* turnTo(home)
      yield* read(true)
      assert.deepStrictEqual(yield* asked, [])
    }))

  it.effect("alone makes a ticket that can be cancelled here", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const cases = yield* PresaleCases
      const caller = yield* operator
      book.place("D1", [position(61), position(62), position(63, { item: 201, price: "5.00" })])
      yield* read()
      const open = (yield* cases.list(caller, false, page)).find(({ order_code }) => order_code === "D1")!
      assert.strictEqual(
        refusalName(yield* Effect.flip(cases.settle(caller, open.id, null, true))),
        "presale.case_without_cancel"
      )
    }))
})

/** A guest shows a code at the entrance and gets a wristband. */
const admit = Effect.fnUntraced(function*(voucher_token: string) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(yield* tills.tag(), { voucher_token })])))
})

layer(withShop, { excludeTestServices: true })("a guest who came in with a ticket of a former shop", (it) => {
  it.effect("is checked in at no other shop, which is listed and can't be tried again, and at that one once it is back", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      const eventId = caller.eventId
      const { push } = yield* PresaleCheckIns
      const settingsSaved = EventRepository.use(({ readPresaleAnew }) => readPresaleAnew(eventId))
      const list = statuses.stoppedCheckIns(caller, page)
      const home = book.event
      book.place("E1", [position(71, { secret: "E1" })])
      yield* read()
      yield* turnTo("fifth")
      // A ticket of the present shop with the same number.
      book.place("E1", [position(71, { secret: "fifth E1" })])
      yield* settingsSaved
      yield* read(true)
      yield* admit("E1")
      yield* admit("fifth E1")
      const seen = book.requests.length
      assert.strictEqual(yield* push(eventId), 2)
      assert.deepStrictEqual([...book.checkedIn.keys()], ["fifth E1"])
      assert.deepStrictEqual(
        book.requests.slice(seen).filter((request) => JSON.stringify(request).includes("\"E1\"")),
        []
      )
      assert.deepInclude(yield* statuses.get(caller), {
        waiting_check_ins: 0,
        stopped_check_ins: 0,
        former_shop_check_ins: 1,
        done_check_ins: 1
      })
      const [kept] = yield* list
      assert.deepInclude(kept!, { order_code: "E1", is_of_former_shop: true, attempts: 0 })
      assert.match(String(kept!.shop), new RegExp(`stand-in ${home}$`))
      assert.include(kept!.reason.en, String(kept!.shop))
      const again = statuses.retryCheckIn(caller, kept!.ticket_voucher_id)
      assert.strictEqual(refusalName(yield* Effect.flip(again)), "presale.check_in_without_shop")
      assert.strictEqual(yield* statuses.retryCheckIns(caller), 0)
      // Another change of the settings decides again, and the same.
      yield* settingsSaved
      assert.strictEqual(yield* push(eventId), 1)
      assert.lengthOf(yield* list, 1)

      yield* turnTo(home)
      yield* settingsSaved
      assert.strictEqual(yield* push(eventId), 1)
      assert.isTrue(book.checkedIn.has("E1"))
      assert.deepStrictEqual(yield* list, [])
    }))

  it.effect("whose shop was never noted waits until a reading shows it", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      const { push } = yield* PresaleCheckIns
      book.place("F1", [position(81, { secret: "F1" })])
      yield* read()
      yield* sql`update ticket_voucher set shop = null where token = 'F1'`
      yield* admit("F1")
      yield* push(caller.eventId)
      assert.isFalse(book.checkedIn.has("F1"))
      assert.deepInclude(yield* statuses.get(caller), { former_shop_check_ins: 1 })
      yield* read(true)
      yield* push(caller.eventId)
      assert.isTrue(book.checkedIn.has("F1"))
      assert.deepInclude(yield* statuses.get(caller), { former_shop_check_ins: 0 })
    }))
})
