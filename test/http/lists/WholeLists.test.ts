import { assert, layer } from "@effect/vitest"
import { Effect, Tracer } from "effect"
import { administrator } from "../../support/administration.ts"
import { Festival } from "../../support/Festival.ts"
import { payer, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { caller, done } from "../../support/FestivalServer.ts"
import { inProcess } from "../calls/InProcess.ts"
import { type Operation, operations } from "../matrix/Operation.ts"

/** Runs a call and returns the statements that it sent in its own fiber. */
const statementsOf = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    return Effect.map(Effect.withTracer(call, tracer), (answer) => ({
      answer,
      statements: spans.flatMap(({ attributes }) => {
        const text = attributes.get("db.query.text")
        return typeof text === "string" ? [text] : []
      })
    }))
  })

/** Whether a statement ends after some rows, although the list may go on. One row is not a list. */
const isCut = (statement: string) =>
  /\blimit\s+(?!1\b)(\$?\d+)|\bfetch\s+(first|next)\b/i.test(withoutLookUps(statement))

/** Removes `lateral (…)` with all brackets in it: a look-up for each row does not cut the list. */
const withoutLookUps = (statement: string): string => {
  const start = statement.search(/\blateral\s*\(/i)
  if (start < 0) return statement
  let end = statement.indexOf("(", start) + 1
  for (let depth = 1; depth > 0 && end < statement.length; end++) {
    depth += statement[end] === "(" ? 1 : statement[end] === ")" ? -1 : 0
  }
  return withoutLookUps(statement.slice(0, start) + statement.slice(end))
}

const hasLimit = ({ described }: Operation) => described.parameters.some(({ name }) => name === "limit")

/** Calls that give only the best of their hits, or only the first orders, as their page says. */
const best = ["administration GET /find", "administration GET /reports/revenue"]

/** Calls that read; searches by `POST` have "find" in their path. */
const reads = ({ described: { method, path } }: Operation) => method === "GET" || /\/find/.test(path)

layer(withCheckouts, { excludeTestServices: true })("a list without a limit", (it) => {
  it.effect("is answered whole: no statement cuts it", () =>
    Effect.gen(function*() {
      const { address, event } = yield* Festival
      const portal = yield* FestivalPortal
      const guest = yield* payer(20)
      const { login: username, password } = administrator
      const office = caller(`${address}/administration`, null)
      const { success } = done(yield* office("POST", "/auth/login", { username, password, node_id: null })).body
      const credentials = { pin: guest.guest.pin, node_id: event }
      const session = done(yield* caller(portal.address, null)("POST", "/auth/login", credentials)).body
      const tokens = {
        administration: (success as { readonly token: string }).token,
        customer: String(session.access_token),
        terminal: null
      }
      const ask = yield* inProcess
      const cut: Array<string> = []
      let asked = 0
      let withLimit = 0
      for (const operation of (yield* operations(guest)).filter(reads)) {
        const { api, described, name, valid } = operation
        const call = yield* valid
        const sender = { token: call.token ?? tokens[api], node: call.node ?? event }
        const { answer, statements } = yield* statementsOf(ask(api, described, call, sender))
        assert.isBelow(answer.status, 300, `${api} ${name} ${answer.text.slice(0, 200)}`)
        const found = statements.filter(isCut)
        if (hasLimit(operation)) withLimit += found.length > 0 ? 1 : 0
        else if (!best.includes(`${api} ${name}`)) cut.push(...found.map((statement) => `${api} ${name}: ${statement}`))
        asked++
      }
      assert.deepStrictEqual(cut, [])
      assert.isAtLeast(asked, 80)
      // The check works: lists of the database with a limit are cut by their statement.
      assert.isAtLeast(withLimit, 12)
    }))
})
