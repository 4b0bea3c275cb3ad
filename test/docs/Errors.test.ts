import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import type { Rule } from "@wristbank/core/base/Rule"
import { NotEnoughFunds } from "@wristbank/core/journal/Refusal"
import { rulesByRoom } from "@wristbank/core/Rules"
import { errorRows, errorsPage } from "@wristbank/docs/errors"
import { pageOfRules, rulePages } from "@wristbank/docs/rules"
import { domainErrors, NotAuthenticated, toErrorBody } from "@wristbank/http/api/Errors"
import { causeResponse } from "@wristbank/http/server/answers/ErrorResponse"
import { Cause, Effect, SchemaAST } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"

const stored = readFileSync(new URL("../../docs/reference/errors.md", import.meta.url), "utf8")

/** The section of an error, and what its list says by the word before the colon. */
const sectionOf = (id: string) => {
  const [, section] = stored.split(`\n### ${id}\n\n`)
  assert.isDefined(section, `docs/reference/errors.md has no section ${id}`)
  const [when = "", list = ""] = section!.split("\n\n")
  const said = Array.from(
    list.matchAll(/^- (\w+)(?: `(\w+)`)?: (.*)$/gm),
    ([, word, name, text]) => ({ word, name, text: text! })
  )
  const of = (word: string) => said.find((line) => line.word === word)?.text ?? assert.fail(`${id}: ${word}`)
  return { when, status: of("Status"), remedy: of("Remedy"), fields: said.filter(({ word }) => word === "Field") }
}

/** The cells of the table row of a status. */
const cells = (key: string): ReadonlyArray<string> => {
  const row = stored.split("\n").find((line) => line.startsWith(`| ${key} |`))
  assert.isDefined(row, `docs/reference/errors.md has no row ${key}`)
  return row!.split("|").slice(1, -1).map((cell) => cell.trim())
}

const answer = (cause: Cause.Cause<unknown>) =>
  Effect.gen(function*() {
    const response = HttpServerResponse.toWeb(yield* causeResponse(cause))
    return {
      status: response.status,
      headers: response.headers,
      body: (yield* Effect.promise(() => response.json())) as Record<string, unknown>
    }
  }).pipe(Effect.provideService(
    HttpServerRequest.HttpServerRequest,
    HttpServerRequest.fromWeb(new Request("http://localhost/order/book-sale"))
  ))

it("docs/reference/errors.md is what docs/generators/errors.ts writes", () => assert.strictEqual(stored, errorsPage()))

it("docs/reference/rules has the pages that docs/generators/rules.ts writes", () => {
  const folder = new URL("../../docs/reference/rules/", import.meta.url)
  const pages = rulePages()
  assert.sameMembers(readdirSync(folder), [...pages.keys()])
  for (const [file, text] of pages) assert.strictEqual(readFileSync(new URL(file, folder), "utf8"), text, file)
})

it("each rule has its heading on the page that has its room", () => {
  const pages = rulePages()
  for (const rules of Object.values(rulesByRoom)) {
    for (const { name } of Object.values<Rule>(rules)) {
      assert.include(pages.get(`${pageOfRules(name.split(".")[0]!)}.md`), `\n## ${name}\n`)
    }
  }
})

it("the error of a rule that an API answers is one of the page of errors", () => {
  const anchors = new Set(Array.from(stored.matchAll(/^### (\w+)$/gm), ([, id]) => id!.toLowerCase()))
  const linked = [...rulePages().values()].flatMap((text) =>
    Array.from(text.matchAll(/errors\.md#(\w+)/g), ([, id]) => id!)
  )
  assert.isAbove(linked.length, 300)
  assert.deepStrictEqual(linked.filter((id) => !anchors.has(id)), [])
})

it.each(domainErrors.map((error) => [error.identifier, error] as const))("%s has its section", (id, error) => {
  const { fields, remedy, status, when } = sectionOf(id)
  assert.match(status, new RegExp(`^${SchemaAST.resolveAt("httpApiStatus")(error.ast)}\\b`))
  assert.deepStrictEqual(
    fields.map(({ name }) => name),
    Object.keys(error.fields).filter((name) => !["_tag", "message", "rule"].includes(name))
  )
  assert.match(when, /\.$/)
  assert.match(remedy, /\.$/)
})

it("lists no error that is not raised", () => {
  const listed = Array.from(stored.matchAll(/^### ([A-Z]\w+)$/gm), (match) => match[1])
  assert.sameMembers(listed, [
    ...domainErrors.map((error) => error.identifier),
    "InternalError",
    "BodyTooLarge",
    "InvalidRequest"
  ])
  assert.lengthOf(errorRows(), domainErrors.length)
})

it("shows the body that is sent", () => {
  const example = /```json\n([^]*?)```/.exec(stored)?.[1] ?? ""
  const error = new NotEnoughFunds({ needed: Cents.make(650n), available: Cents.make(200n) })
  assert.deepStrictEqual({ ...toErrorBody(error, "en") }, JSON.parse(example))
})

it.effect("answers of no rule are as described", () =>
  Effect.gen(function*() {
    const broken = yield* answer(Cause.die(new Error("secret")))
    assert.deepInclude(broken.body, { type: "internal", id: "InternalError" })
    assert.match(sectionOf("InternalError").status, new RegExp(`^${broken.status} `))

    const away = yield* answer(
      Cause.die(new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("away") }) }))
    )
    assert.deepInclude(away.body, { type: "service", id: "ServiceUnavailable" })
    assert.match(away.headers.get("retry-after")!, /^\d+$/)

    const nobody = yield* answer(Cause.fail(new NotAuthenticated()))
    assert.deepStrictEqual(nobody.body, { detail: "Not authenticated" })
    assert.strictEqual(nobody.headers.get("www-authenticate"), "Bearer")
    assert.strictEqual(cells(String(nobody.status))[1], "`\"Not authenticated\"`")
  }))
