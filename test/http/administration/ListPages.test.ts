import { assert, layer } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { administrator } from "../../support/administration.ts"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { cents, provider } from "../../support/FestivalPayments.ts"
import { charged, reconciled, takeCardsAtNoon, toldTopUp } from "../../support/FestivalReconciliations.ts"
import { type Body, done, listOf } from "../../support/FestivalServer.ts"
import { type Method, send } from "../../support/ServedApi.ts"
import { callsOf } from "../hostile/Requests.ts"

/** A call of a long list, as it is sent. */
interface ListCall {
  readonly path: string
  readonly body?: Body
}

/** Every call that takes a limit, each for a list with at least three entries. */
const longLists = Effect.gen(function*() {
  const { bar, event, guest, office, press } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  yield* takeCardsAtNoon
  const { shop } = yield* provider
  const now = yield* DateTime.now
  const guests = [yield* guest(), yield* guest(), yield* guest()]
  for (const { accountId } of guests) {
    done(yield* office("POST", `/accounts/${accountId}/update-comment`, { comment: "Q" }))
    done(yield* office("POST", `/customers/${accountId}/prevent-payout`))
  }
  for (let n = 1; n <= 2; n++) {
    done(yield* bar.post("/order/book-sale", sale([press("beer")], guests[0]!)))
    done(yield* bar.post("/order/book-topup", topUp(guests[0]!, 5)))
  }
  const [secret] = listOf(yield* office("GET", "/user-tag-secrets"))
  done(yield* office("POST", "/user-tags", ["Q1", "Q2", "Q3"].map((pin) => ({ pin, secret_id: secret!.id }))))
  for (let n = 1; n <= 3; n++) {
    const wanted = { amount: cents(5), currency: "EUR", description: "", merchant_code: "M", valid_until: null }
    shop.create({ ...wanted, checkout_reference: randomUUID() }, now)
    yield* charged(null, BigInt(n * 100))
    yield* toldTopUp
  }
  const { id: report } = yield* reconciled
  yield* sql`insert into reconciliation (event_id, day, status, started_at, finished_at)
    select ${event}, day, 'done', now(), now() from unnest(array['2026-07-01', '2026-07-02']::date[]) as day`
  const search = { search_term: "q" }
  const at = `?node_id=${event}`
  const calls: { readonly [call: string]: ListCall } = {
    "POST /accounts/find-accounts": { path: `/accounts/find-accounts${at}`, body: search },
    "POST /customers/find-customers": { path: `/customers/find-customers${at}`, body: search },
    "POST /user-tags/find-user-tags": { path: `/user-tags/find-user-tags${at}`, body: search },
    "GET /customers-with-blocked-payout": { path: `/customers-with-blocked-payout${at}` },
    "GET /orders": { path: `/orders${at}&customer_account_id=${guests[0]!.accountId}` },
    "GET /orders/by-till/{till_id}": { path: `/orders/by-till/${bar.id}${at}` },
    "GET /till-registers/{register_id}/transactions": { path: `/till-registers/${bar.registerId}/transactions${at}` },
    "GET /sumup/checkouts": { path: `/sumup/checkouts${at}` },
    "GET /sumup/transactions": { path: `/sumup/transactions${at}` },
    "GET /sumup/reconciliations": { path: `/sumup/reconciliations${at}` },
    "GET /sumup/reconciliations/{reconciliation_id}": { path: `/sumup/reconciliations/${report}${at}` },
    "GET /tree/nodes/{node_id}/audit-logs": {
      path: `/tree/nodes/${event}/audit-logs?log_type=user_tags_created&from_time=2020-01-01T00:00:00Z`
    }
  }
  return calls
})

/** The entries of a list in their order, by what tells them apart. */
const entriesOf = (body: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(body)) return body.map(({ id }) => id)
  const { entries, ids } = body as { readonly entries?: ReadonlyArray<Body>; readonly ids?: ReadonlyArray<unknown> }
  return ids ?? (entries ?? []).map(({ n }) => n)
}

/** The address that the answer links as the next page; null when the list ends. */
const nextOf = ({ headers }: { readonly headers: Headers }, url: string) => {
  const link = headers.get("link")
  if (link === null) return null
  const [, target] = /^<([^>]*)>; rel="next"$/.exec(link) ?? []
  assert.isDefined(target, link)
  return new URL(target!, url).href
}

layer(Festival.layer, { excludeTestServices: true })("long lists", (it) => {
  it.effect("say in every call with a limit whether they go on, and link what follows", () =>
    Effect.gen(function*() {
      const { address } = yield* Festival
      const { login: username, password } = administrator
      const base = `${address}/administration`
      const signedIn = yield* send("POST", `${base}/auth/login`, { body: { username, password, node_id: null } })
      const token = (signedIn.body as { readonly success: { readonly token: string } }).success.token
      const lists = yield* longLists
      const described = callsOf(AdministrationApi).filter(({ parameters }) =>
        parameters.some(({ name }) => name === "limit")
      )
      assert.sameMembers(Object.keys(lists), described.map(({ method, path }) => `${method} ${path}`))
      for (const [call, { body, path }] of Object.entries(lists)) {
        const method = call.slice(0, call.indexOf(" ")) as Method
        const ask = Effect.fnUntraced(function*(url: string) {
          const reply = yield* send(method, url, { token, body })
          assert.strictEqual(reply.status, 200, `${url} ${reply.text}`)
          return { entries: entriesOf(reply.body), next: nextOf(reply, url) }
        })
        const url = base + path
        const more = `${url}${path.includes("?") ? "&" : "?"}limit=`
        const whole = yield* ask(url)
        assert.isAtLeast(whole.entries.length, 3, call)
        assert.isNull(whole.next, call)
        assert.deepStrictEqual(yield* ask(more + whole.entries.length), whole, call)
        const walked: Array<unknown> = []
        let next: string | null = `${more}2`
        while (next !== null) {
          const page: Effect.Success<ReturnType<typeof ask>> = yield* ask(next)
          assert.isAtMost(page.entries.length, 2, call)
          assert.isNotEmpty(page.entries, call)
          walked.push(...page.entries)
          next = page.next
        }
        assert.deepStrictEqual(walked, whole.entries, call)
      }
    }))
})
