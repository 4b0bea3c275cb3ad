import { assert, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { ExampleApi } from "./ExampleApi.ts"

const document = OpenApi.fromApi(ExampleApi)

it("shows amounts, ids and chip numbers as numbers, and no encoded names", () => {
  const { Wristband } = document.components.schemas
  assert.deepInclude(Wristband, {
    properties: {
      uid: { type: "integer", format: "uint64" },
      owner: { type: "integer", format: "int64" },
      balance: { type: "number", format: "decimal" },
      name: { type: "string" },
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
  assert.deepInclude(document.info, { title: "Example", version: "0.1.0", license: { name: "AGPL-3.0" } })
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

it("refers to no missing schema", () => {
  const used = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  for (const [, name] of used) assert.property(document.components.schemas, name!)
})
