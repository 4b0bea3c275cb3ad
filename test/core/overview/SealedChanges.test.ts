import { assert, layer } from "@effect/vitest"
import { DaySeals } from "@wristbank/core/report/DaySeals"
import { Effect, Layer } from "effect"
import { FestivalTickets } from "../../support/FestivalTickets.ts"
import { broken, diagnose, diagnosedAfter, findingsOf } from "../journal/Diagnosed.ts"
import { sealed } from "../report/SealedDays.ts"
import { singleChanges, wholeEvening } from "./SingleChanges.ts"

/** The changes of what seals don't cover, as it goes on changing or is no row: other checks name each of them. */
const unsealed: ReadonlyArray<string> = [
  "the tags of two guests",
  "the credit of a voucher",
  "the body of a guarding function"
]

layer(Layer.provideMerge(DaySeals.layer, FestivalTickets.layer), { excludeTestServices: true })("the doctor", (it) => {
  it.effect("names every single change of a sealed evening, by at most 100 ids where no other check names the row", () =>
    Effect.gen(function*() {
      const evening = yield* wholeEvening
      yield* sealed
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
      const changes = singleChanges(evening)
      const found = yield* Effect.forEach(changes, ({ statements, what }) =>
        Effect.map(
          diagnosedAfter((sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))),
          (diagnosis) => ({ what, names: broken(diagnosis), bySeal: findingsOf(diagnosis, "day-seals") })
        ))
      for (const { bySeal, names, what } of found) {
        assert.isNotEmpty(names, what)
        for (const { ids, object } of bySeal) assert.lengthOf(ids, 2, `${what}: ${object}`)
      }
      const missed = found.filter(({ bySeal }) => bySeal.length === 0).map(({ what }) => what)
      assert.deepStrictEqual(missed, unsealed)
    }))
})
