import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { broken, diagnose, diagnosedAfter } from "../../core/journal/Diagnosed.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { iban, payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

const sound = Effect.map(diagnose(), (diagnosis) => assert.strictEqual(diagnosis.count, 0, JSON.stringify(diagnosis)))

layer(Festival.layer, { excludeTestServices: true })("the money of payout runs", (it) => {
  it.effect("the doctor sees a reserve that is not what payouts say, and payouts that are not as their run", () =>
    Effect.gen(function*() {
      const { created: made, payee } = yield* payoutOffice
      yield* payee(10)
      const { id, revoke } = yield* made()
      const changed = yield* diagnosedAfter((sql) =>
        sql`update payout set amount = amount + 1 where payout_run_id = ${id}`
      )
      assert.deepStrictEqual(broken(changed), ["payout-reserve", "payout-runs"])
      const ended = yield* diagnosedAfter((sql) =>
        sql`update payout_run set status = 'done', ended_at = now(), ended_by = created_by where id = ${id}`
      )
      assert.deepStrictEqual(broken(ended), ["payout-runs"])
      for (const column of ["customer_account_id", "payout_run_id", "reserving_posting_id"]) {
        const astray = yield* diagnosedAfter((sql) =>
          sql`update payout set ${sql(column)} = 999999 where payout_run_id = ${id}`
        )
        assert.deepStrictEqual(broken(astray), ["payout-runs"])
      }
      done(yield* revoke)
    }))

  it.effect("an event with an open run can't be archived", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const { created: made, payee } = yield* payoutOffice
      const open = Effect.map(admin("POST", `/tree/nodes/${event}/archive-node`), (answer) => {
        assert.strictEqual(answer.body.id, "NodeInUse")
        const reasons = answer.body.reasons as ReadonlyArray<Body>
        return reasons.find(({ kind }) => kind === "open_payout_runs")?.count ?? 0
      })
      const before = yield* open
      yield* payee(10)
      const { revoke } = yield* made()
      assert.strictEqual(yield* open, Number(before) + 1)
      done(yield* revoke)
      assert.strictEqual(yield* open, before)
    }))

  it.effect("two who press at once make each payout once", () =>
    Effect.gen(function*() {
      const { holdings } = yield* Festival
      const { create, created: made, payee } = yield* payoutOffice
      yield* Effect.forEach([10, 20, 30], (balance) => payee(balance))
      const runs = yield* Effect.all(Array.from({ length: 4 }, () => create()), { concurrency: "unbounded" })
      assert.deepStrictEqual(runs.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
      const [open] = runs.filter(({ status }) => status === 200)
      const before = yield* holdings
      yield* payee(5)
      const other = yield* made()
      const endings = yield* Effect.all([other.done, other.revoke, other.done, other.revoke], {
        concurrency: "unbounded"
      })
      assert.lengthOf(endings.filter(({ status }) => status === 200), 1)
      assert.isAtLeast(Number(open!.body.n_payouts), 3)
      assert.isAbove(before.payout_reserve ?? 0, 0)
      yield* sound
    }))

  it.effect("a sale at the same moment comes before the run or finds the money gone", () =>
    Effect.gen(function*() {
      const { bar, holdings, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { create, payee, run } = yield* payoutOffice
      const guests = yield* Effect.forEach(Array.from({ length: 8 }, () => 9), (balance) => payee(balance))
      const before = (yield* holdings).sale_exit ?? 0
      const [made, ...sales] = yield* Effect.all([
        create(),
        ...guests.map((guest) => bar.post("/order/book-sale", sale([press("food")], guest)))
      ], { concurrency: "unbounded" })
      const sold = sales.filter(({ status }) => status === 200).length
      assert.isTrue(sales.every(({ status, text }) => status === 200 || text.includes("NotEnoughFunds")))
      assert.strictEqual(((yield* holdings).sale_exit ?? 0) - before, sold * 4)
      const payouts = yield* run(done(made!).body.id).payouts
      const [left] = yield* sql<{ held: bigint }>`select sum(balance)::bigint as held from account
        where id = any(${guests.map(({ accountId }) => accountId)})`
      const mine = payouts.filter(({ customer_account_id }) =>
        guests.some(({ accountId }) => accountId === customer_account_id)
      )
      const reserved = mine.reduce((sum, { amount }) => sum + Number(amount), 0)
      assert.strictEqual(Number(left!.held) / 100 + reserved + sold * 4, 72)
      yield* sound
    }))

  it.effect("a run whose bank file is being made is not revoked without force", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { created: made, payee } = yield* payoutOffice
      yield* payee(10)
      const run = yield* made()
      const waiting = sql<{ count: number }>`with first as (
          select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
        )
        select count(*)::integer as count from (
          select pid from first
          union
          select lock.pid from pg_locks lock join first on first.pid = any(pg_blocking_pids(lock.pid))
          where not lock.granted
        ) as all_of_them`
      const [ordering, revoking] = yield* Effect.gen(function*() {
        yield* sql`lock table payout_file in share mode`
        const ordered = yield* Effect.forkDetach(run.sepa(tomorrow))
        yield* Effect.repeat(waiting, { until: ([row]) => row!.count === 1, schedule: Schedule.spaced("5 millis") })
        const revoked = yield* Effect.forkDetach(run.revoke)
        yield* Effect.repeat(waiting, {
          until: ([row]) => row!.count === 2 || revoked.pollUnsafe() !== undefined,
          schedule: Schedule.spaced("5 millis")
        })
        return [ordered, revoked] as const
      }).pipe(sql.withTransaction)
      assert.include(done(yield* Fiber.join(ordering)).text, "pain.001")
      yield* refused(Fiber.join(revoking), "PayoutRunExported", { payout_run_id: run.id })
      done(yield* run.force)
      yield* sound
    }))

  it.effect("what a guest changes while a run is waiting for them counts, their bank account above all", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { create, payee, run } = yield* payoutOffice
      const [early, late, gone] = [
        yield* payee(10, { account_name: "Early" }),
        yield* payee(20, { account_name: "Late" }),
        yield* payee(30, { account_name: "Gone" })
      ]
      const moved = "DE02120300000000202051"
      const waits = sql<{ waits: boolean }>`select exists (
        select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
      ) as waits`
      const creating = yield* Effect.gen(function*() {
        yield* sql`update customer set iban = ${moved}, donation = 300 where account_id = ${late.accountId}`
        yield* sql`update customer set payout_export = false where account_id = ${gone.accountId}`
        const begun = yield* Effect.forkDetach(create())
        yield* Effect.repeat(waits, {
          until: ([row]) => row!.waits,
          schedule: Schedule.spaced("5 millis")
        })
        return begun
      }).pipe(sql.withTransaction)
      const { id, n_payouts } = done(yield* Fiber.join(creating)).body
      assert.strictEqual(n_payouts, 2)
      const payouts = yield* run(id).payouts
      assert.deepStrictEqual(
        payouts.map((
          { account_name, amount, customer_account_id, donation, iban: to }
        ) => [account_name, customer_account_id, to, amount, donation]),
        [["Early", early.accountId, iban, 10, 0], ["Late", late.accountId, moved, 17, 3]]
      )
      done(yield* run(id).revoke)
      yield* sound
    }))
})
