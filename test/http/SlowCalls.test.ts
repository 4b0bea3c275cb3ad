import { assert, it } from "@effect/vitest"
import { DatabaseAnswers, Outages } from "@wristbank/core/sql/Outages"
import { answeringOperators } from "@wristbank/http/server/answers/ErrorResponse"
import { Cause, Effect, Logger, References } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"

const statementTimeout = new SqlError.SqlError({
  reason: new SqlError.StatementTimeoutError({ cause: new Error("canceling statement due to statement timeout") })
})
const away = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("ECONNREFUSED") }) })

/** The answer to an operator's call that fails so, the outages that were reported, and what was logged beside them. */
const answered = Effect.fnUntraced(function*(problem: unknown, databaseAnswers: boolean) {
  const outages: Array<string> = []
  const lines: Array<Record<string, unknown>> = []
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/administration/now?node_id=1"))
  const response = yield* answeringOperators(Effect.fail(problem)).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.provideService(DatabaseAnswers, Effect.succeed(databaseAnswers)),
    Effect.provideService(Outages, ({ name }) => Effect.sync(() => void outages.push(name))),
    Effect.provide(Logger.layer([Logger.make(({ fiber, message }) => {
      lines.push({ message: String(message), ...fiber.getRef(References.CurrentLogAnnotations) })
    })]))
  )
  const body = yield* Effect.promise(() => HttpServerResponse.toWeb(response).json())
  return { status: response.status, body, outages, lines }
})

it.effect("an operator's call that takes too long while the database answers is logged as that call's", () =>
  Effect.gen(function*() {
    for (const problem of [new Cause.TimeoutError(), statementTimeout]) {
      const { body, lines, outages, status } = yield* answered(problem, true)
      assert.strictEqual(status, 503)
      assert.deepInclude(body, { type: "service", id: "ServiceUnavailable", took_too_long: true })
      assert.match(String(body.message), /took too long/)
      assert.deepStrictEqual(outages, [])
      assert.lengthOf(lines, 1)
      assert.deepInclude(lines[0], {
        message: "A call took too long and was given up",
        call: "GET /administration/now"
      })
      assert.isNumber(lines[0]?.["seconds"])
    }
  }))

it.effect("an operator's call stays part of an outage while the database is silent, or when it is away", () =>
  Effect.gen(function*() {
    const cases = [[new Cause.TimeoutError(), false], [statementTimeout, false], [away, false], [away, true]] as const
    for (const [problem, databaseAnswers] of cases) {
      const { body, lines, outages, status } = yield* answered(problem, databaseAnswers)
      assert.strictEqual(status, 503)
      assert.strictEqual(body.id, "ServiceUnavailable")
      assert.notProperty(body, "took_too_long")
      assert.deepStrictEqual(outages, ["GET /administration/now"])
      assert.deepStrictEqual(lines, [])
    }
  }))
