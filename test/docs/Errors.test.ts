import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/ledger/Money"
import { NotEnoughFunds } from "@wristbank/core/order/Refusal"
import { errorRows, errorsPage } from "@wristbank/docs/errors"
import { domainErrors, NotAuthenticated, toErrorBody } from "@wristbank/http/api/Errors"
import { causeResponse } from "@wristbank/http/server/ErrorResponse"
import { Cause, Effect, SchemaAST } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { readFileSync } from "node:fs"

const stored = readFileSync(new URL("../../docs/reference/errors.md", import.meta.url), "utf8")

/** The cells of the table row of an error or status. */
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

it.each(domainErrors.map((error) => [error.identifier, error] as const))("%s has its row", (id, error) => {
  const [, statusAndType, when, fields, remedy] = cells(`\`${id}\``)
  assert.match(statusAndType!, new RegExp(`^${SchemaAST.resolveAt("httpApiStatus")(error.ast)}\\b`))
  const named = Array.from(fields!.matchAll(/(?:^|; )`(\w+)`/g), (match) => match[1])
  assert.deepStrictEqual(named, Object.keys(error.fields).filter((name) => !["_tag", "message", "rule"].includes(name)))
  assert.match(when!, /\.$/)
  assert.match(remedy!, /\.$/)
})

it("lists no error that is not raised", () => {
  const listed = Array.from(stored.matchAll(/^\| `([A-Z]\w+)` \|/gm), (match) => match[1])
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
    assert.match(cells("`InternalError`")[1]!, new RegExp(`^${broken.status} `))

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
