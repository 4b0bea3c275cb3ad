import { assert, layer } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Effect } from "effect"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import type { Body } from "../../support/FestivalServer.ts"
import { type Method, send } from "../../support/ServedApi.ts"
import { callsOf, type Described } from "../hostile/Requests.ts"
import { type ListApi, longLists } from "./LongLists.ts"

/** The keys of the entries of a list, in order. */
const entriesOf = (body: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(body)) {
    return body.map(({ code, customer_account_id, id, key, order_uuid }) =>
      id ?? order_uuid ?? key ?? code ?? customer_account_id
    )
  }
  const { entries, ids, orders } = body as { readonly [list in "entries" | "ids" | "orders"]?: ReadonlyArray<unknown> }
  return ids ?? (entries as ReadonlyArray<Body> | undefined)?.map(({ n }) => n) ?? entriesOf(orders)
}

/** The next page that an answer links to; null at the end of the list. */
const nextOf = ({ headers }: { readonly headers: Headers }, url: string) => {
  const link = headers.get("link")
  if (link === null) return null
  const [, target] = /^<([^>]*)>; rel="next"$/.exec(link) ?? []
  assert.isDefined(target, link)
  return new URL(target!, url).href
}

/**
 * Reads a list whole and two entries at a time; asserts that both are the same and that only the last answer has no link.
 */
const walk = Effect.fnUntraced(function*({ address, calls, token }: ListApi, call: string) {
  const { body, path } = calls[call]!
  const method = call.slice(0, call.indexOf(" ")) as Method
  const ask = Effect.fnUntraced(function*(url: string) {
    const reply = yield* send(method, url, { token, body })
    assert.strictEqual(reply.status, 200, `${url} ${reply.text}`)
    return { entries: entriesOf(reply.body), next: nextOf(reply, url) }
  })
  const url = address + path
  const more = `${url}${path.includes("?") ? "&" : "?"}limit=`
  const whole = yield* ask(url)
  assert.isAtLeast(whole.entries.length, 3, call)
  assert.isNull(whole.next, call)
  assert.deepStrictEqual(yield* ask(more + whole.entries.length), whole, call)
  const walked: Array<unknown> = []
  let next: string | null = `${more}2`
  while (next !== null) {
    const page: Effect.Success<ReturnType<typeof ask>> = yield* ask(next)
    assert.isAtMost(page.entries.length, 2, call)
    assert.isNotEmpty(page.entries, call)
    walked.push(...page.entries)
    next = page.next
  }
  assert.deepStrictEqual(walked, whole.entries, call)
})

const withLimit = (calls: ReadonlyArray<Described>) =>
  calls.filter(({ parameters }) => parameters.some(({ name }) => name === "limit")).map(({ method, path }) =>
    `${method} ${path}`
  )

layer(FestivalPortal.layer, { excludeTestServices: true })("long lists", (it) => {
  it.effect("say in every call with a limit whether they go on, and link what follows", () =>
    Effect.gen(function*() {
      const { administration, customer, terminal } = yield* longLists
      const apis: ReadonlyArray<readonly [ListApi, ReadonlyArray<Described>]> = [
        [administration, callsOf(AdministrationApi)],
        [terminal, callsOf(TerminalApi)],
        [customer, callsOf(CustomerApi)]
      ]
      for (const [api, described] of apis) {
        assert.sameMembers(Object.keys(api.calls), withLimit(described))
        for (const call of Object.keys(api.calls)) yield* walk(api, call)
      }
    }))
})
