import type { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { cents, provider } from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"
import { about, type ValidCalls } from "./ValidCall.ts"

/** The id of a checkout of the festival. */
export const checkoutThere = Effect.gen(function*() {
  yield* takeCards
  const { shop } = yield* provider
  const wanted = {
    checkout_reference: randomUUID(),
    amount: cents(5),
    currency: "EUR",
    description: "Harbour top-up",
    merchant_code: "MFESTIVAL",
    valid_until: null
  }
  return shop.create(wanted, yield* DateTime.now)!.id
})

/** The id of a reconciliation report of the festival. */
export const reportOfDay = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const [report] = yield* Effect.orDie(sql<{ id: bigint }>`
    insert into reconciliation (event_id, day, status, started_at, finished_at)
    values (${event}, '2026-07-01', 'done', now(), now()) returning id`)
  return Number(report!.id)
})

/** The uuid of an order that was booked on the terminal's report. */
export const unverifiedSale = Effect.gen(function*() {
  const { bar, press } = yield* Festival
  const request = sale([press("beer")], null, { payment_method: "sumup" })
  done(yield* bar.post("/order/book-sale", request))
  return request.uuid
})

const redirect_uri = "https://office.example/sumup"

/** The state that an administrator must send back. */
const begun = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  yield* takeCards
  const { body } = done(yield* admin("POST", `/tree/nodes/${event}/begin-sumup-authorization`, { redirect_uri }))
  return String(body.state)
})

/** The provider's payments, and payments that operators decide on. */
export const sumUpCalls = Effect.gen(function*() {
  const context = yield* Effect.context<FakeSumUp | Festival | SqlClient.SqlClient>()
  const here = Effect.provide(context)
  const list = about(here(takeCards), () => ({}))
  const calls: ValidCalls = {
    "GET /sumup/checkouts": list,
    "GET /sumup/transactions": list,
    "GET /sumup/checkouts/{checkout_id}": about(here(checkoutThere), (checkout_id) => ({ path: { checkout_id } })),
    "GET /sumup/reconciliations": about(here(reportOfDay), () => ({})),
    "GET /sumup/reconciliations/{reconciliation_id}": about(here(reportOfDay), (reconciliation_id) => ({
      path: { reconciliation_id }
    })),
    "GET /sumup/unverified-payments": about(here(unverifiedSale), () => ({})),
    "POST /sumup/unverified-payments/{order_uuid}/settle": about(here(unverifiedSale), (order_uuid) => ({
      path: { order_uuid },
      body: { kind: "acknowledge", reason: "seen at the provider" },
      audit: "card_payment_settled"
    })),
    "POST /tree/nodes/{node_id}/begin-sumup-authorization": about(here(takeCards), () => ({
      body: { redirect_uri },
      audit: "card_authorisation_begun"
    })),
    "POST /tree/nodes/{node_id}/configure-sumup-token": about(here(begun), (state) => ({
      body: { authorization_code: "given", state },
      audit: "card_token_set"
    }))
  }
  return calls
})
