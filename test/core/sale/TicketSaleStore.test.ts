import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { Books } from "@wristbank/core/journal/Books"
import type { JournalEntry } from "@wristbank/core/journal/JournalEntry"
import { NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { UserTagScan } from "@wristbank/core/sale/TicketScan"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { FestivalTickets, type Wristband } from "../../support/FestivalTickets.ts"
import { bookingCall } from "./bookingCall.ts"

/** A decided sale of a ticket in cash that is not yet stored. */
const prepared = Effect.fnUntraced(function*(tag: Wristband, voucher_token: string | null = null) {
  const { event } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const sales = yield* TicketSales
  const eventId = BigInt(event)
  const scan = new UserTagScan({ tag_pin: tag.pin, tag_uid: tag.uid, top_up_amount: Money.zero, voucher_token })
  const sale = new NewTicketSale({ uuid: randomUUID(), customer_tags: [scan], payment_method: "cash" })
  const { basis, draft, openings } = yield* sales.prepare(
    yield* bookingCall(event, entrance),
    sale
  )
  const entry: OrderEntry = {
    eventId,
    version: basis.at.configuration.version,
    order: draft,
    context: {
      tillId: BigInt(entrance.id),
      cashierId: BigInt(entrance.cashier.id),
      zNr: 1,
      requestHash: "",
      buttons: null
    }
  }
  return { entry, openings }
})

type OrderEntry = Extract<JournalEntry, { readonly context: unknown }>

const stores = Layer.provideMerge(Books.layer, FestivalTickets.layer)

layer(stores, { excludeTestServices: true })("storing a ticket sale", (it) => {
  it.effect("that has been decided on something else leaves no trace", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { presale } = yield* FestivalTickets
      const { store } = yield* Books
      const { token } = yield* presale
      for (const ticketVoucher of [null, token]) {
        const { entry, openings } = yield* prepared(yield* tills.tag(), ticketVoucher)
        const refusedAs = (changed: OrderEntry) =>
          untouched(Effect.map(store({ ...changed, openings }), ({ outcome }) => outcome))
        assert.strictEqual(yield* refusedAs({ ...entry, version: (entry.version ?? 0n) - 1n }), "stale")
        const guards = entry.order.guards.map((guard) => ({ ...guard, minimum: Money.Cents.make(1_000_000n) }))
        assert.strictEqual(yield* refusedAs({ ...entry, order: { ...entry.order, guards } }), "lost")
        assert.strictEqual((yield* store({ ...entry, openings })).outcome, "booked")
        assert.strictEqual(yield* refusedAs(entry), "lost")
      }
    }))

  it.effect("leaves alone what has become another's since it was decided", () =>
    Effect.gen(function*() {
      const { event, guest, tills } = yield* Festival
      const { presale } = yield* FestivalTickets
      const { store } = yield* Books
      const sql = yield* SqlClient.SqlClient
      const { accountId } = yield* guest({ balance: 0 })
      const uuid = randomUUID()
      const tagOf = ({ pin }: Wristband) => sql`(select id from user_tag where event_id = ${event} and pin = ${pin})`
      const reserve = (tag: Wristband, uid: bigint, ticketVoucher: number | null) =>
        sql`insert into reserved_tag (event_id, user_tag_id, uid, ticket_voucher_id, order_uuid)
          values (${event}, ${tagOf(tag)}, ${String(uid)}::numeric, ${ticketVoucher}::bigint, ${uuid})`
      const changes = [
        ["tags_used", (tag: Wristband) =>
          sql`insert into user_tag_history (event_id, account_id, user_tag_id)
            values (${event}, ${accountId}, ${tagOf(tag)})`],
        ["chip_of_other_tag", (tag: Wristband) =>
          sql`update user_tag set uid = 4711 where event_id = ${event} and pin = ${tag.pin}`],
        ["tag_reserved", (tag: Wristband) =>
          reserve(tag, tag.uid + 2n ** 60n, null)],
        ["tag_reserved", (tag: Wristband, other: Wristband) => reserve(other, tag.uid, null)],
        ["tag_reserved", (_: Wristband, other: Wristband, ticketVoucher: number) =>
          reserve(other, other.uid, ticketVoucher)],
        ["voucher_redeemed", (_: Wristband, other: Wristband, ticketVoucher: number) =>
          sql`update account set user_tag_id = ${tagOf(other)} where id = (
            select customer_account_id from ticket_voucher where id = ${ticketVoucher}
          )`]
      ] as const
      for (const [rule, change] of changes) {
        const [tag, other] = [yield* tills.tag(), yield* tills.tag()]
        const ticketVoucher = yield* presale
        const { entry, openings } = yield* prepared(tag, ticketVoucher.token)
        yield* change(tag, other, ticketVoucher.id)
        assert.strictEqual((yield* untouched(store({ ...entry, openings }))).outcome, "lost")
        assert.strictEqual(refusalName(yield* Effect.flip(prepared(tag, ticketVoucher.token))), `order.${rule}`)
      }
    }))

  it.effect("takes what was reserved for it", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const { store } = yield* Books
      const sql = yield* SqlClient.SqlClient
      const tag = yield* tills.tag()
      const { entry, openings } = yield* prepared(tag)
      yield* sql`insert into reserved_tag (event_id, user_tag_id, uid, order_uuid)
        values (${event}, ${openings[0]!.userTagId}, ${String(tag.uid)}::numeric, ${entry.order.uuid})`
      assert.strictEqual((yield* store({ ...entry, openings })).outcome, "booked")
    }))
})
