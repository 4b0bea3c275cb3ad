import { assert, layer } from "@effect/vitest"
import { dayOf, Reconciliations } from "@wristbank/core/card/Reconciliations"
import * as Database from "@wristbank/core/sql/Database"
import { DateTime, Effect, Layer, Logger, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { everyService } from "../../support/administration.ts"
import { sharedConfiguration } from "../../support/cardProvider.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { begun, checked, payer, pays, shop } from "../../support/FestivalCheckouts.ts"
import { cents, paymentStateOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { beginningAt, charged, noonZone, today, toldTopUp, withNoon } from "../../support/FestivalReconciliations.ts"
import { secretsLayer } from "../../support/secrets.ts"
import { counted, tell } from "../../support/Torture.ts"

/** The process is killed at every fifth statement, including the last; with 1 at every statement. */
const stride = Number(process.env.CARD_CUT_STRIDE ?? 10)

/** The services of another process, which reaches the database through the proxy. */
const elsewhere = Effect.gen(function*() {
  const { url } = yield* DatabaseProxy
  const services = everyService.pipe(
    Layer.provideMerge(
      Layer.mergeAll(Database.layer({ url }), secretsLayer, sharedConfiguration)
    ),
    Layer.provideMerge(Logger.layer([]))
  )
  return yield* Layer.buildWithMemoMap(services, Layer.makeMemoMapUnsafe(), yield* Scope.Scope)
})

/** A day with a payment that is not booked, one that was returned, an order without payment, and a matching pair. */
const eventful = Effect.gen(function*() {
  const guest = yield* payer()
  const { uuid: returned } = yield* begun(guest, 10)
  yield* pays(returned)
  assert.strictEqual(yield* checked(guest, returned), "PAID")
  ;(yield* shop).giveBack(returned, "CHARGE_BACK", yield* DateTime.now, cents(4))
  const { uuid: late } = yield* begun(guest, 20)
  yield* pays(late)
  yield* charged(yield* toldTopUp, 700n)
  yield* charged(randomUUID(), 300n)
  return { late, returned, unpaid: yield* toldTopUp }
})

/** All results that a comparison stores. */
const outcome = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [report, ...more] = yield* sql`
    select status, problem, transactions, orders, matched, differences, unresolved, paid, booked, returned
    from reconciliation`
  const differences = yield* sql`select kind, order_uuid, transaction_id, resolved
    from reconciliation_difference order by kind, order_uuid, transaction_id`
  const payments = yield* sql`select uuid, problem, next_check is not null as due from card_payment order by uuid`
  const told = yield* sql`select content from audit_log where log_type = 'card_payment_reversed'
    and id > (select max(id) from audit_log where log_type = 'marked')`
  return { report, more, differences, payments, told }
})

layer(Layer.provideMerge(DatabaseProxy.layer, withNoon), { excludeTestServices: true })(
  "a comparison that loses its process",
  (it) => {
    it.effect(
      "at whichever statement is made up for by the next, with all its consequences and each once",
      () =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const proxy = yield* DatabaseProxy
          const { late, returned, unpaid } = yield* eventful
          const { to } = dayOf(yield* today, noonZone)
          const sweepAt = (minutes: number) =>
            beginningAt(DateTime.add(to, { minutes }), Effect.exit(Reconciliations.use(({ sweep }) => sweep())))
          const cutOff = (place: number) =>
            Effect.gen(function*() {
              const other = yield* elsewhere
              yield* proxy.after(place, () => Effect.runSync(proxy.cut))
              return yield* proxy.counted(Effect.provideContext(sweepAt(61), other))
            }).pipe(Effect.ensuring(proxy.heal), Effect.scoped)
          const afresh = Effect.gen(function*() {
            yield* sql`delete from reconciliation_difference`
            yield* sql`delete from reconciliation`
            yield* sql`update card_payment set problem = null, next_check = null where settled_at is null`
            yield* sql`insert into audit_log (node_id, log_type, content) values (0, 'marked', '{"by": "wristbank"}')`
          })
          yield* afresh
          const { answer, roundTrips } = yield* cutOff(Infinity)
          assert.isTrue(answer._tag === "Success")
          const undisturbed = yield* outcome
          assert.deepInclude(undisturbed.report, { status: "done", matched: 2, differences: 4, unresolved: 4 })
          assert.includeMembers(undisturbed.differences.map(({ order_uuid }) => order_uuid), [late, returned, unpaid])
          assert.lengthOf(undisturbed.told, 1)
          let cuts = 0
          for (let place = roundTrips; place > 0; place -= stride) {
            cuts++
            yield* afresh
            yield* cutOff(place)
            // The next process finds the lease of the day expired: its holder sent no heartbeat for a minute.
            yield* sweepAt(63)
            assert.deepStrictEqual(yield* outcome, undisturbed, `at ${place} of ${roundTrips}`)
          }
          // The inquiry became due while the clocks were ahead.
          yield* sweepAfter(60_000)
          assert.strictEqual(yield* paymentStateOf(late), "booked verified")
          yield* sound
          tell(`${counted(cuts, "reconciliation")} cut off at one of their statements, each made up for`)
        }).pipe(Effect.scoped)
    )
  }
)
