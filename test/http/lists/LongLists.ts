import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { administrator } from "../../support/administration.ts"
import { Festival, type Guest, sale, topUp } from "../../support/Festival.ts"
import { cents, provider } from "../../support/FestivalPayments.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { charged, reconciled, takeCardsAtNoon, toldTopUp } from "../../support/FestivalReconciliations.ts"
import { type Body, caller, done, listOf } from "../../support/FestivalServer.ts"
import { imported, orderOf, withCredit } from "../../support/FestivalShop.ts"
import { failedMail } from "../calls/OfficeMailCalls.ts"
import { openCase, stoppedCheckIn } from "../calls/OfficePresaleCalls.ts"
import { unverifiedSale } from "../calls/OfficeSumUpCalls.ts"

/** A call of a long list, with its path below the address of its API. */
interface ListCall {
  readonly path: string
  readonly body?: Body
}

/** The API of a list, with a token that may read it. */
export interface ListApi {
  readonly address: string
  readonly token: string
  readonly calls: { readonly [call: string]: ListCall }
}

/** Three entries in each list of the guests and the bar's cashier. */
const booked = Effect.fnUntraced(function*(guests: ReadonlyArray<Guest>) {
  const { bar, guest, office, press } = yield* Festival
  for (const { accountId } of guests) {
    done(yield* office("POST", `/accounts/${accountId}/update-comment`, { comment: "Q" }))
    done(yield* office("POST", `/customers/${accountId}/prevent-payout`))
  }
  for (let n = 1; n <= 2; n++) {
    done(yield* bar.post("/order/book-sale", sale([press("beer")], guests[0]!)))
    done(yield* bar.post("/order/book-topup", topUp(guests[0]!, 5)))
  }
  const sql = yield* SqlClient.SqlClient
  for (let n = 1; n <= 3; n++) {
    const { accountId } = yield* guest({ balance: 5 })
    yield* sql`update customer set has_entered_info = true where account_id = ${accountId}`
  }
  const [secret] = listOf(yield* office("GET", "/user-tag-secrets"))
  done(yield* office("POST", "/user-tags", ["Q1", "Q2", "Q3"].map((pin) => ({ pin, secret_id: secret!.id }))))
})

/** Three checkouts, payments and differences at the card provider, and three reports; returns the id of one report. */
const compared = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const { shop } = yield* provider
  const now = yield* DateTime.now
  for (let n = 1; n <= 3; n++) {
    const wanted = { amount: cents(5), currency: "EUR", description: "", merchant_code: "M", valid_until: null }
    shop.create({ ...wanted, checkout_reference: randomUUID() }, now)
    yield* charged(null, BigInt(n * 100))
    yield* toldTopUp
  }
  const { id } = yield* reconciled
  yield* sql`insert into reconciliation (event_id, day, status, started_at, finished_at)
    select ${event}, day, 'done', now(), now() from unnest(array['2026-07-01', '2026-07-02']::date[]) as day`
  return id
})

/** Three mails and three card payments that need a decision, all of the same moment. */
const leftOver = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.all([failedMail, failedMail, failedMail])
  yield* Effect.all([unverifiedSale, unverifiedSale, unverifiedSale])
  yield* sql`update mail set created_at = '2026-07-01 12:00Z'`
  yield* sql`update card_payment set created_at = '2026-07-01 12:00Z' where problem is not null or status = 'booked'`
})

/** Three tickets of the presale, and three of what operators have to look at. */
const presold = Effect.gen(function*() {
  yield* imported(orderOf("LONG", [...withCredit(1), ...withCredit(2), ...withCredit(0)]))
  yield* Effect.all([openCase, openCase, openCase, stoppedCheckIn, stoppedCheckIn, stoppedCheckIn])
  for (const code of ["L-0", "L-1", "L-2", "L-3"]) {
    yield* imported(orderOf(code, [withCredit(0, { secret: "one code for all" })[0]]))
  }
})

/** Every call with a limit, by API, each for a list with at least three entries. */
export const longLists = Effect.gen(function*() {
  const { address, bar, event, guest } = yield* Festival
  const portal = yield* FestivalPortal
  const guests = [yield* guest(), yield* guest(), yield* guest()] as const
  yield* takeCardsAtNoon
  yield* booked(guests)
  const report = yield* compared
  yield* leftOver
  yield* presold
  const search = { search_term: "q" }
  const at = `?node_id=${event}`
  const office: ListApi["calls"] = {
    "GET /system-accounts": { path: `/system-accounts${at}` },
    "GET /mails/": { path: `/mails/${at}` },
    "GET /cashiers/{cashier_id}/shift-stats": { path: `/cashiers/${bar.cashier.id}/shift-stats${at}` },
    "GET /accounts": { path: `/accounts${at}` },
    "GET /accounts/{account_id}/transactions": { path: `/accounts/${guests[0].accountId}/transactions${at}` },
    "GET /customers": { path: `/customers${at}` },
    "GET /tickets/external-tickets": { path: `/tickets/external-tickets${at}` },
    "GET /presale/cases": { path: `/presale/cases${at}` },
    "GET /presale/broken-orders": { path: `/presale/broken-orders${at}` },
    "GET /presale/stopped-check-ins": { path: `/presale/stopped-check-ins${at}` },
    "GET /user-tags": { path: `/user-tags${at}` },
    "POST /accounts/find-accounts": { path: `/accounts/find-accounts${at}`, body: search },
    "POST /customers/find-customers": { path: `/customers/find-customers${at}`, body: search },
    "POST /user-tags/find-user-tags": { path: `/user-tags/find-user-tags${at}`, body: search },
    "GET /payouts/left-out": { path: `/payouts/left-out${at}` },
    "GET /customers-with-blocked-payout": { path: `/customers-with-blocked-payout${at}` },
    "GET /customers/{customer_id}/history": { path: `/customers/${guests[0].accountId}/history${at}` },
    "GET /orders": { path: `/orders${at}&customer_account_id=${guests[0].accountId}` },
    "GET /orders/by-till/{till_id}": { path: `/orders/by-till/${bar.id}${at}` },
    "GET /till-registers/{register_id}/transactions": { path: `/till-registers/${bar.registerId}/transactions${at}` },
    "GET /sumup/checkouts": { path: `/sumup/checkouts${at}` },
    "GET /sumup/transactions": { path: `/sumup/transactions${at}` },
    "GET /sumup/reconciliations": { path: `/sumup/reconciliations${at}` },
    "GET /sumup/reconciliations/{reconciliation_id}": { path: `/sumup/reconciliations/${report}${at}` },
    "GET /sumup/unverified-payments": { path: `/sumup/unverified-payments${at}` },
    "GET /tree/nodes/{node_id}/audit-logs": {
      path: `/tree/nodes/${event}/audit-logs?log_type=user_tags_created&from_time=2020-01-01T00:00:00Z`
    }
  }
  const terminal: ListApi["calls"] = {
    "GET /order": { path: "/order" },
    "GET /customer/{customer_tag_uid}/orders": { path: `/customer/${guests[0].uid}/orders` }
  }
  const { login: username, password } = administrator
  const signIn = caller(`${address}/administration`, null)("POST", "/auth/login", { username, password, node_id: null })
  const { token } = done(yield* signIn).body.success as { readonly token: string }
  const credentials = { pin: guests[0].pin, node_id: event }
  const { body: guestSession } = done(yield* caller(portal.address, null)("POST", "/auth/login", credentials))
  return {
    administration: { address: `${address}/administration`, token, calls: office },
    terminal: { address: `${address}/terminal`, token: bar.token, calls: terminal },
    customer: {
      address: portal.address,
      token: String(guestSession.access_token),
      calls: { "GET /orders_with_bon": { path: "/orders_with_bon" } }
    }
  } satisfies { readonly [api: string]: ListApi }
})
