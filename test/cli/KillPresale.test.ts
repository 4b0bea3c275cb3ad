import { assert, layer } from "@effect/vitest"
import { FakePretix } from "@wristbank/cli/stand-ins/ticket-shop/FakePretix"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { sound } from "../support/FestivalPayments.ts"
import { position, withShop } from "../support/FestivalPresale.ts"
import { counted, tell } from "../support/Torture.ts"
import { end, worker } from "./Killable.ts"

/** Number of kills of the process while it imports; set by `PRESALE_KILLS`. */
const kills = Number(process.env["PRESALE_KILLS"] ?? 1)

/** Orders of the shop: each kill falls on another part of them. */
const orders = 400 * (kills + 1)

const stored = Effect.map(
  SqlClient.SqlClient.use((sql) =>
    sql<{ tickets: number; credit: bigint; accounts: number; known: number; isRead: boolean }>`
      select count(*)::integer as tickets, coalesce(sum(credit), 0)::bigint as credit,
        count(distinct customer_account_id)::integer as accounts,
        (select count(*)::integer from presale_order) as known,
        exists (select from presale_source where read_at is not null) as "isRead"
      from ticket_voucher where shop_position is not null`
  ),
  ([row]) => row!
)

layer(withShop, { excludeTestServices: true })("presale and kill -9", (it) => {
  it.effect(
    "a process that is killed in the middle of an import loses nothing and doubles nothing",
    () =>
      Effect.gen(function*() {
        const { book } = yield* FakePretix
        for (let n = 1; n <= orders; n++) {
          book.place(`K${n}`, [position(n), position(100_000 + n, { item: 201, price: "7.50", addon_to: n })])
        }
        for (let kill = 1; kill <= kills; kill++) {
          const goal = 400 * kill - 250
          const running = yield* Effect.scoped(Effect.gen(function*() {
            const process = yield* worker("signing")
            yield* Effect.repeat(stored, {
              until: ({ isRead, tickets }) => tickets >= goal || isRead,
              schedule: Schedule.spaced("5 millis")
            })
            yield* Effect.promise(() => end(process, "SIGKILL"))
            return process
          }))
          assert.strictEqual(running.child.signalCode, "SIGKILL")
          const { isRead, known, tickets } = yield* stored
          assert.isFalse(isRead, "it was killed before the end")
          assert.isTrue(tickets >= goal && tickets < orders)
          assert.strictEqual(tickets, known, "whole orders")
        }
        yield* worker("signing")
        yield* Effect.repeat(stored, { until: ({ isRead }) => isRead, schedule: Schedule.spaced("50 millis") })
        const imported = yield* stored
        assert.deepStrictEqual(imported, {
          tickets: orders,
          accounts: orders,
          credit: BigInt(orders) * 750n,
          known: orders,
          isRead: true
        })
        yield* sound
        tell(
          `${counted(kills, "kill")} during an import of ${counted(orders)} tickets, ${
            counted(imported.tickets)
          } stored`
        )
      }),
    120_000
  )
})
