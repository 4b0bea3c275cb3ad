import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { begun, orderOf, payer, pays, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { refused } from "../../support/FestivalLedger.ts"
import {
  cents,
  paymentStateOf,
  provider,
  registered,
  shownOf,
  sound,
  sweepAfter
} from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"
import { settle } from "../../support/FestivalSettlements.ts"

const disable = (accountId: number | bigint) =>
  Effect.flatMap(Festival, ({ office }) => office("POST", `/accounts/${accountId}/disable`))

/** The balance of an account in major units. */
const balanceOf = Effect.fnUntraced(function*(accountId: number | bigint) {
  const { office } = yield* Festival
  return done(yield* office("GET", `/accounts/${accountId}`)).body.balance
})

const problem = "Paid, but it can't be booked: the account was disabled before the money came"

layer(withCheckouts, { excludeTestServices: true })(
  "an account that is disabled while a card payment is under way",
  (it) => {
    it.effect("gets none of it: the payment is held for an operator, who gives it up or books it", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        for (const kind of ["dismiss", "book"] as const) {
          const by = yield* payer(5)
          const { accountId } = by.guest
          const { uuid } = yield* begun(by, 20)
          done(yield* disable(accountId))
          const [entry] = yield* sql<{ pending: string }>`select content->>'pending_payments' as pending from audit_log
          where log_type = 'account_disabled' order by id desc limit 1`
          assert.strictEqual(entry?.pending, "1")
          assert.isTrue(yield* pays(uuid))
          // The state stays when the provider is asked again.
          for (const seconds of [30, 3_000]) {
            yield* sweepAfter(seconds)
            assert.strictEqual(yield* paymentStateOf(uuid), "pending verified")
            assert.strictEqual((yield* shownOf(uuid))?.problem, problem)
            assert.isUndefined(yield* orderOf(uuid))
          }
          assert.strictEqual(yield* balanceOf(accountId), 5)
          yield* settle(uuid, kind, "the operator decides")
          assert.isUndefined(yield* shownOf(uuid))
          assert.strictEqual(yield* balanceOf(accountId), kind === "book" ? 25 : 5)
        }
        yield* sound
      }))

    it.effect("keeps what was booked before, and what is never paid ends by itself", () =>
      Effect.gen(function*() {
        const by = yield* payer(5)
        const { uuid } = yield* begun(by, 20)
        done(yield* disable(by.guest.accountId))
        yield* sweepAfter(100_000)
        yield* sweepAfter(200_000)
        assert.isUndefined(yield* shownOf(uuid))
        assert.match(yield* paymentStateOf(uuid), /^cancelled/)
        assert.strictEqual(yield* balanceOf(by.guest.accountId), 5)
      }))

    it.effect("refuses what a till reports as paid, and the provider's word makes it a case", () =>
      Effect.gen(function*() {
        const { bar } = yield* Festival
        const { payer: guest, request, uuid } = yield* registered(7, 5)
        done(yield* disable(guest.accountId))
        yield* refused(bar.post("/order/book-topup", request), "order.unbookable_account_disabled")
        assert.strictEqual(yield* balanceOf(guest.accountId), 5)
        ;(yield* provider).answer(uuid, Fake.paid(cents(7)))
        yield* sweepAfter(30)
        assert.strictEqual((yield* shownOf(uuid))?.problem, problem)
        assert.strictEqual(yield* balanceOf(guest.accountId), 5)
        yield* sound
      }))
  }
)
