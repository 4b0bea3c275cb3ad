import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { done, listOf } from "../../support/FestivalServer.ts"
import { newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** Accounts and their holders. */
const accounts = Effect.gen(function*() {
  const { guest, tills } = yield* Festival
  const visitor = yield* guest({ vouchers: 3 })
  const account = { path: { account_id: visitor.accountId } }
  const customer = { path: { customer_id: visitor.accountId } }
  const search = { body: { search_term: visitor.uid.toString(16) } }
  const payouts = { ...customer, audit: "customer_payout_prevention_changed" }
  let balance = 10
  const calls: ValidCalls = {
    "GET /system-accounts": always(),
    "GET /money-overview": always(),
    "POST /accounts/find-accounts": always(search),
    "GET /accounts": always(),
    "GET /accounts/{account_id}/transactions": always({ path: { account_id: visitor.accountId } }),
    "GET /accounts/{account_id}": always(account),
    "POST /accounts/{account_id}/disable": about(guest({ balance: 0 }), ({ accountId }) => ({
      path: { account_id: accountId },
      audit: "account_disabled"
    })),
    "POST /accounts/{account_id}/update-balance": Effect.sync(() => ({
      ...account,
      body: { new_balance: ++balance },
      audit: "account_balance_corrected"
    })),
    "POST /accounts/{account_id}/update-voucher-amount": Effect.sync(() => ({
      ...account,
      body: { new_voucher_amount: ++balance },
      audit: "account_vouchers_corrected"
    })),
    "POST /accounts/{account_id}/update-comment": Effect.sync(() => ({
      ...account,
      body: { comment: newName() },
      audit: "account_comment_updated"
    })),
    "POST /customers/find-customers": always(search),
    "GET /customers": always(),
    "GET /customers/{customer_id}": always(customer),
    "GET /customers/{customer_id}/history": always(customer),
    "POST /customers/{customer_id}/switch-tag": Effect.map(
      Effect.all([guest({ balance: 0 }), tills.tag()]),
      ([{ accountId }, { pin, uid }]) => ({
        path: { customer_id: accountId },
        body: { new_user_tag_pin: pin, new_user_tag_uid: uid, comment: "torn" },
        audit: "account_user_tag_changed"
      })
    ),
    "POST /customers/switch-tag": Effect.map(
      Effect.all([guest({ balance: 0 }), tills.tag()]),
      ([{ pin: old_user_tag_pin }, { pin }]) => ({
        body: { old_user_tag_pin, new_user_tag_pin: pin, comment: "torn" },
        audit: "account_user_tag_changed"
      })
    ),
    "GET /customers-with-blocked-payout": always(),
    "POST /customers/{customer_id}/prevent-payout": always(payouts),
    "POST /customers/{customer_id}/allow-payout": always(payouts)
  }
  return calls
})

/** Orders. */
const orders = Effect.gen(function*() {
  const { bar, guest, office, press, products } = yield* Festival
  const visitor = yield* guest()
  const booked = done(yield* office("GET", `/till-registers/${bar.registerId}/transactions`)).body
  const transactions = booked.ids as ReadonlyArray<number>
  const order = Effect.suspend(() => bar.post("/order/book-sale", sale([press("beerOnly")], visitor))).pipe(
    Effect.map((answer) => Number(done(answer).body.id))
  )
  const one = about(order, (order_id) => ({ path: { order_id } }))
  const calls: ValidCalls = {
    "GET /orders": always({ query: { customer_account_id: String(visitor.accountId) } }),
    "GET /orders/by-till/{till_id}": always({ path: { till_id: bar.id } }),
    "GET /orders/{order_id}": one,
    "GET /orders/{order_id}/bon": one,
    "DELETE /orders/{order_id}": about(order, (order_id) => ({ path: { order_id }, audit: "order_cancelled" })),
    "POST /orders/{order_id}/edit": about(order, (order_id) => ({
      path: { order_id },
      audit: "order_edited",
      body: {
        uuid: randomUUID(),
        used_vouchers: null,
        products: [{ product_id: products.food, quantity: 1, price: null }]
      }
    })),
    "GET /transactions/{transaction_id}": always({ path: { transaction_id: transactions[0] } })
  }
  return calls
})

/** Payout runs. */
const payoutRuns = Effect.gen(function*() {
  const { created, enable, exported, payee } = yield* payoutOffice
  const { office } = yield* Festival
  // Other calls replace the event's settings.
  const candidate = Effect.andThen(enable, Effect.suspend(() => payee(5)))
  const run = Effect.andThen(candidate, created())
  const one = (audit: string) => about(run, ({ id }) => ({ path: { payout_run_id: id }, audit }))
  const first = yield* run
  const ordered = yield* run
  done(yield* ordered.sepa(tomorrow))
  const returnable = run.pipe(
    Effect.tap(({ id }) => exported(id)),
    Effect.flatMap(({ id, payouts }) =>
      Effect.map(payouts, ([payout]) => ({ payout_run_id: id, payout_id: payout!.id }))
    )
  )
  const calls: ValidCalls = {
    "GET /payouts/": always(),
    "POST /payouts/": about(candidate, () => ({
      body: { max_payout_sum: 1000, max_num_payouts: 10 },
      audit: "payout_run_created"
    })),
    "GET /payouts/pending-payout-detail": always(),
    "POST /payouts/preview": about(candidate, () => ({ body: { max_payout_sum: 1000, max_num_payouts: 10 } })),
    "GET /payouts/left-out": always(),
    "GET /payouts/{payout_run_id}/files": always({ path: { payout_run_id: ordered.id } }),
    "GET /payouts/{payout_run_id}/files/{file_id}": about(
      Effect.map(office("GET", `/payouts/${ordered.id}/files`), listOf),
      ([file]) => ({ path: { payout_run_id: ordered.id, file_id: file!.id } })
    ),
    "GET /payouts/{payout_run_id}/payouts": always({ path: { payout_run_id: first.id } }),
    "POST /payouts/{payout_run_id}/payouts/{payout_id}/return": about(returnable, (path) => ({
      path,
      body: { reason: "closed account" },
      audit: "payout_returned"
    })),
    "POST /payouts/{payout_run_id}/csv": always({
      path: { payout_run_id: first.id },
      audit: "payout_run_exported"
    }),
    "POST /payouts/{payout_run_id}/sepa_xml": about(run, ({ id }) => ({
      path: { payout_run_id: id },
      body: { execution_date: tomorrow },
      audit: "payout_run_exported"
    })),
    "POST /payouts/{payout_run_id}/previous_sepa_xml": always({ path: { payout_run_id: ordered.id } }),
    "POST /payouts/{payout_run_id}/set-as-done": one("payout_run_marked_done"),
    "POST /payouts/{payout_run_id}/revoke": one("payout_run_revoked")
  }
  return calls
})

/** Statistics. */
const statistics = Effect.gen(function*() {
  const { configure } = yield* Festival
  const days = { start_date: "2026-07-01T00:00:00Z", end_date: "2026-07-08T00:00:00Z", daily_end_time: "06:00" }
  const overall = Effect.as(configure(days), {})
  const calls: ValidCalls = {
    "GET /find": always({ query: { q: "beer" } }),
    "GET /now": always(),
    "GET /stats/entries": overall,
    "GET /stats/free-tickets": overall,
    "GET /stats/held-prices": overall,
    "GET /stats/pay-outs": overall,
    "GET /stats/payment-methods": overall,
    "GET /stats/products": overall,
    "GET /stats/takings": Effect.map(overall, () => ({ query: { by: "hour" } })),
    "GET /stats/top-ups": overall,
    "GET /stats/vouchers": overall
  }
  return calls
})

export const moneyCalls = Effect.map(
  Effect.all([accounts, orders, payoutRuns, statistics]),
  (all): ValidCalls => Object.assign({}, ...all)
)
