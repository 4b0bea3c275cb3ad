import { assert, it } from "@effect/vitest"
import * as Batches from "@wristbank/core/sql/Batches"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Context, Effect } from "effect"

class Ledger extends Context.Service<Ledger, string>()("core/Ledger") {}

it.effect("a statement runs without the services of the application, and with its references", () =>
  Effect.gen(function*() {
    const known = Effect.contextWith((context: Context.Context<never>) =>
      Effect.succeed([context.mapUnsafe.has(Ledger.key), Context.get(context, TimeoutScale)])
    )
    const answer = yield* Batches.make({
      limit: 2,
      atOnce: 4,
      together: (items: ReadonlyArray<number>) => Effect.map(known, (answered) => items.map(() => answered)),
      alone: () => known,
      keys: () => []
    })
    assert.deepStrictEqual(yield* answer(1), [false, 7])
    assert.deepStrictEqual(yield* Effect.all([answer(2), answer(3)], { concurrency: 2 }), [[false, 7], [false, 7]])
  }).pipe(Effect.provideService(Ledger, "the ledger"), Effect.provideService(TimeoutScale, 7), Effect.scoped))
