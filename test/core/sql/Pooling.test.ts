import { assert, it } from "@effect/vitest"
import { type Pooling, poolingOf, type Session } from "@wristbank/core/sql/Pooling"
import { Effect } from "effect"

/** Which free session a pooler hands out. */
type Discipline = "last used" | "longest unused"

/** A pooler that lends a session of the database for each transaction; with `keeps` to each connection until it ends. */
const pooler = (discipline: Discipline, { idle = "15s", keeps = false } = {}) => {
  const free: Array<number> = []
  let [opened, connected] = [0, 0]
  const borrow = () => (discipline === "last used" ? free.pop() : free.shift()) ?? ++opened
  return Effect.sync((): Session => {
    let held = keeps ? borrow() : undefined
    let isInTransaction = false
    const query = (sql: string) =>
      Effect.sync(() => {
        const pid = held ??= borrow()
        if (sql === "begin") isInTransaction = true
        if (sql === "commit") isInTransaction = false
        if (!keeps && !isInTransaction) {
          free.push(pid)
          held = undefined
        }
        return [{ pid, idle }]
      })
    return { processId: 90_000 + ++connected, query }
  })
}

/** PostgreSQL itself, or a proxy that passes connections on. */
const direct = (idle = "15s"): Session => ({ processId: 7, query: () => Effect.succeed([{ pid: 7, idle }]) })

const cases: ReadonlyArray<readonly [what: string, open: Effect.Effect<Session>, found: Pooling]> = [
  ["PostgreSQL itself", Effect.succeed(direct()), "none"],
  ["a pooler that keeps sessions", pooler("last used", { keeps: true }), "none"],
  ["one that lends the session used last", pooler("last used"), "sessions_shared"],
  ["one that lends the session unused longest", pooler("longest unused"), "sessions_shared"],
  ["one that drops settings", pooler("last used", { idle: "0", keeps: true }), "settings_dropped"],
  ["one that drops settings and tells ids of the database", Effect.succeed(direct("0")), "settings_dropped"]
]

it.effect.each(cases)(
  "finds out about %s",
  ([, open, found]) => Effect.map(poolingOf(open), (pooling) => assert.strictEqual(pooling, found))
)
