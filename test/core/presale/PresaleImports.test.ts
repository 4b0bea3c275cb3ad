import { assert, layer } from "@effect/vitest"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { type ShopPosition, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import { NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVouchers } from "@wristbank/core/wristband/TicketVouchers"
import { Effect, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Festival, linesOf } from "../../support/Festival.ts"
import { labelOf, refused } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { casesOf, imported, orderOf, products, ticketsIn, withCredit } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { broken, diagnose, diagnosedAfter } from "../journal/Diagnosed.ts"

/** The guest shows a code at the entrance and gets a wristband. */
const admitted = Effect.fnUntraced(function*(token: string, more: Body = {}) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const tag = yield* tills.tag()
  const { body } = done(
    yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag, { voucher_token: token, ...more })]))
  )
  return { body, tag }
})

const refusedAt = Effect.fnUntraced(function*(token: string, rule: string, more: Body = {}) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const sale = ticketSale([scanOf(yield* tills.tag(), { voucher_token: token, ...more })])
  yield* refused(entrance.post("/order/book-ticket-sale", sale), rule)
})

const settled = Effect.gen(function*() {
  const { event } = yield* Festival
  yield* (yield* PresaleImports).settleAll(BigInt(event))
})

const balanceOf = (account: bigint) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) => sql<{ balance: bigint }>`select balance from account where id = ${account}`),
    ([row]) => Number(row!.balance) / 100
  )

const sound = Effect.gen(function*() {
  assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
})

const priced = (ticket: ShopPosition, credit: number): ReadonlyArray<ShopPosition> => [
  ticket,
  withCredit(credit, { id: ticket.id })[1]
]

layer(FestivalTickets.layer, { excludeTestServices: true })("orders of the ticket shop", (it) => {
  it.effect("become tickets with an account, once, however often they are read at the same time", () =>
    Effect.gen(function*() {
      const order = orderOf("ONCE", [...withCredit(30), ...withCredit(0)])
      const outcomes = yield* Effect.all(Array.from({ length: 8 }, () => imported(order)), { concurrency: "unbounded" })
      const added = outcomes.map((outcome) => Result.getOrThrow(outcome).added)
      assert.strictEqual(added.reduce((sum, count) => sum + count, 0), 2)
      const tickets = yield* ticketsIn("ONCE")
      assert.sameMembers(tickets.map(({ credit }) => Number(credit)), [3000, 0])
      const sql = yield* SqlClient.SqlClient
      const [guest] = yield* sql`select account.name, customer.email from account join customer
        on customer.account_id = account.id where account.id = ${tickets[0]!.account}`
      assert.deepStrictEqual(guest, { name: "Ada", email: "ada@example.org" })
      yield* sound
    }))

  it.effect("keep name and address of their guest up to date until the guest or the office changes them", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [ticket] = withCredit(0)
      const given = (name: string, email: string) => imported(orderOf("GUEST", [{ ...ticket, name }], { email }))
      yield* given("Ada", "one@example.org")
      const { account, id } = (yield* ticketsIn("GUEST"))[0]!
      const guest = Effect.map(
        sql<{ seen: ReadonlyArray<string> }>`select array[account.name, customer.email, guest_name, guest_email] as seen
          from ticket_voucher voucher join account on account.id = customer_account_id
            join customer on customer.account_id = account.id
          where voucher.id = ${id}`,
        ([row]) => row!.seen
      )
      yield* given("Bea", "two@example.org")
      assert.deepStrictEqual(yield* guest, ["Bea", "two@example.org", "Bea", "two@example.org"])
      yield* sql`update customer set email = 'own@example.org' where account_id = ${account}`
      yield* given("Cleo", "three@example.org")
      assert.deepStrictEqual(yield* guest, ["Cleo", "own@example.org", "Cleo", "three@example.org"])
      yield* sql`update account set name = 'Own' where id = ${account}`
      yield* given("Dora", "four@example.org")
      assert.deepStrictEqual(yield* guest, ["Own", "own@example.org", "Dora", "four@example.org"])
    }))

  it.effect("bring their credit with the wristband, which no till has received", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const [ticket, credit] = withCredit(30)
      yield* imported(orderOf("CREDIT", [ticket, credit]))
      const { answer, moved: change } = yield* moved(admitted(ticket.secret, { top_up_amount: 5 }))
      const { account } = (yield* ticketsIn("CREDIT"))[0]!
      const { entrance } = yield* FestivalTickets
      assert.deepStrictEqual(linesOf(answer.body), [["Adult", 1, 0, 0], ["Aufladen", 1, 5, 5]])
      assert.strictEqual(answer.body.total_price, 5)
      const [scanned] = answer.body.scanned_tickets as ReadonlyArray<Body>
      assert.deepInclude(scanned!.ticket_voucher, { token: ticket.secret, initial_top_up_amount: 30 })
      assert.deepStrictEqual(change, {
        [labelOf("private", account)]: 35,
        [entrance.register!]: 5,
        cash_entry: -5,
        cash_topup_source: -5,
        presale_entry: -30
      })
      yield* refusedAt(ticket.secret, "order.voucher_redeemed")
      yield* sound
    }))

  it.effect("are what the doctor compares the presale entry account with", () =>
    Effect.gen(function*() {
      const [ticket, credit] = withCredit(30)
      yield* imported(orderOf("DOCTOR", [ticket, credit]))
      yield* admitted(ticket.secret)
      yield* imported(orderOf("DOCTOR", priced(ticket, 40)))
      const { id } = (yield* ticketsIn("DOCTOR"))[0]!
      const changes: ReadonlyArray<
        readonly [string, (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>]
      > = [
        ["presale-credit", (sql) => sql`update ticket_voucher set credit_booked = 4001 where id = ${id}`],
        ["presale-credit", (sql) => sql`update posting set amount = amount + 1 where ticket_voucher_id = ${id}`],
        ["presale-credit", (sql) =>
          sql`update posting set ticket_voucher_id = null, conducting_user_id = 1 where ticket_voucher_id = ${id}`],
        ["presale-history", (sql) =>
          sql`update ticket_voucher set credit = 4001 where id = ${id}`],
        ["presale-history", (sql) =>
          sql`delete from ticket_voucher_history where ticket_voucher_id = ${id}`],
        ["ticket-lines", (sql) =>
          sql`update ticket_voucher set credit_in_order = 2999, credit_booked = 3999 where id = ${id}`],
        ["posting-references", (sql) =>
          sql`update posting set ticket_voucher_id = 0 where ticket_voucher_id = ${id}`]
      ]
      for (const [invariant, change] of changes) {
        assert.include(broken(yield* diagnosedAfter(change)), invariant)
      }
      yield* sound
    }))

  it.effect("count their credit against the highest balance", () =>
    Effect.gen(function*() {
      const [ticket, credit] = withCredit(140)
      yield* imported(orderOf("LIMIT", [ticket, credit]))
      yield* refusedAt(ticket.secret, "order.maximum_exceeded", { top_up_amount: 11 })
      yield* admitted(ticket.secret, { top_up_amount: 10 })
    }))

  it.effect("decide at the entrance what a ticket is worth, and that changes in both directions", () =>
    Effect.gen(function*() {
      const [ticket, credit] = withCredit(20)
      const positions = [ticket, credit]
      yield* imported(orderOf("STATES", positions))
      yield* imported(orderOf("STATES", positions, { status: "cancelled" }))
      yield* refusedAt(ticket.secret, "order.voucher_cancelled")
      yield* imported(orderOf("STATES", positions, { status: "pending" }))
      yield* refusedAt(ticket.secret, "order.voucher_unpaid")
      const renewed = { ...ticket, secret: "renewed" }
      yield* imported(orderOf("STATES", [renewed, credit]))
      yield* refusedAt(ticket.secret, "order.voucher_unknown")
      const { account } = (yield* ticketsIn("STATES"))[0]!
      yield* admitted("renewed")
      assert.strictEqual(yield* balanceOf(account), 20)
    }))

  it.effect("take nothing from guests who are inside, and bring them what was paid later", () =>
    Effect.gen(function*() {
      const [ticket, credit] = withCredit(20)
      yield* imported(orderOf("INSIDE", [ticket, credit]))
      yield* admitted(ticket.secret)
      const { account } = (yield* ticketsIn("INSIDE"))[0]!
      const expected = [
        [orderOf("INSIDE", [ticket, credit], { status: "cancelled" }), 20, [["cancelled_after_admission", 2000]]],
        [orderOf("INSIDE", priced(ticket, 12)), 20, [["credit_lowered", 800]]],
        [orderOf("INSIDE", priced(ticket, 25)), 25, []],
        [orderOf("INSIDE", priced(ticket, 25), { status: "pending" }), 25, [["unpaid_after_admission", 2500]]],
        [orderOf("INSIDE", priced(ticket, 200)), 25, [["credit_over_limit", 17_500]]],
        [orderOf("INSIDE", [ticket]), 25, [["credit_lowered", 2500]]],
        [orderOf("INSIDE", priced(ticket, 150)), 150, []]
      ] as const
      for (const [order, balance, cases] of expected) {
        yield* imported(order)
        assert.deepStrictEqual<unknown>(yield* casesOf("INSIDE"), cases)
        assert.strictEqual(yield* balanceOf(account), balance)
        yield* sound
      }
    }))

  it.effect("that changed while their guest was at the till are decided at the next reading", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [ticket, credit] = withCredit(10)
      yield* imported(orderOf("LATER", [ticket, credit]))
      yield* admitted(ticket.secret)
      const { account, id } = (yield* ticketsIn("LATER"))[0]!
      yield* sql`update ticket_voucher set credit = 1500 where id = ${id}`
      yield* settled
      assert.strictEqual(yield* balanceOf(account), 15)
      yield* sql`update ticket_voucher set state = 'cancelled' where id = ${id}`
      yield* settled
      yield* settled
      assert.deepStrictEqual(yield* casesOf("LATER"), [["cancelled_after_admission", 1500]])
      yield* sql`update ticket_voucher set state = 'valid' where id = ${id}`
      yield* settled
      assert.deepStrictEqual(yield* casesOf("LATER"), [])
      yield* sound
    }))

  it.effect("may exchange the codes of their tickets", () =>
    Effect.gen(function*() {
      const [[one], [two]] = [withCredit(0), withCredit(0)]
      yield* imported(orderOf("SWAP", [one, two]))
      const before = yield* ticketsIn("SWAP")
      yield* imported(orderOf("SWAP", [{ ...one, secret: two.secret }, { ...two, secret: one.secret }]))
      const after = yield* ticketsIn("SWAP")
      assert.deepStrictEqual(after.map(({ token }) => token), before.map(({ token }) => token).toReversed())
    }))

  it.effect("with a fault are listed with the reason until they can be imported, and leave others alone", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [ticket] = withCredit(0)
      yield* imported(orderOf("FIRST", [ticket]))
      const other = withCredit(0)[0]
      const outcome = yield* imported(orderOf("BROKEN", [other, withCredit(0, { secret: ticket.secret })[0]]))
      assert.isTrue(Result.isFailure(outcome))
      const problems = sql`select code, problem from presale_order where problem is not null`
      assert.deepStrictEqual(yield* problems, [{ code: "BROKEN", problem: "presale.token_taken" }])
      assert.deepStrictEqual(yield* ticketsIn("BROKEN"), [])
      yield* imported(orderOf("BROKEN", [other]))
      assert.deepStrictEqual(yield* problems, [])
      assert.strictEqual((yield* ticketsIn("BROKEN")).length, 1)
    }))

  it.effect("may have the code of a ticket at another event, and each till takes its own", () =>
    Effect.gen(function*() {
      const { event, neighbour } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const other = BigInt((yield* neighbour).event)
      const [ticket] = withCredit(0)
      const there = sql`select * from ticket_voucher where event_id = ${other}`
      yield* (yield* TicketVouchers).issue(
        { userId: null, terminalId: null, node: { id: other }, eventId: other, by: "desk@office" },
        [new NewTicketVoucher({ token: ticket.secret, external_reference: "THERE", external_link: null, email: null })]
      )
      const before = yield* there
      const page = [orderOf("NUMBERED", [ticket]), orderOf("BESIDE", [withCredit(0)[0]])]
      const read = page.map((order) => Result.getOrThrow(ticketsOf(order, products)))
      const outcomes = yield* (yield* PresaleImports).acceptAll(BigInt(event), read)
      assert.isTrue(outcomes.every(Result.isSuccess))
      yield* admitted(ticket.secret)
      yield* refusedAt(ticket.secret, "order.voucher_redeemed")
      assert.deepStrictEqual(yield* there, before)
    }))

  it.effect("with credit that no single ticket carries are left to an operator", () =>
    Effect.gen(function*() {
      const [[one], [two]] = [withCredit(0), withCredit(0)]
      const alone = { ...withCredit(20)[1], addonTo: null }
      yield* imported(orderOf("STRAY", [one, two, alone]))
      assert.deepStrictEqual(yield* casesOf("STRAY"), [["credit_without_ticket", 2000]])
      yield* imported(orderOf("STRAY", [one, alone]))
      assert.deepStrictEqual(yield* casesOf("STRAY"), [])
      assert.sameDeepMembers((yield* ticketsIn("STRAY")).map(({ credit, state }) => [state, Number(credit)]), [
        ["valid", 2000],
        ["cancelled", 0]
      ])
    }))
})
