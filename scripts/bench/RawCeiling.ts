import * as Money from "@wristbank/core/base/Money"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { pricedLine } from "@wristbank/core/journal/Booking"
import { Books } from "@wristbank/core/journal/Books"
import type { JournalEntry } from "@wristbank/core/journal/JournalEntry"
import * as Ledger from "@wristbank/core/journal/Ledger"
import { taxed } from "@wristbank/core/journal/LineItem"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { Festival } from "./Festival.ts"

/** Sales per second that the storing statement alone reaches. */
export interface Raw {
  readonly inFlight: number
  readonly together: number
  readonly alone: number
}

/** Journal entries of sales with three lines, ready to be stored. */
export const entriesOf = Effect.fnUntraced(function*(festival: Festival) {
  const eventId = BigInt(festival.eventId)
  const configuration = yield* EventConfigurations.use((configurations) => configurations.current(eventId))
  const sql = yield* SqlClient.SqlClient
  const accounts = (yield* sql<{ id: bigint }>`select id from account
    where event_id = ${eventId} and type = 'private' order by id`).map((row) => row.id)
  const till = Array.from(configuration.tills.values()).find((one) => !one.is_virtual)
  const sold = Array.from(configuration.products.values()).filter((product) => product.type === "user_defined")
  if (till === undefined || sold.length === 0) {
    return yield* Effect.die(new Error("The festival has no till or product"))
  }
  const lines = taxed(sold.map((product) => pricedLine(product, product.product.price ?? Money.zero, 1)))
  const total = Money.sum(lines.map((line) => line.total_price))
  let n = 0
  return (): JournalEntry => {
    const accountId = accounts[n++ % accounts.length]!
    const postings = Ledger.move(accountId, configuration.systemAccounts.sale_exit, total)
    const account = { id: accountId, type: "private", minimum: Money.zero, maximum: null, userTagId: null } as const
    return {
      eventId,
      version: configuration.version,
      order: {
        uuid: randomUUID(),
        orderType: "sale",
        paymentMethod: "tag",
        customerAccountId: accountId,
        userTagId: null,
        cashRegisterId: null,
        cancelsOrder: null,
        lines,
        postings,
        guards: Ledger.guards(postings, [account])
      },
      context: { tillId: till.id, cashierId: 1n, zNr: 1, requestHash: "0".repeat(64), buttons: [] }
    }
  }
})

const rate = Effect.fnUntraced(function*<E, R>(
  inFlight: number,
  seconds: number,
  storeOne: Effect.Effect<{ readonly outcome: string }, E, R>
) {
  const start = yield* Clock.currentTimeMillis
  let stored = 0
  const client = Effect.gen(function*() {
    while ((yield* Clock.currentTimeMillis) - start < seconds * 1000) {
      const { outcome } = yield* storeOne
      if (outcome !== "booked") return yield* Effect.die(new Error(`An entry was not stored: ${outcome}`))
      stored++
    }
  })
  yield* Effect.all(Array.from({ length: inFlight }, () => client), { concurrency: "unbounded", discard: true })
  return Math.round(stored / seconds)
})

/** Measures the storing statement alone: in batches, as the server sends it, and one sale at a time. */
export const measure = Effect.fnUntraced(function*(festival: Festival, inFlight: number, seconds: number) {
  const next = yield* entriesOf(festival)
  const books = yield* Books
  const together = yield* rate(inFlight, seconds, Effect.suspend(() => books.store(next())))
  const alone = yield* rate(Math.min(inFlight, 8), seconds, Effect.suspend(() => books.storeNow(next())))
  const raw: Raw = { inFlight, together, alone }
  return raw
})
