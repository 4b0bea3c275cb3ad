import { assert, layer } from "@effect/vitest"
import type { ApiExamples, CallExample } from "@wristbank/http/server/documents/ApiExamples"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { administrator } from "../../support/administration.ts"
import { Festival } from "../../support/Festival.ts"
import { payer, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { type Body, caller, done } from "../../support/FestivalServer.ts"
import { guestCallers } from "../matrix/GuestCallers.ts"
import { type Operation, operations } from "../matrix/Operation.ts"
import { exampleOf } from "./Example.ts"
import { type Api, inProcess } from "./InProcess.ts"

const fileOf = (api: Api) => new URL(`../../../http/src/api/examples/${api}.json`, import.meta.url)
const stored = (api: Api): ApiExamples => JSON.parse(readFileSync(fileOf(api), "utf8"))

/** `WRITE_EXAMPLES=1` stores the examples instead of comparing them. */
const writes = process.env["WRITE_EXAMPLES"] === "1"

/** The examples that differ, of each of two. */
const differing = (left: ApiExamples, right: ApiExamples) => {
  const names = Object.keys({ ...left, ...right }).filter((name) => !isDeepStrictEqual(left[name], right[name]))
  return [left, right].map((api) => Object.fromEntries(names.map((name) => [name, api[name]])))
}

const isOfGuest = ({ api }: Operation) => api === "customer"

const makeNow = (operation: Operation) =>
  Effect.map(operation.valid, (call): Operation => ({ ...operation, valid: Effect.succeed(call) }))

layer(withCheckouts, { excludeTestServices: true })("the example of each call", (it) => {
  it.effect("is what the call takes and answers", () =>
    Effect.gen(function*() {
      const { address, event, guest } = yield* Festival
      const ask = yield* inProcess
      const { login: username, password } = administrator
      const signIn = caller(`${address}/administration`, null)("POST", "/auth/login", {
        username,
        password,
        node_id: null
      })
      const office = String((done(yield* signIn).body.success as Body).token)
      const me = yield* payer(20)
      const [owner] = yield* guestCallers(me.guest, yield* guest())
      const found: Record<Api, Record<string, CallExample>> = { administration: {}, customer: {}, terminal: {} }
      const all = yield* operations(me)
      // Some calls of the guest end the session with which others are made.
      const ofGuest = yield* Effect.forEach(all.filter(isOfGuest), makeNow)
      for (const { api, described, name, valid } of [...ofGuest, ...all.filter((one) => !isOfGuest(one))]) {
        const call = yield* valid
        const own = api === "administration" ? office : owner!.secret
        const node = call.node ?? event
        const answered = yield* ask(api, described, call, { token: call.token ?? own, node })
        assert.isBelow(answered.status, 300, `${api} ${name}: ${answered.text}`)
        found[api][name] = exampleOf(described, { ...call, node }, answered)
        if (api === "customer") yield* owner!.restore
      }
      for (const api of ["administration", "customer", "terminal"] as const) {
        if (writes) {
          writeFileSync(fileOf(api), `${JSON.stringify(found[api], null, 2)}\n`)
        } else {
          const [now, before] = differing(found[api], stored(api))
          assert.deepStrictEqual(now, before, "WRITE_EXAMPLES=1 npx vitest run Examples stores them")
        }
      }
    }))
})
