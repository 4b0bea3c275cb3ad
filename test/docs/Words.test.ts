import { assert, beforeAll, it } from "@effect/vitest"
import { withCommentCalls } from "@wristbank/docs/CommentCalls"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { inWords } from "@wristbank/http/server/documents/ApiWords"
import { OpenApi } from "effect/http-api"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const root = join(import.meta.dirname, "../..")
const written = mkdtempSync(join(tmpdir(), "words-"))
let missing = ""

// Only a process of its own loads the sources with their comments.
beforeAll(async () => {
  const generate = [join(root, "docs/generators/words.ts"), "--missing", "--into", written]
  missing = (await promisify(execFile)(process.execPath, generate, { maxBuffer: 10_000_000 })).stdout
})

it.each(["administration", "customer", "terminal"])(
  "http/src/api/words/%s.json is what docs/generators/words.ts writes",
  (api) => {
    const [stored, fresh] = [join(root, "http/src/api/words"), written].map((folder) =>
      readFileSync(join(folder!, `${api}.json`), "utf8")
    )
    assert.strictEqual(stored, fresh)
  }
)

it("every group, call and field has a comment, and every call a summary of its own", () =>
  assert.strictEqual(missing, "", "node docs/generators/words.ts --missing"))

it("fields that are spread keep their comment, and amounts have their unit", () => {
  const { schemas } = JSON.parse(readFileSync(join(root, "http/src/api/words/administration.json"), "utf8"))
  assert.match(schemas.Product.is_returnable, /deposit/)
  assert.strictEqual(schemas.VersionedProduct.is_returnable, schemas.Product.is_returnable)
  assert.match(schemas.Product.price, /Amount in major units/)
  assert.match(schemas.Product.tax_rate, /fraction/)
  assert.notMatch(schemas.Product.tax_rate, /Amount/)
})

it("a field that is taken from another one gets its comment unless it has one", () => {
  const source = "const sale = {\n  price: orElse(product.price, null),\n  /** Pieces. */\n  quantity\n}\n"
  assert.include(
    withCommentCalls("Sale.ts", source),
    "price: sourceComments.field(orElse(product.price, null), null, \"Sale.ts:2\", () => [product.price]),\n"
  )
  assert.include(
    withCommentCalls("Sale.ts", source),
    "quantity: sourceComments.field(quantity, \"Pieces.\", \"Sale.ts:4\")\n"
  )
})

const documents = {
  administration: [OpenApi.fromApi(AdministrationApi), OpenApi.fromApi(inWords(AdministrationApi))],
  customer: [OpenApi.fromApi(CustomerApi), OpenApi.fromApi(inWords(CustomerApi))],
  terminal: [OpenApi.fromApi(TerminalApi), OpenApi.fromApi(inWords(TerminalApi))]
} as const

/** A document without its words and examples. */
const bare = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (key, value) => {
    const isWord = typeof value === "string" && (key === "description" || key === "summary")
    return isWord || key === "example" || key === "examples" ? undefined : value
  })

it.each(["administration", "customer", "terminal"] as const)(
  "words and examples are all that the document of the %s API has besides types",
  (api) => {
    const [plain, worded] = documents[api]
    assert.notDeepEqual(worded, plain)
    assert.deepStrictEqual(bare(worded), bare(plain))
  }
)

/** The fields without description in a JSON schema, with their places. */
const undescribed = (json: unknown, at: string): ReadonlyArray<string> => {
  if (typeof json !== "object" || json === null) return []
  return Object.entries(json).flatMap(([key, value]) =>
    key === "properties"
      ? Object.entries(value as object).flatMap(([name, field]) => [
        ...(typeof Reflect.get(Object(field), "description") === "string" ? [] : [`${at}.${name}`]),
        ...undescribed(field, `${at}.${name}`)
      ])
      : undescribed(value, at)
  )
}

it.each(["administration", "customer", "terminal"] as const)(
  "the document of the %s API describes every call, parameter, object and field, and has an example of every call",
  (api) => {
    const { components, paths, tags } = documents[api][1]
    const operations = Object.values(paths).flatMap((path) => Object.values(path as object))
    const lacking = operations.flatMap((
      { description, operationId, parameters = [], requestBody, responses, summary }
    ) => [
      ...(summary && description ? [] : [operationId]),
      ...parameters.filter((one: { readonly description?: string }) => !one.description).map((
        one: object
      ) => [operationId, one]),
      ...undescribed({ requestBody, responses }, operationId),
      ...(requestBody === undefined || JSON.stringify(requestBody).includes("\"examples\"")
        ? []
        : [`example of ${operationId}`])
    ])
    assert.deepStrictEqual([...lacking, ...undescribed(components.schemas, "schemas")], [])
    const objects = Object.entries(components.schemas)
    assert.deepStrictEqual(objects.flatMap(([name, { description }]) => description ? [] : [name]), [])
    assert.strictEqual(new Set(operations.map(({ summary }) => summary)).size, operations.length)
    assert.deepStrictEqual(tags?.filter((tag) => !tag.description), [])
  }
)
