import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import type { LedgerModel } from "../../support/model/LedgerModel.ts"
import { servedFestival } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"
import { booksAgree, booksOf, staffAgrees } from "./SystemBooks.ts"
import { anyCommands, type Perform, type Running } from "./SystemCommands.ts"
import { openRun, System } from "./SystemServer.ts"

/** The number of steps, about; more steps find more. */
const steps = Number(process.env.SYSTEM_STEPS ?? 120)

/** Another seed takes other steps. */
const seed = Number(process.env.SYSTEM_SEED ?? 1)

/** The most commands of a run; it has half as many on average. Long runs spend less of their time on new guests. */
const longest = steps < 10_000 ? 200 : 400

/** Takes random steps in runs of their own, each with a new model, perhaps one with a wrong rule. */
const explore = Effect.fnUntraced(function*(numRuns: number, spoil: ((model: LedgerModel) => LedgerModel) | null) {
  const system = yield* System
  const perform = Effect.runPromiseWith(yield* Effect.context<never>()) as Perform
  const begun = performance.now()
  let taken = 0
  const found = yield* Effect.promise(() =>
    fc.check(
      fc.asyncProperty(anyCommands(longest), async (commands) => {
        const opened = await perform(openRun(system))
        const model = spoil === null ? opened.model : spoil(opened.model)
        const running: Running = { run: opened.run, before: await perform(booksOf(opened.run)), perform, steps: 0 }
        await fc.asyncModelRun(() => ({ model, real: running }), commands)
        taken += running.steps
        await perform(booksAgree(opened.run, model, running.before))
        await perform(staffAgrees(opened.run, model))
      }),
      { seed, numRuns, endOnFailure: spoil !== null }
    )
  )
  return { found, taken, perSecond: Math.round(1000 * taken / (performance.now() - begun)) }
})

/** Models with one wrong rule. */
const wrong: Readonly<Record<string, (model: LedgerModel) => LedgerModel>> = {
  "beer that costs two vouchers": (model) => ({ ...model, inVouchers: { ...model.inVouchers, beer: 2 } }),
  "a deposit that is a cent cheaper": (model) => ({ ...model, prices: { ...model.prices, deposit: 199 } }),
  "a till at which nobody is signed in": (model) => ({
    ...model,
    tills: model.tills.map((till) => ({ ...till, person: null }))
  })
}

layer(Layer.provideMerge(System.layer, servedFestival), { excludeTestServices: true })(
  "a festival, step by step",
  (it) => {
    it.effect(
      "answers as its model does, and has the same money, vouchers, people and registers",
      () =>
        Effect.gen(function*() {
          const { found, perSecond, taken } = yield* explore(Math.ceil(2 * steps / longest), null)
          tell(
            `${counted(taken)} steps, ${perSecond} a second, ${
              found.failed ? 1 : 0
            } answered otherwise than by the model`
          )
          const again = `SYSTEM_SEED=${seed} SYSTEM_STEPS=${steps} npx vitest run test/http/system/System.test.ts`
          assert.isFalse(
            found.failed,
            `${fc.defaultReportMessage(found)}\n${String(found.errorInstance)}\nAgain: ${again}`
          )
        }),
      600_000 + steps * 100
    )

    it.effect("a model with a wrong rule is found out", () =>
      Effect.gen(function*() {
        for (const [name, spoil] of Object.entries(wrong)) {
          const { found } = yield* explore(5, spoil)
          // It is a step that is answered differently.
          assert.match(String(found.errorInstance), /"kind"/, name)
        }
      }))
  }
)
