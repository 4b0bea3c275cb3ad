import { assert, layer } from "@effect/vitest"
import { writtenSentence } from "@wristbank/core/base/Sentence"
import { pauseOfCheckIn, wordsOf } from "@wristbank/core/presale/PresaleCheckIn"
import { PresaleCheckIns } from "@wristbank/core/presale/PresaleCheckIns"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { operator, position, read, withShop } from "../../support/FestivalPresale.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

let next = 0

/** Words of the shop for refused check-ins. */
const reasons = ["rules", "product", "invalid_time", "something of a plugin"]

/** A guest shows a code at the entrance and gets a wristband. */
const admit = Effect.fnUntraced(function*(voucher_token: string) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(yield* tills.tag(), { voucher_token })])))
})

/** A guest with a ticket of the shop gets a wristband; returns the code of the ticket. */
const admitted = Effect.gen(function*() {
  const { book } = yield* FakePretix
  const id = ++next
  const ticket = position(id)
  book.place(`G${id}`, [ticket])
  yield* read()
  yield* admit(ticket.secret)
  return ticket.secret
})

const push = Effect.gen(function*() {
  const { event } = yield* Festival
  return yield* (yield* PresaleCheckIns).push(BigInt(event))
})

interface Pushed {
  readonly attempts: number
  readonly isDone: boolean
  readonly isStopped: boolean
  readonly problem: string | null
  /** When the guest got the wristband, in milliseconds since 1970. */
  readonly redeemedAt: number
  /** Seconds until the next try; null for at once or never. */
  readonly pause: number | null
}

const pushed = (token: string) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<Pushed>`select check_in_attempts as attempts, checked_in_at is not null as "isDone",
          check_in_stopped_at is not null as "isStopped", check_in_problem->>'en' as problem,
          floor(extract(epoch from redeemed_at) * 1000)::float8 as "redeemedAt",
          extract(epoch from check_in_next_at - now())::float8 as pause
        from ticket_voucher where token = ${token}`
    ),
    ([row]) => row!
  )

const waiting = Effect.gen(function*() {
  const { waiting_check_ins } = yield* (yield* PresaleStatuses).get(yield* operator)
  return waiting_check_ins
})

/** Lets the next try be due now. */
const soon = (token: string) =>
  SqlClient.SqlClient.use((sql) => sql`update ticket_voucher set check_in_next_at = now() where token = ${token}`)

layer(withShop, { excludeTestServices: true })("a check-in at the entrance", (it) => {
  it.effect("is reported to the shop once, after the booking that waits for no one", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const token = yield* admitted
      assert.isFalse(book.checkedIn.has(token))
      assert.strictEqual(yield* waiting, 1)
      assert.strictEqual(yield* push, 1)
      assert.strictEqual(book.checkedIn.get(token)?.size, 1)
      const { redeemedAt, ...rest } = yield* pushed(token)
      assert.deepInclude(rest, { isDone: true, attempts: 1, problem: null })
      const checkins = book.order(`G${next}`)!.positions.flatMap((one) => one.checkins ?? [])
      assert.deepStrictEqual(checkins.map(({ datetime }) => Date.parse(datetime)), [redeemedAt])
      assert.deepStrictEqual([yield* push, yield* waiting], [0, 0])
    }))

  it.effect("is done if the shop has a check-in already, and keeps its nonce over lost answers", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const [lost, taken] = [yield* admitted, yield* admitted]
      book.checkIn(taken, "of somebody else")
      // The lists, then the check-in whose answer is lost.
      book.fail({ kind: "pass" }, { kind: "lose" })
      assert.strictEqual((yield* Effect.flip(push)).reason, "failed")
      const [first, untouched] = [yield* pushed(lost), yield* pushed(taken)]
      assert.deepInclude(first, {
        attempts: 1,
        isDone: false,
        isStopped: false,
        problem: "The ticket shop has a fault"
      })
      assert.isTrue(first.pause! > 10 && first.pause! <= 30, String(first.pause))
      assert.strictEqual(untouched.attempts, 0)
      assert.strictEqual(yield* push, 1)
      assert.deepInclude(yield* pushed(taken), { isDone: true })
      assert.deepStrictEqual([...book.checkedIn.get(taken)!], ["of somebody else"])
      yield* soon(lost)
      yield* push
      assert.deepInclude(yield* pushed(lost), { isDone: true, attempts: 2 })
      assert.strictEqual(book.checkedIn.get(lost)?.size, 1)
      assert.deepStrictEqual(book.nonces.get(lost), [...book.checkedIn.get(lost)!, ...book.checkedIn.get(lost)!])
    }))

  it.effect("waits as long as a busy shop asks, and longer each time", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const token = yield* admitted
      const busy = { kind: "answer", status: 429, body: { detail: "Slow" }, headers: { "retry-after": "1" } } as const
      book.fail({ kind: "pass" }, { ...busy, headers: { "retry-after": "900" } })
      assert.strictEqual((yield* Effect.flip(push)).reason, "busy")
      assert.isAbove((yield* pushed(token)).pause!, 800)
      assert.strictEqual(yield* push, 0)
      assert.deepStrictEqual([1, 2, 3, 12, 13, 60].map(pauseOfCheckIn), [30, 60, 120, 61_440, 86_400, 86_400])
    }))
})

layer(withShop, { excludeTestServices: true })("a check-in that the shop refuses", (it) => {
  it.effect("is not tried again but shown with its reason, until an operator has it tried", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      const stopped = Effect.map(
        statuses.stoppedCheckIns(caller, { limit: 100, cursor: null }),
        (found) => found.map(({ reason }) => reason)
      )
      const tokens = []
      for (const reason of reasons) {
        const token = yield* admitted
        book.refusals.set(token, reason)
        tokens.push(token)
      }
      const other = yield* admitted
      assert.strictEqual(yield* push, reasons.length + 1)
      assert.deepInclude(yield* pushed(other), { isDone: true })
      const found = yield* stopped
      assert.deepStrictEqual(found, reasons.map((reason) => writtenSentence(wordsOf({ reason, explanation: "" }))))
      const seen = book.requests.length
      assert.strictEqual(yield* push, 0)
      assert.strictEqual(book.requests.length, seen)
      book.refusals.clear()
      const [first] = yield* statuses.stoppedCheckIns(caller, { limit: 1, cursor: null })
      yield* statuses.retryCheckIn(caller, first!.ticket_voucher_id)
      const gone = yield* Effect.flip(statuses.retryCheckIn(caller, first!.ticket_voucher_id))
      assert.strictEqual(gone._tag, "NotFound")
      assert.strictEqual(yield* push, 1)
      assert.deepInclude(yield* pushed(tokens[0]!), { isDone: true })
      assert.strictEqual(yield* statuses.retryCheckIns(caller), reasons.length - 1)
      assert.strictEqual(yield* push, reasons.length - 1)
      assert.deepStrictEqual(yield* stopped, [])
    }))

  it.effect("needs a list: the chosen one, or the only one that has the product", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { retryCheckIns } = yield* PresaleStatuses
      const token = yield* admitted
      book.checkInLists.push({ id: 2, name: "Backstage", all_products: true, limit_products: [] })
      yield* push
      assert.match((yield* pushed(token)).problem!, /check-in list/)
      const choose = (list: number) =>
        sql`update event set settings = settings || jsonb_build_object('pretix_check_in_list_id', ${list}::integer)
          where event_id = ${event}`
      yield* choose(3)
      yield* retryCheckIns(yield* operator)
      assert.strictEqual((yield* Effect.flip(push)).reason, "list_refused")
      yield* choose(2)
      yield* soon(token)
      yield* push
      assert.deepInclude(yield* pushed(token), { isDone: true })
    }))
})

layer(withShop, { excludeTestServices: true })("a list that the key may not use", (it) => {
  it.effect("lets all check-ins wait until the key has the right, and says so", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      const tokens = [yield* admitted, yield* admitted]
      book.mayCheckIn = false
      for (const token of tokens) {
        assert.strictEqual((yield* Effect.flip(push)).reason, "list_refused")
        assert.deepInclude(yield* pushed(token), { attempts: 1, isDone: false, isStopped: false })
      }
      const status = yield* statuses.get(caller)
      assert.deepInclude(status, { waiting_check_ins: 2, stopped_check_ins: 0 })
      assert.include(status.check_in_problem?.en, "may not check in")
      assert.include(status.check_in_problem?.de, "darf das nicht")
      book.mayCheckIn = true
      yield* Effect.forEach(tokens, soon)
      assert.strictEqual(yield* push, 2)
      const after = yield* statuses.get(caller)
      assert.deepInclude(after, { waiting_check_ins: 0, done_check_ins: 2, check_in_problem: null })
    }))
})

layer(withShop, { excludeTestServices: true })("a ticket that somebody else checked in", (it) => {
  it.effect("is marked until the check-in is reverted, and left as it is once the guest has a wristband", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const checkins = [
        { list: 9, datetime: "2026-07-10T10:00:00Z", type: "exit" },
        { list: 9, datetime: "2026-07-10T09:00:00Z", type: "entry" },
        { list: 8, datetime: "2026-07-10T08:00:00+02:00", type: "entry" }
      ]
      const elsewhere = Effect.map(
        sql<{ at: string | null }>`select to_char(admitted_elsewhere_at at time zone 'UTC', 'HH24:MI') as at
          from ticket_voucher where token = 'secret 9001'`,
        ([row]) => row!.at
      )
      const modified = book.now()
      book.place("E1", [position(9001)], { last_modified: modified })
      yield* read()
      assert.isNull(yield* elsewhere)
      // A check-in does not change the time at which the shop says that the order changed.
      book.change("E1", { positions: [position(9001, { checkins })], last_modified: modified })
      yield* read(true)
      assert.strictEqual(yield* elsewhere, "06:00")
      const scan = scanOf(yield* (yield* Festival).tills.tag(), { voucher_token: "secret 9001" })
      const { entrance } = yield* FestivalTickets
      const { body } = done(yield* entrance.post("/order/check-ticket-scan", { customer_tags: [scan] }))
      const [shown] = body.scanned_tickets as ReadonlyArray<Body>
      assert.deepInclude(shown!.ticket_voucher, { checked_in_elsewhere_at: "2026-07-10T06:00:00.000Z" })
      book.change("E1", { positions: [position(9001)], last_modified: modified })
      yield* read(true)
      assert.isNull(yield* elsewhere)
      yield* admit("secret 9001")
      book.change("E1", { positions: [position(9001, { checkins })], last_modified: modified })
      yield* read(true)
      assert.isNull(yield* elsewhere)
    }))
})
