import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { colleague } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { caller, created, done } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("a till and its terminal", (it) => {
  it.effect("are brought together by who administers the nodes of both", () =>
    Effect.gen(function*() {
      const { address, admin, at, event, tills } = yield* Festival
      const part = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: randomUUID(), description: "" })
      )
      const above = yield* tills.device()
      const below = yield* created(at(part)("POST", "/terminal", { name: randomUUID() }))
      const till = { name: randomUUID(), active_profile_id: yield* tills.profile({}) }
      const id = yield* created(at(part)("POST", "/tills", till))
      const clerk = yield* colleague(event, part, ["node_administration"])
      const office = (path: string, body: object) =>
        caller(`${address}/administration`, clerk.token)("POST", `${path}?node_id=${part}`, body)
      const terminal_id = above.terminalId
      yield* refused(office(`/tills/${id}`, { ...till, terminal_id }), "organisation.privilege_missing", {}, 403)
      yield* refused(
        office("/tills", { ...till, name: randomUUID(), terminal_id }),
        "organisation.privilege_missing",
        {},
        403
      )
      yield* refused(
        office(`/tills/${id}/switch-terminal`, { new_terminal_id: terminal_id }),
        "organisation.privilege_missing",
        {},
        403
      )
      done(yield* office(`/tills/${id}/switch-terminal`, { new_terminal_id: below }))
      assert.strictEqual(done(yield* at(part)("GET", `/tills/${id}`)).body.terminal_id, below)
    }))
})
