import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { join } from "node:path"
import { Festival, sale } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"

const root = join(import.meta.dirname, "../../..")

/** The files of the table in one-sale.md; a name without a folder is beside the one before it. */
const listed = () => {
  const page = readFileSync(join(root, "docs/developer-documentation/one-sale.md"), "utf8")
  const files = new Set<string>()
  for (const row of page.match(/^\|.*\| `.*\.ts` \|.*$/gm) ?? []) {
    let folder = ""
    for (const [, named] of row.matchAll(/`([\w./-]+\.ts)`/g)) {
      const file = named!.includes("/") || folder === "" ? named! : `${folder}/${named!}`
      folder = file.split("/").slice(0, -1).join("/")
      if (folder !== "") files.add(file)
    }
  }
  return [...files].toSorted()
}

/** Repeats a call until all that it needs is in memory, and returns the files whose code runs for one more. */
const filesRunBy = Effect.fnUntraced(function*<E, R>(call: Effect.Effect<unknown, E, R>) {
  const session = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const opened = new Session()
      opened.connect()
      return opened
    }),
    (opened) => Effect.sync(() => opened.disconnect())
  )
  const counts = Effect.promise(() => session.post("Profiler.takePreciseCoverage"))
  yield* Effect.promise(() => session.post("Profiler.enable"))
  yield* Effect.promise(() => session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false }))
  for (let n = 0; n < 3; n++) yield* call
  yield* counts
  yield* call
  const { result } = yield* counts
  return result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
    .flatMap(({ url }) => /(?:core|http)\/src\/[\w./-]+\.ts/.exec(url)?.[0] ?? [])
})

layer(Festival.layer, { excludeTestServices: true })("a sale by wristband", (it) => {
  it.effect("runs the files that its page lists, and none of its rooms besides", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest({ balance: 100 })
      const run = yield* filesRunBy(
        Effect.map(Effect.suspend(() => bar.post("/order/book-sale", sale([press("beer")], buyer))), done)
      )
      const files = listed()
      assert.isAtMost(files.length, 20)
      assert.deepStrictEqual(files.filter((file) => !existsSync(join(root, file))), [])
      assert.deepStrictEqual(files.filter((file) => !run.includes(file)), [])
      // No code about cards, for one.
      const besides = run.filter((file) => /^core\/src\/(?:journal|sale)\//.test(file) && !files.includes(file))
      // The schemas of its request.
      assert.deepStrictEqual(besides, ["core/src/journal/Order.ts"])
    }).pipe(Effect.scoped))
})
