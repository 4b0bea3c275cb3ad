import { assert, layer } from "@effect/vitest"
import type { ShopPosition } from "@wristbank/core/presale/ShopOrder"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { casesOf, euro, imported, orderOf, ticketsIn, withCredit } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

/** The guest shows a code at the entrance and gets a wristband; answers what the till showed before. */
const admitted = Effect.fnUntraced(function*(token: string) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const scan = scanOf(yield* tills.tag(), { voucher_token: token })
  const { body } = done(yield* entrance.post("/order/check-ticket-scan", { customer_tags: [scan] }))
  done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scan])))
  return (body.scanned_tickets as ReadonlyArray<Body>)[0]!.ticket_voucher as Body
})

const balanceIn = (code: string) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<{ balance: bigint }>`select balance from account join ticket_voucher on customer_account_id = account.id
        where external_reference = ${code} order by ticket_voucher.id`
    ),
    (rows) => rows.map(({ balance }) => Number(balance) / 100)
  )

const alone = (credit: ShopPosition): ShopPosition => ({ ...credit, addonTo: null })
const blocked = (ticket: ShopPosition): ShopPosition => ({ ...ticket, isBlocked: true })

/** An order that was placed when the version of another one was made, as by a split. */
const splitFrom = (order: ReturnType<typeof orderOf>, code: string, positions: ReadonlyArray<ShopPosition>) =>
  orderOf(code, positions, { placedAt: order.modifiedAt })

layer(FestivalTickets.layer, { excludeTestServices: true })("credit of a presale ticket", (it) => {
  it.effect("is with a ticket that can't be used any more, and no credit without a ticket as well", () =>
    Effect.gen(function*() {
      for (const [code, own] of [["BLOCK", true], ["ALONE", false]] as const) {
        const [ticket, bought] = withCredit(20)
        const credit = own ? bought : alone(bought)
        yield* imported(orderOf(code, [ticket, credit]))
        yield* admitted(ticket.secret)
        const inside = [["cancelled_after_admission", 2000]]
        yield* imported(orderOf(code, [blocked(ticket), credit]))
        assert.deepStrictEqual<unknown>(yield* casesOf(code), inside)
        if (own) {
          yield* imported(orderOf(code, [{ ...ticket, product: 9n }, credit]))
          assert.deepStrictEqual<unknown>(yield* casesOf(code), inside)
        }
        yield* imported(orderOf(code, [ticket, credit]))
        assert.deepStrictEqual(yield* casesOf(code), [])
        assert.deepStrictEqual(yield* balanceIn(code), [20])
      }
      const [ticket, credit] = withCredit(20)
      yield* imported(orderOf("NEVER", [blocked(ticket), credit]))
      assert.deepStrictEqual(yield* casesOf("NEVER"), [])
      yield* imported(orderOf("NEVER", [ticket, credit]))
      assert.strictEqual((yield* admitted(ticket.secret)).initial_top_up_amount, 20)
    }))

  it.effect("stays the guest's when it is split off into another order, whichever of both is read first", () =>
    Effect.gen(function*() {
      for (const isNewFirst of [true, false]) {
        for (const isInside of [true, false]) {
          const name = `SPLIT ${isNewFirst} ${isInside}`
          const [ticket, credit] = withCredit(20)
          yield* imported(orderOf(name, [ticket, credit]))
          if (isInside) yield* admitted(ticket.secret)
          const rest = orderOf(name, [ticket])
          const split = splitFrom(rest, `${name} NEW`, [credit])
          for (const order of isNewFirst ? [split, rest] : [rest, split]) {
            yield* imported(order)
            if (isInside) assert.deepStrictEqual(yield* balanceIn(name), [20])
          }
          for (const code of [name, `${name} NEW`]) assert.deepStrictEqual(yield* casesOf(code), [], code)
          if (!isInside) assert.strictEqual((yield* admitted(ticket.secret)).initial_top_up_amount, 20)
          assert.deepStrictEqual(yield* balanceIn(name), [20])
          // More of it is paid, and then none.
          yield* imported(orderOf(`${name} NEW`, [{ ...credit, price: euro(30) }], { placedAt: split.placedAt }))
          assert.deepStrictEqual(yield* balanceIn(name), [30])
          yield* imported(orderOf(`${name} NEW`, [credit], { placedAt: split.placedAt, status: "cancelled" }))
          assert.deepStrictEqual<unknown>(yield* casesOf(name), [["credit_lowered", 3000]])
        }
      }
    }))

  it.effect("that was split off and comes back with its ticket is on the wristband once", () =>
    Effect.gen(function*() {
      const [ticket, credit] = withCredit(20)
      // Bought for what was no ticket then.
      yield* imported(orderOf("TWICE", [{ ...ticket, product: 9n }, credit]))
      assert.deepStrictEqual<unknown>(yield* casesOf("TWICE"), [["credit_without_ticket", 2000]])
      const rest = orderOf("TWICE", [])
      yield* imported(splitFrom(rest, "TWICE NEW", [ticket, credit]))
      assert.strictEqual((yield* admitted(ticket.secret)).initial_top_up_amount, 20)
      yield* imported(rest)
      for (const code of ["TWICE", "TWICE NEW"]) assert.deepStrictEqual(yield* casesOf(code), [], code)
      assert.deepStrictEqual(yield* balanceIn("TWICE NEW"), [20])
    }))

  it.effect("that was paid back is told to the office, at the entrance and in the portal", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const [ticket, credit] = withCredit(50)
      const positions = [ticket, credit]
      yield* imported(orderOf("RAIN", positions, { outstanding: euro(50) }))
      assert.deepStrictEqual<unknown>(yield* casesOf("RAIN"), [["credit_paid_back", 5000]])
      yield* imported(orderOf("RAIN", positions))
      assert.deepStrictEqual(yield* casesOf("RAIN"), [])
      yield* imported(orderOf("RAIN", positions, { outstanding: euro(30) }))
      assert.deepStrictEqual<unknown>(yield* casesOf("RAIN"), [["credit_paid_back", 3000]])
      assert.deepInclude(yield* admitted(ticket.secret), { initial_top_up_amount: 20, credit_paid_back: 30 })
      const [stored] = yield* ticketsIn("RAIN")
      const [listed]: ReadonlyArray<Body> = JSON.parse(
        done(yield* office("GET", "/tickets/external-tickets?search=RAIN")).text
      )
      assert.deepInclude(listed, { initial_top_up_amount: 20, credit_paid_back: 30 })
      const guest = Effect.map(office("GET", `/customers/${stored!.account}`), (answer) => done(answer).body)
      assert.deepInclude(yield* guest, { balance: 20, credit_paid_back: 30 })
      assert.deepStrictEqual<unknown>(yield* casesOf("RAIN"), [["credit_paid_back", 3000]])
      // What is paid back after admission is with the guest: that is another case, and the only one.
      yield* imported(orderOf("RAIN", positions, { outstanding: euro(40) }))
      assert.deepStrictEqual<unknown>(yield* casesOf("RAIN"), [["credit_lowered", 1000]])
    }))

  it.effect("is found by its ticket's date where an order has tickets for several", () =>
    Effect.gen(function*() {
      const on = (date: bigint, credit: number): ReadonlyArray<ShopPosition> => {
        const [ticket, bought] = withCredit(credit)
        return [{ ...ticket, subevent: date }, { ...alone(bought), subevent: date }]
      }
      yield* imported(orderOf("DATES", [...on(1n, 20), ...on(2n, 30)]))
      assert.deepStrictEqual(yield* casesOf("DATES"), [])
      assert.deepStrictEqual((yield* ticketsIn("DATES")).map(({ credit }) => Number(credit)).toSorted(), [2000, 3000])
    }))
})
