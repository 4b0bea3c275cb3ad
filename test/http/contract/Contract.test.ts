import { assert, it } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Schema } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { callsOf, compare, type Difference } from "./Comparison.ts"
import { factsOf } from "./facts.ts"

/** An intended difference and its reason. A `*` before a call or a place stands for anything, as "*.restriction". */
const Intended = Schema.Struct({
  call: Schema.String,
  at: Schema.String,
  what: Schema.String,
  reason: Schema.NonEmptyString
})
type Intended = typeof Intended.Type

const readJson = (url: URL): unknown => JSON.parse(readFileSync(url, "utf8"))
const asDocument = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))
const intendedIn = (file: string) =>
  Schema.decodeUnknownSync(Schema.Array(Intended))(readJson(new URL(file, import.meta.url)))

/** The facts of the published documents that clients rely on, written by `facts.ts`. */
const published = new URL("published/", import.meta.url)

const intendedInBoth = intendedIn("intended.json")

/** The published versions that are served at the same addresses, the older one first, and their number of calls. */
const versions = [
  { version: "2025-06", calls: 203, facts: published, intended: intendedInBoth },
  {
    version: "2026-07",
    calls: 216,
    facts: new URL("newest/", published),
    intended: [...intendedInBoth, ...intendedIn("newest.json")]
  }
]

const documentOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  asDocument(JSON.parse(JSON.stringify(OpenApi.fromApi(api))))

const apis = [
  {
    file: "administration.json",
    document: documentOf(AdministrationApi),
    only: [
      "GET /health",
      "GET /health/ready",
      "POST /auth/web-login",
      "GET /auth/web-session",
      "GET /auth/sessions",
      "DELETE /auth/sessions",
      "DELETE /auth/sessions/{}",
      "GET /auth/second-factor",
      "POST /auth/second-factor/begin",
      "POST /auth/second-factor/confirm",
      "POST /auth/second-factor/remove",
      "POST /auth/second-factor/recovery-codes",
      "GET /media/button/{}",
      "GET /tree/nodes/{}/second-factor",
      "POST /tree/nodes/{}/second-factor",
      "GET /tree/nodes/{}/fee",
      "POST /tree/nodes/{}/fee",
      "POST /tree/nodes/{}/unarchive-node",
      "GET /tree/events/{}/checklist",
      "GET /tree/events/{}/end-steps",
      "DELETE /tree/events/{}/event-design/bon-logo",
      "GET /tree/events/{}/event-file",
      "POST /tree/nodes/{}/plan-event-file",
      "POST /tree/nodes/{}/apply-event-file",
      "POST /tree/nodes/{}/copy-event",
      "GET /users/{}/sessions",
      "DELETE /users/{}/sessions",
      "GET /users/{}/second-factor",
      "DELETE /users/{}/second-factor",
      "GET /cashiers/{}/shifts/{}/protocol",
      "GET /cashiers/{}/shifts/{}/protocol/pdf",
      "GET /terminal/mdm-devices/reading",
      "POST /terminal/mdm-devices/remove-device-to-terminal-mapping",
      "GET /terminal/site-map",
      "POST /terminal/site-map",
      "DELETE /terminal/site-map",
      "POST /terminal/{}/new-code",
      "GET /user-tags",
      "GET /products/{}/versions",
      "POST /products/{}/versions",
      "DELETE /products/{}/versions/{}",
      "GET /sold-out",
      "POST /products/{}/sold-out",
      "DELETE /products/{}/sold-out",
      "GET /price-list",
      "GET /price-lists",
      "POST /price-lists",
      "GET /price-lists/{}",
      "POST /price-lists/{}",
      "DELETE /price-lists/{}",
      "GET /product-categories",
      "POST /product-categories",
      "GET /product-categories/{}",
      "POST /product-categories/{}",
      "DELETE /product-categories/{}",
      "GET /tax-rates/{}/versions",
      "POST /tax-rates/{}/versions",
      "DELETE /tax-rates/{}/versions/{}",
      "GET /tickets/{}/versions",
      "POST /tickets/{}/versions",
      "DELETE /tickets/{}/versions/{}",
      "GET /presale/status",
      "POST /presale/read",
      "GET /presale/cases",
      "POST /presale/cases/{}/settle",
      "GET /presale/broken-orders",
      "GET /presale/stopped-check-ins",
      "POST /presale/stopped-check-ins/{}/retry",
      "POST /tree/events/{}/fetch-pretix-check-in-lists",
      "POST /tree/events/{}/revoke-webhook-url",
      "POST /till-button-pictures",
      "GET /accounts",
      "GET /accounts/{}/transactions",
      "GET /customers",
      "GET /customers/{}/history",
      "POST /customers/{}/switch-tag",
      "POST /payouts/preview",
      "GET /payouts/left-out",
      "GET /payouts/{}/files",
      "GET /payouts/{}/files/{}",
      "POST /payouts/{}/payouts/{}/return",
      "GET /mails",
      "POST /mails/retry",
      "POST /mails/{}/retry",
      "POST /tree/events/{}/send-test-mail",
      "GET /sumup/reconciliations",
      "GET /sumup/reconciliations/{}",
      "GET /sumup/unverified-payments",
      "POST /sumup/unverified-payments/{}/settle",
      "POST /tree/nodes/{}/begin-sumup-authorization",
      "GET /stats/held-prices",
      "GET /stats/takings",
      "POST /tree/events/{}/generate-test-revenuereport",
      "POST /tree/nodes/{}/generate-settlement-report",
      "GET /reports/daily",
      "GET /reports/revenue",
      "GET /reports/payout",
      "GET /reports/settlement",
      "GET /find",
      "GET /now",
      "POST /tses/{}/switch-over",
      "POST /tses/{}/disable",
      "POST /tses/{}/check-again",
      "GET /tree/events/{}/fiscal-settings",
      "POST /tree/events/{}/fiscal-settings",
      "GET /tree/nodes/{}/open-closings",
      "POST /tree/nodes/{}/end-closings"
    ]
  },
  {
    file: "terminalserver.json",
    document: documentOf(TerminalApi),
    only: [
      "GET /health/ready",
      "GET /availability",
      "POST /availability",
      "GET /media/button/{}",
      "POST /customer/find-by-pin",
      "POST /order/register-pending-sale",
      "POST /order/cancel-pending-sale"
    ]
  },
  {
    file: "customer_portal.json",
    document: documentOf(CustomerApi),
    only: [
      "GET /health",
      "GET /health/ready",
      "GET /sessions",
      "DELETE /sessions",
      "DELETE /sessions/{}",
      "POST /tag/block",
      "GET /sumup/open-checkouts",
      "POST /sumup/cancel-checkout",
      "GET /bon/{}/html",
      "GET /bon/{}/pdf"
    ]
  }
]

const cases = versions.flatMap((of) => apis.map((api) => ({ ...api, ...of })))

const publishedCalls = (facts: URL, file: string) => callsOf(asDocument(readJson(new URL(file, facts))))

const concerns = (meant: Intended, { at, call }: Difference) => {
  const fits = (pattern: string, place: string) =>
    pattern.startsWith("*") ? place.endsWith(pattern.slice(1)) : place === pattern
  return fits(meant.call, call) && fits(meant.at, at)
}
const means = (meant: Intended, difference: Difference) => concerns(meant, difference) && meant.what === difference.what

it.each(cases)(
  "clients of the published $file of $version find every built call as it is published",
  ({ document, facts, file, intended }) => {
    const differences = compare(asDocument(readJson(new URL(file, facts))), document)
    const unknown = differences.filter((difference) => !intended.some((meant) => means(meant, difference)))
    assert.deepStrictEqual(unknown, [])
  }
)

it.each(apis)("$file has every call of ours", ({ document, file, only }) => {
  const theirs = versions.map(({ facts }) => publishedCalls(facts, file))
  assert.deepStrictEqual(
    Array.from(callsOf(document).keys()).filter((call) => !theirs.some((calls) => calls.has(call))),
    only
  )
})

it.each(versions)("every published call of $version is served", ({ calls, facts }) => {
  const compared = apis.map(({ document, file }) => ({
    theirs: Array.from(publishedCalls(facts, file).keys()),
    ours: callsOf(document)
  }))
  assert.deepStrictEqual(compared.flatMap(({ ours, theirs }) => theirs.filter((call) => !ours.has(call))), [])
  assert.strictEqual(compared.reduce((sum, { theirs }) => sum + theirs.length, 0), calls)
})

// The comparison reports one difference of a place, and a place may have several.
it.each(versions)("every intended difference from $version is still one", ({ facts, intended }) => {
  const found = apis.flatMap(({ document, file }) => compare(asDocument(readJson(new URL(file, facts))), document))
  const settled = intended.filter((meant) => !found.some((difference) => concerns(meant, difference)))
  assert.deepStrictEqual(settled, [])
})

it("an intended difference is one call and place, or all that end alike", () => {
  const meant = { call: "*", at: "*.a", what: "never given here", reason: "Nobody needs it." }
  const difference = { call: "GET /b", at: "answer.a", what: "never given here" }
  assert.isTrue(means(meant, difference))
  assert.isFalse(means(meant, { ...difference, at: "answer.aa" }))
  assert.isFalse(means(meant, { ...difference, what: "may be absent here" }))
  assert.isFalse(means({ ...meant, call: "GET /c" }, difference))
})

it("facts keep what clients rely on of a document, and none of its words", () => {
  const schema = {
    type: "object",
    title: "Guest",
    required: ["name"],
    properties: { name: { type: "string", maxLength: 5 } }
  }
  const answer = {
    description: "Found.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Guest" } } }
  }
  const parameters = [{ in: "query", name: "q", required: true, description: "The text.", schema: { type: "string" } }]
  const document = {
    info: { title: "Guests" },
    paths: { "/guests": { get: { summary: "Finds.", parameters, responses: { 200: answer, 422: answer } } } },
    components: { schemas: { Guest: schema } }
  }
  assert.deepStrictEqual(factsOf(document), {
    paths: {
      "/guests": {
        get: {
          parameters: [{ in: "query", name: "q", required: true, schema: { type: "string" } }],
          responses: { 200: { content: answer.content } }
        }
      }
    },
    components: { schemas: { Guest: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } } }
  })
})
