import type { Secrets } from "@wristbank/core/organisation/Secrets"
import type { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { connect } from "../../support/FestivalPresale.ts"
import { done } from "../../support/FestivalServer.ts"
import { imported, orderOf, withCredit } from "../../support/FestivalShop.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** The id of a case that no one has decided. */
export const openCase = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const code = randomUUID()
  const [, credit] = withCredit(5)
  yield* imported(orderOf(code, [withCredit(0)[0], withCredit(0)[0], { ...credit, addonTo: null }]))
  const [found] = yield* Effect.orDie(sql<{ id: bigint }>`select id from presale_case where order_code = ${code}`)
  return Number(found!.id)
})

/** The id of a ticket whose check-in the shop refused. */
export const stoppedCheckIn = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const code = randomUUID()
  yield* imported(orderOf(code, [withCredit(0)[0]]))
  const [ticket] = yield* Effect.orDie(sql<{ id: bigint }>`
    update ticket_voucher set redeemed_at = now(), order_uuid = gen_random_uuid(), check_in_stopped_at = now(),
      check_in_problem = '{"en": "It says rules", "de": "Er sagt rules"}'
    where external_reference = ${code} returning id`)
  return Number(ticket!.id)
})

const webhook = { webhook_type: "pretix" }

/** The tickets of the presale, and their import from a shop that stands in for pretix. */
export const presaleCalls = Effect.gen(function*() {
  const { event, office } = yield* Festival
  const shop = yield* Layer.build(FakePretix.layer)
  const context = yield* Effect.context<Festival | PresaleImports | Secrets | SqlClient.SqlClient>()
  const here = Effect.provide(context)
  const connected = Effect.orDie(Effect.provide(here(connect(BigInt(event))), shop))
  const { book, url } = yield* Effect.provide(FakePretix, shop)
  const entry = { organizer: book.organizer, event: book.event, apiKey: book.key, url }
  const token = Effect.map(
    office("POST", `/tree/events/${event}/generate-webhook-url`, webhook),
    (answer) => new URL(String(done(answer).body.webhook_url), "http://localhost").searchParams.get("token")!
  )
  const calls: ValidCalls = {
    "GET /tickets/external-tickets": always(),
    "GET /tickets/stats/presale": always(),
    "GET /presale/status": always(),
    "POST /presale/read": always({ body: { everything: true }, audit: "presale_reading_requested" }),
    "GET /presale/cases": always(),
    "POST /presale/cases/{case_id}/settle": about(here(openCase), (case_id) => ({
      path: { case_id },
      body: { comment: "Paid back" },
      audit: "presale_case_settled"
    })),
    "GET /presale/broken-orders": always(),
    "GET /presale/stopped-check-ins": always(),
    "POST /presale/stopped-check-ins/{ticket_voucher_id}/retry": about(here(stoppedCheckIn), (ticket_voucher_id) => ({
      path: { ticket_voucher_id },
      audit: "presale_check_in_retried"
    })),
    "POST /tree/events/{node_id}/check-pretix-connection": about(connected, () => ({})),
    "POST /tree/events/{node_id}/fetch-pretix-products": always({ body: entry }),
    "POST /tree/events/{node_id}/fetch-pretix-check-in-lists": always({ body: entry }),
    "POST /tree/events/{node_id}/generate-webhook-url": always({ body: webhook, audit: "presale_webhook_renewed" }),
    "POST /tree/events/{node_id}/revoke-webhook-url": about(token, () => ({
      body: webhook,
      audit: "presale_webhook_revoked"
    })),
    "POST /webhooks/hook": about(token, (made) => ({ query: { token: made }, body: { notification_id: 1 } }))
  }
  return calls
})
