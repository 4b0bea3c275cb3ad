import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"

/** Three connections whose transactions begin with their first statement and stay open until they are ended. */
export const openTransactions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const connections: ReadonlyArray<Connection> = yield* Effect.all([sql.reserve, sql.reserve, sql.reserve])
  const open = new Set<number>()
  const say = (n: number, text: string) => connections[n]!.executeUnprepared(text, [], undefined)
  const run = Effect.fnUntraced(function*(n: number, text: string) {
    if (!open.has(n)) yield* say(n, "begin")
    open.add(n)
    yield* say(n, text)
  })
  /** Commits, or rolls back, if there is a transaction. */
  const end = (n: number, how: "commit" | "rollback") => open.delete(n) ? say(n, how) : Effect.void
  return {
    run,
    end,
    isOpen: (n: number) => open.has(n),
    commitAll: Effect.suspend(() => Effect.forEach([...open], (n) => end(n, "commit"), { discard: true }))
  }
})
