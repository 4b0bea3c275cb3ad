import { assert, it } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Schema } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { existsSync, readFileSync } from "node:fs"
import { callsOf, compare } from "./Comparison.ts"
import { factsOf, publishedFiles } from "./facts.ts"

/** An intended difference and its reason. */
const Intended = Schema.Struct({
  call: Schema.String,
  at: Schema.String,
  what: Schema.String,
  reason: Schema.NonEmptyString
})

const readJson = (url: URL): unknown => JSON.parse(readFileSync(url, "utf8"))
const asDocument = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))

const intended = Schema.decodeUnknownSync(Schema.Array(Intended))(readJson(new URL("intended.json", import.meta.url)))

/** The facts of the published documents that clients rely on, written by `facts.ts`. */
const published = new URL("published/", import.meta.url)
/** The documents themselves, if they are in a folder beside the clone. */
const documents = new URL("../../../../shared/contract/", import.meta.url)

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
      "GET /tree/nodes/{}/second-factor",
      "POST /tree/nodes/{}/second-factor",
      "POST /tree/nodes/{}/unarchive-node",
      "GET /tree/events/{}/checklist",
      "GET /users/{}/sessions",
      "DELETE /users/{}/sessions",
      "GET /users/{}/second-factor",
      "DELETE /users/{}/second-factor",
      "GET /cashiers/{}/shifts/{}/protocol",
      "GET /cashiers/{}/shifts/{}/protocol/pdf",
      "POST /terminal/{}/new-code",
      "GET /user-tags",
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
      "GET /stats/takings",
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
    only: ["GET /health/ready", "POST /order/register-pending-sale", "POST /order/cancel-pending-sale"]
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

it.each(apis)(
  "clients of the published $file find every built call as it is published",
  ({ document, file }) => {
    const differences = compare(asDocument(readJson(new URL(file, published))), document)
    const known = ({ at, call, what }: typeof differences[number]) =>
      intended.some((meant) => meant.call === call && meant.at === at && meant.what === what)
    assert.deepStrictEqual(differences.filter((difference) => !known(difference)), [])
  }
)

it.each(apis)("$file has every call of ours", ({ document, file, only }) => {
  const theirs = callsOf(asDocument(readJson(new URL(file, published))))
  assert.deepStrictEqual(Array.from(callsOf(document).keys()).filter((call) => !theirs.has(call)), only)
})

it("every intended difference is still one", () => {
  const found = apis.flatMap(({ document, file }) => compare(asDocument(readJson(new URL(file, published))), document))
  for (const { at, call } of intended) {
    assert.isTrue(found.some((difference) => difference.call === call && difference.at === at), `${call} ${at}`)
  }
})

it.runIf(existsSync(documents)).each(publishedFiles)(
  "the facts of the published %s are those of the document",
  (file) => {
    assert.deepStrictEqual(readJson(new URL(file, published)), factsOf(asDocument(readJson(new URL(file, documents)))))
  }
)

const answer = (properties: object, required: ReadonlyArray<string>) => ({
  responses: { 200: { content: { "application/json": { schema: { type: "object", properties, required } } } } }
})
const call = (operation: object) => ({ paths: { "/a": { post: operation } } })
const body = (properties: object, required: ReadonlyArray<string>) => ({
  requestBody: { content: { "application/json": { schema: { type: "object", properties, required } } } },
  responses: {}
})
const text = { type: "string" }

it.each([
  ["a missing field", answer({ a: text }, ["a"]), answer({}, []), "answer.a", "never given here"],
  ["a field that may be absent", answer({ a: text }, ["a"]), answer({ a: text }, []), "answer.a", "may be absent here"],
  [
    "another type",
    answer({ a: { type: "integer" } }, []),
    answer({ a: { type: "number" } }, []),
    "answer.a",
    "number given here, published nowhere"
  ],
  [
    "a null nobody expects",
    answer({ a: text }, []),
    answer({ a: { anyOf: [text, { type: "null" }] } }, []),
    "answer.a",
    "null given here, published nowhere"
  ],
  ["a value of any kind", answer({ a: text }, []), answer({ a: {} }, []), "answer.a", "of any kind here"],
  [
    "an unknown constant",
    answer({ a: { ...text, enum: ["x"] } }, []),
    answer({ a: { ...text, enum: ["x", "y"] } }, []),
    "answer.a",
    "y given here, published nowhere"
  ],
  [
    "a further required field",
    body({ a: text }, []),
    body({ a: text, b: text }, ["b"]),
    "body.b",
    "required here only"
  ],
  ["an optional field made required", body({ a: text }, []), body({ a: text }, ["a"]), "body.a", "required here only"],
  ["a field that is ignored", body({ a: text }, []), body({}, []), "body.a", "not read here"],
  [
    "a null no longer taken",
    body({ a: { anyOf: [text, { type: "null" }] } }, []),
    body({ a: text }, []),
    "body.a",
    "null not taken here"
  ],
  [
    "a field inside a list",
    answer({ a: { type: "array", items: { type: "object", properties: { b: text } } } }, []),
    answer({ a: { type: "array", items: { type: "object", properties: {} } } }, []),
    "answer.a[].b",
    "never given here"
  ],
  [
    "a further required parameter",
    { parameters: [] },
    { parameters: [{ name: "q", in: "query", required: true, schema: text }] },
    "query q",
    "required here, published nowhere"
  ],
  ["a missing parameter", { parameters: [{ name: "q", in: "query", schema: text }] }, {}, "query q", "missing"],
  ["another status", { responses: { 201: {} } }, { responses: { 200: {} } }, "answer 201", "never given"]
])("the comparison sees %s", (_, theirs, ours, at, what) => {
  assert.deepStrictEqual(compare(call(theirs), call(ours)), [{ call: "POST /a", at, what }])
  assert.deepStrictEqual(compare(call(theirs), call(theirs)), [])
})

it("the comparison knows that a URL carries no null", () => {
  const asked = (schema: object) => call({ parameters: [{ name: "q", in: "query", schema }] })
  const orNull = { anyOf: [text, { type: "null" }] }
  assert.deepStrictEqual(compare(asked(orNull), asked(text)), [])
  assert.deepStrictEqual(compare(asked(orNull), asked({ type: "integer" })), [
    { call: "POST /a", at: "query q", what: "string not taken here" }
  ])
})
