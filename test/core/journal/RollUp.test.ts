import { assert, layer } from "@effect/vitest"
import { RollUp } from "@wristbank/core/journal/RollUp"
import { SystemBalances } from "@wristbank/core/journal/SystemBalances"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { databaseLayer } from "../../support/database.ts"
import { openTransactions } from "../../support/OpenTransactions.ts"
import { rolledUp } from "./RolledUp.ts"

/** An event with the accounts of the postings; only the last one stores its balance. */
const types = ["sale_exit", "cash_entry", "cash_topup_source", "sumup_entry", "voucher_create", "private"] as const

const newEvent = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    const [node] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids)
      values (0, gen_random_uuid()::text, '', '{0}') returning id`
    const event = node!.id
    yield* sql`insert into event (event_id, settings) values (${event}, '{}')`
    const accounts = yield* sql<{ id: bigint }>`insert into account (event_id, node_id, type)
      select ${event}, ${event}, type from unnest(${types}::text[]) as type returning id`
    return { event, accounts: accounts.map(({ id }) => id) }
  })
)

/** The balances by the service and by the sum of all postings, at the same moment. */
const bothBalances = (event: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      const told = yield* SystemBalances.use((balances) => balances.of(event))
      const summed = yield* sql<{ id: bigint; balance: bigint; vouchers: bigint }>`
        select account.id, coalesce(sum(leg.amount), 0)::bigint as balance, coalesce(sum(leg.vouchers), 0) as vouchers
        from account left join (
          select event_id, source_account as account_id, -amount as amount, -vouchers as vouchers from posting
          union all
          select event_id, target_account, amount, vouchers from posting
        ) as leg on leg.event_id = account.event_id and leg.account_id = account.id
        where account.event_id = ${event} and account.type <> 'private' group by account.id order by account.id`
      return {
        told: told.map(({ account_id, balance, vouchers }) => [account_id, BigInt(balance), BigInt(vouchers)]),
        summed: summed.map(({ balance, id, vouchers }) => [id, balance, vouchers])
      }
    }).pipe(
      sql.withTransaction,
      Effect.provideService(SqlClient.BeginTransaction, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    )
  )

const agree = Effect.fnUntraced(function*(event: bigint) {
  const { summed, told } = yield* bothBalances(event)
  assert.deepStrictEqual(told, summed)
})

const advance = RollUp.use((rollUp) => rollUp.advance())

interface Booking {
  readonly do: "book"
  readonly at: number
  readonly from: number
  readonly to: number
  readonly amount: number
}

/** The next step, on one of several connections. */
type Step =
  | Booking
  | { readonly do: "commit"; readonly at: number }
  | { readonly do: "rollback"; readonly at: number }
  | { readonly do: "savepoint"; readonly at: number }
  | { readonly do: "advance" }
  | { readonly do: "compare" }

const connection = fc.nat(2)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      at: connection,
      from: fc.nat(5),
      to: fc.nat(5),
      amount: fc.nat(500)
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("commit", "rollback", "savepoint"), at: connection }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("advance", "compare") }) }
)

/** Runs the steps on connections whose transactions stay open until a step ends them. */
const play = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    const { accounts, event } = yield* newEvent
    const transactions = yield* openTransactions
    const book = ({ amount, at, from, to }: Booking) => {
      const target = to === from ? (to + 1) % accounts.length : to
      return transactions.run(
        at,
        `insert into posting (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at)
         values (${event}, 1, ${accounts[from]}, ${accounts[target]}, ${amount}, ${amount % 3 + 1}, now())`
      )
    }
    for (const step of steps) {
      if (step.do === "book") yield* book(step)
      else if (step.do === "advance") yield* advance
      else if (step.do === "compare") yield* agree(event)
      else if (step.do === "commit" || step.do === "rollback") yield* transactions.end(step.at, step.do)
      else if (step.do === "savepoint" && transactions.isOpen(step.at)) {
        yield* transactions.run(step.at, "savepoint here")
      }
    }
    yield* transactions.commitAll
    yield* agree(event)
    yield* advance
    yield* agree(event)
  }).pipe(Effect.scoped)

layer(Layer.mergeAll(RollUp.layer, SystemBalances.layer).pipe(Layer.provideMerge(databaseLayer)))(
  "the roll-up",
  (it) => {
    it.effect("and the postings after it are the balance, however transactions interleave", () =>
      Effect.gen(function*() {
        const context = yield* Effect.context<RollUp | SystemBalances | SqlClient.SqlClient>()
        const property = fc.asyncProperty(
          fc.array(anyStep, { maxLength: 25 }),
          (steps) => Effect.runPromiseWith(context)(play(steps))
        )
        yield* Effect.promise(() => fc.assert(property, { numRuns: 60 }))
      }))

    it.effect("is right at every moment while many book and several processes advance it", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { accounts, event } = yield* newEvent
        const booking = (n: number) =>
          sql`insert into posting
            (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at)
            select ${event}, 1, ${accounts[n % 5]!}, ${accounts[n % 5 + 1]!}, ${n + 1}, 1, now() from pg_sleep(${
            n % 3
          } / 1000.0)`
        const booked = Effect.forEach(Array.from({ length: 200 }, (_, n) => n), booking, {
          concurrency: 4,
          discard: true
        })
        const observed = Effect.forEach(Array.from({ length: 40 }), () => agree(event), { discard: true })
        const rolled = Effect.forEach(Array.from({ length: 40 }), () => advance)
        yield* Effect.all([booked, observed, rolled, rolled], { concurrency: "unbounded" })
        yield* agree(event)
        assert.strictEqual(yield* rolledUp, 0n)
        yield* agree(event)
        const kept = yield* sql<{ type: string }>`select account.type from account_rollup rolled
          join account on account.event_id = rolled.event_id and account.id = rolled.account_id where type = 'private'`
        assert.deepStrictEqual(kept, [])
      }))

    it.effect("starts anew in a database that was copied from another server", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { accounts, event } = yield* newEvent
        const book = sql`insert into posting
          (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at)
          values (${event}, 1, ${accounts[0]!}, ${accounts[1]!}, 100, 0, now())`
        yield* book
        yield* advance
        // On the other server, transactions had far higher numbers.
        yield* sql`update rollup_cursor set up_to = up_to + 1000000000`
        yield* book
        yield* agree(event)
        yield* advance
        yield* book
        yield* agree(event)
        yield* advance
        yield* agree(event)
      }))
  }
)
