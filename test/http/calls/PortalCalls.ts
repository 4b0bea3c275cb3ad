import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { Effect } from "effect"
import { Festival, sale } from "../../support/Festival.ts"
import { begun, onTheWeb, type Payer } from "../../support/FestivalCheckouts.ts"
import { bankData, FestivalPortal } from "../../support/FestivalPortal.ts"
import { caller, done, listOf } from "../../support/FestivalServer.ts"
import { callsOf, type Described } from "../hostile/Requests.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** Every call of the customer API, by method and path. */
export const everyPortalCall: ReadonlyMap<string, Described> = new Map(
  callsOf(CustomerApi).map((call) => [`${call.method} ${call.path}`, call])
)

const logo = Buffer.from("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"/></svg>").toString("base64")

/** A valid call for each call of the customer API, for this guest. */
export const portalCalls = Effect.fnUntraced(function*(by: Payer) {
  const festival = yield* Festival
  const portal = yield* FestivalPortal
  const { admin, bar, event, press } = festival
  const everything = Effect.map(portal.configure(onTheWeb), () => undefined)
  const checkout = Effect.andThen(everything, Effect.provideService(begun(by, 1), FestivalPortal, portal))
  const sold = Effect.map(
    Effect.suspend(() => bar.post("/order/book-sale", sale([press("beerOnly")], by.guest))),
    (answer) => ({ path: { order_uuid: done(answer).body.uuid } })
  )
  const design = `/tree/events/${event}/event-design`
  const blob = admin("POST", `${design}/bon-logo`, { data: logo, mime_type: "image/svg+xml" }).pipe(
    Effect.andThen(admin("GET", design)),
    Effect.map((answer) => ({ path: { blob_id: done(answer).body.bon_logo_blob_id } }))
  )
  /** Another session of the guest, which is their newest. */
  const twice = Effect.gen(function*() {
    const { body } = done(
      yield* caller(portal.address, null)("POST", "/auth/login", { pin: by.guest.pin, node_id: event })
    )
    const token = String(body.access_token)
    const [session] = listOf(yield* caller(portal.address, token)("GET", "/sessions"))
    return { token, session_id: session!.id }
  })
  /** A session of a guest who has not blocked their wristband yet. */
  const worn = Effect.gen(function*() {
    const { pin } = yield* festival.guest({ balance: 0 })
    const { body } = done(yield* caller(portal.address, null)("POST", "/auth/login", { pin, node_id: event }))
    return { token: String(body.access_token) }
  })
  const calls: ValidCalls = {
    "GET /health": always(),
    "GET /health/ready": always(),
    "POST /auth/login": always({ body: { pin: by.guest.pin, node_id: event }, audit: "customer_signed_in" }),
    "POST /auth/logout": always(),
    "GET /customer": always(),
    "GET /sessions": always(),
    "DELETE /sessions": about(twice, ({ token }) => ({ token, audit: "customer_sessions_revoked" })),
    "DELETE /sessions/{session_id}": about(twice, ({ session_id }) => ({
      path: { session_id },
      audit: "customer_session_revoked"
    })),
    "GET /orders_with_bon": always(),
    "POST /customer_info": about(everything, () => ({ body: bankData, audit: "customer_bank_data_changed" })),
    "POST /customer_all_donation": about(everything, () => ({ audit: "customer_bank_data_changed" })),
    "POST /tag/block": about(worn, ({ token }) => ({ token, audit: "customer_tag_blocked" })),
    "GET /payout_info": always(),
    "GET /get_payout_transactions": always(),
    "GET /sumup/open-checkouts": about(everything, () => ({})),
    "POST /sumup/create-checkout": about(everything, () => ({ body: { amount: 1 } })),
    "POST /sumup/check-checkout": about(checkout, ({ uuid }) => ({ body: { order_uuid: uuid } })),
    "POST /sumup/cancel-checkout": about(checkout, ({ uuid }) => ({
      body: { order_uuid: uuid },
      audit: "pending_order_cancelled"
    })),
    "GET /config": about(everything, () => ({ query: { base_url: "https://portal.example/" } })),
    "GET /bon/{order_uuid}": sold,
    "GET /bon/{order_uuid}/html": sold,
    "GET /bon/{order_uuid}/pdf": sold,
    "GET /blob/{blob_id}": blob
  }
  return calls
})
