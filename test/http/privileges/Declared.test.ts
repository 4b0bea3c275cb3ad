import { assert, describe, it } from "@effect/vitest"
import type { TerminalCall } from "@wristbank/core/till/TerminalGuard"
import { callRows } from "@wristbank/docs/privileges"
import { Needs, needsOf } from "@wristbank/http/api/Needs"
import { fromTerminal, isFromTerminal, toTerminalNeeds } from "@wristbank/http/api/terminal/SignedInTerminal"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { atTerminal } from "@wristbank/http/server/terminal/AtTerminal"
import { Effect } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

const endpoint = HttpApiEndpoint.get("one", "/one")
const apiWith = <Endpoint extends HttpApiEndpoint.Constraint>(one: Endpoint) =>
  HttpApi.make("api").add(HttpApiGroup.make("group").add(one))

/** What a handler asks for that its endpoint does not provide; the builder of a group leaves just that over. */
type Undeclared<Endpoint extends HttpApiEndpoint.Constraint, Handled> = HttpApiEndpoint.ExcludeProvided<
  Endpoint,
  Effect.Services<Handled>
>
type IsNone<Type> = [Type] extends [never] ? true : false

describe("what calls of terminals need", () => {
  it("is said of every endpoint, once, and with the guard where a token is needed", () => {
    const counts = { guarded: 0, open: 0 }
    HttpApi.reflect(TerminalApi, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint: declared, group }) => {
        const needs = needsOf({ endpoint: declared, group })
        const name = `${declared.method} ${declared.path}`
        assert.strictEqual(isFromTerminal(declared), needs !== "nothing", name)
        if (typeof needs !== "string") assert.isNotEmpty(needs, name)
        counts[needs === "nothing" ? "open" : "guarded"]++
      }
    })
    assert.isAbove(counts.guarded, 30)
    assert.isAbove(counts.open, 0)
  })

  it("is neither forgotten nor said twice", () => {
    const declared = endpoint.middleware(fromTerminal("token"))
    assert.deepStrictEqual(callRows(apiWith(declared)), [{ call: "GET /one", needs: "token" }])
    assert.throws(() => callRows(apiWith(endpoint)), /said 0 times/)
    assert.throws(() => callRows(apiWith(declared.middleware(fromTerminal(["can_book_orders"])))), /said 2 times/)
    assert.throws(() => callRows(apiWith(declared.annotate(Needs, "nothing"))), /said 2 times/)
  })

  it("no one has to be signed in for a token alone, someone for presence", () => {
    assert.deepStrictEqual(toTerminalNeeds("token"), [null])
    assert.notInclude(toTerminalNeeds("presence"), null)
    assert.deepStrictEqual(toTerminalNeeds(["grant_vouchers"]), ["grant_vouchers"])
  })

  it("is known to handlers by type: a service that needs another privilege does not fit", () => {
    const handled = atTerminal((terminal: TerminalCall<"can_book_orders">) => Effect.succeed(terminal.eventId))
    const exact = endpoint.middleware(fromTerminal(["can_book_orders"]))
    const exactFits: IsNone<Undeclared<typeof exact, typeof handled>> = true
    const either = endpoint.middleware(fromTerminal(["can_book_orders", "cash_transport"]))
    const eitherFits: IsNone<Undeclared<typeof either, typeof handled>> = false
    const present = endpoint.middleware(fromTerminal("presence"))
    const presentFits: IsNone<Undeclared<typeof present, typeof handled>> = false
    const token = endpoint.middleware(fromTerminal("token"))
    const tokenFits: IsNone<Undeclared<typeof token, typeof handled>> = false
    assert.deepStrictEqual([exactFits, eitherFits, presentFits, tokenFits], [true, false, false, false])
  })
})
