import { assert, it } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ExampleApi } from "./ExampleApi.ts"

const document = OpenApi.fromApi(ExampleApi)
const { version: ownVersion } = JSON.parse(readFileSync(join(import.meta.dirname, "../../http/package.json"), "utf8"))

it("shows amounts, ids and chip numbers as numbers, and no encoded names", () => {
  const { Wristband } = document.components.schemas
  assert.deepInclude(Wristband, {
    properties: {
      uid: { type: "integer", format: "uint64" },
      owner: { type: "integer", format: "int64" },
      balance: { type: "number", format: "decimal" },
      name: { type: "string", maxLength: 1000 },
      comment: { type: "string", maxLength: 10_000 },
      lines: {
        type: "array",
        items: {
          type: "object",
          properties: { quantity: { type: "integer", minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1 } },
          required: ["quantity"]
        }
      }
    },
    required: ["uid", "owner", "balance", "name", "lines"]
  })
  assert.deepStrictEqual(Object.keys(document.components.schemas).filter((name) => name.includes("Encoded")), [])
  assert.deepStrictEqual(document.paths["/wristbands/{id}"]?.post?.parameters, [
    { name: "id", in: "path", schema: { type: "integer", format: "int64" }, required: true },
    { name: "node_id", in: "query", schema: { type: "integer", format: "int64" }, required: true }
  ])
})

it("says who it is and what errors look like", () => {
  assert.deepInclude(document.info, { title: "Example", version: ownVersion, license: { name: "AGPL-3.0" } })
  const { health, echo, me } = {
    health: document.paths["/health"]?.get,
    echo: document.paths["/wristbands/{id}"]?.post,
    me: document.paths["/me"]?.get
  }
  assert.deepStrictEqual(echo?.responses[422]?.content?.["application/json"]?.schema, {
    $ref: "#/components/schemas/HTTPValidationError"
  })
  assert.isUndefined(health?.responses[422])
  assert.deepStrictEqual(echo?.responses[404]?.content?.["application/json"]?.schema, {
    $ref: "#/components/schemas/ErrorBody"
  })
  assert.deepStrictEqual(me?.security, [{ OAuth2PasswordBearer: [] }])
  assert.deepStrictEqual(health?.security, [])
  assert.deepInclude(document.components.securitySchemes, { OAuth2PasswordBearer: { type: "http", scheme: "Bearer" } })
})

it("shows both ways to be signed in at the office, and the cookie together with its CSRF token", () => {
  const { components, paths } = OpenApi.fromApi(AdministrationApi)
  assert.deepStrictEqual(paths["/tree/"]?.get?.security, [
    { OAuth2PasswordBearer: [] },
    { SessionCookie: [], CsrfToken: [] }
  ])
  assert.deepStrictEqual(paths["/auth/web-login"]?.post?.security, [])
  assert.hasAllKeys(components.securitySchemes, ["OAuth2PasswordBearer", "SessionCookie", "CsrfToken"])
})

it("describes the link to the next page at calls that take a limit, and at no others", () => {
  const { paths } = OpenApi.fromApi(AdministrationApi)
  const headersOf = (operation: unknown) =>
    (operation as { readonly responses: { readonly 200: { readonly headers?: object } } }).responses[200].headers
  assert.hasAllKeys(headersOf(paths["/orders"]?.get), ["Link", "X-Total-Count"])
  assert.hasAllKeys(headersOf(paths["/orders/by-till/{till_id}"]?.get), ["Link"])
  assert.hasAllKeys(headersOf(paths["/accounts/find-accounts"]?.post), ["Link"])
  assert.isUndefined(headersOf(paths["/tills"]?.get))
})

it("refers to no missing schema", () => {
  const used = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  for (const [, name] of used) assert.property(document.components.schemas, name!)
})

const documents = {
  administration: OpenApi.fromApi(AdministrationApi),
  terminal: OpenApi.fromApi(TerminalApi),
  customer: OpenApi.fromApi(CustomerApi)
}

/** All objects of a document with their places. */
const objectsIn = (u: unknown, at = ""): ReadonlyArray<readonly [at: string, object: Record<string, unknown>]> =>
  typeof u !== "object" || u === null
    ? []
    : [
      [at, u as Record<string, unknown>],
      ...Object.entries(u).flatMap(([key, value]) => objectsIn(value, `${at}/${key}`))
    ]

it.each(["administration", "terminal", "customer"] as const)(
  "texts of the %s API are plain strings, as generators of clients take anything with allOf for an object",
  (api) => {
    const found = objectsIn(JSON.parse(JSON.stringify(documents[api])))
    assert.deepStrictEqual(found.filter(([, { allOf, type }]) => type === "string" && allOf !== undefined), [])
    assert.isAbove(found.filter(([, { type }]) => type === "string").length, 10)
  }
)

it("addresses of e-mail and days have a format and a pattern", () => {
  const { components } = JSON.parse(JSON.stringify(OpenApi.fromApi(AdministrationApi)))
  const { CreateSepaXMLPayload, NewEvent } = components.schemas
  const email = NewEvent.properties.customer_portal_contact_email
  assert.deepInclude(email, { type: "string", format: "email", maxLength: 1000 })
  assert.isTrue(new RegExp(email.pattern, "u").test("info@festival.example"))
  const day = CreateSepaXMLPayload.properties.execution_date
  assert.deepInclude(day, { type: "string", format: "date", maxLength: 10 })
  assert.isTrue(new RegExp(day.pattern, "u").test("2026-06-30"))
})
