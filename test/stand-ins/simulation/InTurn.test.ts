import { assert, it } from "@effect/vitest"
import { inTurn } from "@wristbank/stand-ins/simulation/InTurn"
import { Deferred, Effect, Exit } from "effect"

it.effect("work with a key in common runs one after the other, other work at once", () =>
  Effect.gen(function*() {
    const turns = yield* inTurn<never>()
    const gate = yield* Deferred.make<void>()
    const events: Array<string> = []
    const note = (text: string) => Effect.sync(() => void events.push(text))
    yield* turns.begin(["till 1", "guest 1"], Effect.andThen(Deferred.await(gate), note("first")))
    yield* turns.begin(["till 2", "guest 1"], note("same guest"))
    yield* turns.begin(["till 1", "guest 2"], note("same till"))
    yield* turns.begin(["till 3", "guest 3"], note("other"))
    while (events.length === 0) yield* Effect.yieldNow
    assert.deepStrictEqual(events, ["other"])
    yield* Deferred.succeed(gate, undefined)
    yield* turns.end
    assert.deepStrictEqual(events.slice(0, 2), ["other", "first"])
    assert.sameMembers(events.slice(2), ["same guest", "same till"])
  }).pipe(Effect.scoped))

it.effect("the first failure ends it, whether it is waited for or something else begins", () =>
  Effect.gen(function*() {
    const turns = yield* inTurn<string>()
    yield* turns.begin(["a"], Effect.never)
    yield* turns.begin(["b"], Effect.fail("refused"))
    assert.deepStrictEqual(yield* Effect.exit(turns.end), Exit.fail("refused"))
    assert.deepStrictEqual(yield* Effect.exit(turns.begin(["c"], Effect.void)), Exit.fail("refused"))
  }).pipe(Effect.scoped))
