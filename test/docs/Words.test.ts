import { assert, beforeAll, it } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { inWords } from "@wristbank/http/server/ApiWords"
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

it("every call and every field has words, and summaries differ", () => {
  assert.strictEqual(missing, "")
})

const documents = {
  administration: [OpenApi.fromApi(AdministrationApi), OpenApi.fromApi(inWords(AdministrationApi))],
  customer: [OpenApi.fromApi(CustomerApi), OpenApi.fromApi(inWords(CustomerApi))],
  terminal: [OpenApi.fromApi(TerminalApi), OpenApi.fromApi(inWords(TerminalApi))]
} as const

/** A document without its words. */
const bare = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json), (key, value) => {
    const isWord = typeof value === "string" && (key === "description" || key === "summary")
    return isWord ? undefined : value
  })

it.each(["administration", "customer", "terminal"] as const)(
  "the words of the %s API are all that its document has besides types",
  (api) => {
    const [plain, worded] = documents[api]
    assert.notDeepEqual(worded, plain)
    assert.deepStrictEqual(bare(worded), bare(plain))
  }
)
