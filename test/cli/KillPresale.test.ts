import { assert, layer } from "@effect/vitest"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { sound } from "../support/FestivalPayments.ts"
import { operator, position, withShop } from "../support/FestivalPresale.ts"
import { counted, tell } from "../support/Torture.ts"
import { end, type Killable, worker } from "./Killable.ts"

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

/** The numbers of the pages of all orders that the shop was asked for, after this many requests. */
const pagesSince = (seen: number) =>
  FakePretix.useSync(({ book }) =>
    book.requests.slice(seen).filter(({ path }) => path.includes("/orders/?")).map(({ path }) => {
      const query = new URL(path, "http://shop.example").searchParams
      return query.has("modified_since") ? "changes" : Number(query.get("page") ?? 1)
    })
  )

const often = Schedule.spaced("20 millis")

const enable = (isEnabled: boolean) =>
  SqlClient.SqlClient.use((sql) =>
    sql`update event set settings = settings || ${JSON.stringify({ pretix_presale_enabled: isEnabled })}::jsonb`
  )

/** Waits until two processes have divided all work between them; before, work may pass from one to the other. */
const divided = SqlClient.SqlClient.use((sql) =>
  Effect.repeat(
    sql<{ shards: number; owners: number }>`select count(*)::integer as shards, count(distinct pid)::integer as owners
      from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    { until: ([locks]) => locks!.owners === 2 && locks!.shards === 32, schedule: often }
  )
)

/** The process that reads the shop, by its log, after a call that the shop refuses. */
const ownerOf = Effect.fnUntraced(function*(workers: ReadonlyArray<Killable>) {
  const { book } = yield* FakePretix
  book.fail({ kind: "answer", status: 403, body: { detail: "No" } })
  yield* enable(true)
  const owners = yield* Effect.repeat(
    Effect.sync(() => workers.filter(({ stderr }) => stderr.some((line) => line.includes("could not be read")))),
    { until: ({ length }) => length > 0, schedule: often }
  )
  assert.lengthOf(owners, 1)
  return owners[0]!
})

const firstPages = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

layer(withShop, { excludeTestServices: true })("presale and kill -9", (it) => {
  it.effect(
    "one of several processes imports; one that is killed on the way loses nothing and doubles nothing, and another goes on",
    () =>
      Effect.gen(function*() {
        const { book } = yield* FakePretix
        const { requestReading } = yield* PresaleStatuses
        const caller = yield* operator
        for (let n = 1; n <= orders; n++) {
          book.place(`K${n}`, [position(n), position(100_000 + n, { item: 201, price: "7.50", addon_to: n })])
        }
        yield* enable(false)
        const workers = yield* Effect.all([worker("signing"), worker("signing")], { concurrency: 2 })
        yield* divided
        let owner = yield* ownerOf(workers)
        const others = workers.filter((one) => one !== owner)
        let seen = book.requests.length
        // What is sold later is all that the reading after this one asks for.
        book.pass(60)
        yield* requestReading(caller, true)
        for (let kill = 1; kill <= kills; kill++) {
          const goal = 400 * kill - 250
          yield* Effect.repeat(stored, {
            until: ({ isRead, tickets }) => tickets >= goal || isRead,
            schedule: Schedule.spaced("5 millis")
          })
          yield* Effect.promise(() => end(owner, "SIGKILL"))
          assert.strictEqual(owner.child.signalCode, "SIGKILL")
          const { isRead, known, tickets } = yield* stored
          assert.isFalse(isRead, "it was killed before the end")
          assert.isTrue(tickets >= goal && tickets < orders)
          assert.strictEqual(tickets, known, "whole orders")
          const pages = yield* pagesSince(seen)
          assert.deepStrictEqual<unknown>(pages, firstPages(pages.length), "each page once")
          seen = book.requests.length
          owner = others.pop() ?? (yield* worker("signing"))
        }
        yield* Effect.repeat(stored, { until: ({ isRead }) => isRead, schedule: Schedule.spaced("50 millis") })
        const imported = yield* stored
        assert.deepStrictEqual(imported, {
          tickets: orders,
          accounts: orders,
          credit: BigInt(orders) * 750n,
          known: orders,
          isRead: true
        })
        assert.deepStrictEqual<unknown>(yield* pagesSince(seen), firstPages(orders / 50))
        // The other process goes on with what is sold from here on.
        seen = book.requests.length
        book.place("NEW", [position(200_000)])
        yield* requestReading(caller, false)
        yield* Effect.repeat(stored, {
          until: ({ tickets }) => tickets > orders,
          schedule: often
        })
        assert.deepStrictEqual<unknown>(yield* pagesSince(seen), ["changes"])
        yield* sound
        tell(
          `${counted(kills, "kill")} during an import of ${counted(orders)} tickets, ${
            counted(imported.tickets)
          } stored`
        )
      }),
    60_000 + 60_000 * kills
  )
})
