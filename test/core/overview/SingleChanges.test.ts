import { assert, layer } from "@effect/vitest"
import type { InvariantName } from "@wristbank/core/overview/Invariants"
import { Effect } from "effect"
import { FestivalTickets } from "../../support/FestivalTickets.ts"
import { broken, diagnose, diagnosedAfter } from "../journal/Diagnosed.ts"
import { singleChanges, wholeEvening } from "./SingleChanges.ts"

type Named = readonly [what: string, invariants: ReadonlyArray<InvariantName>]

layer(FestivalTickets.layer, { excludeTestServices: true })("the doctor", (it) => {
  it.effect("names single changes of an evening", () =>
    Effect.gen(function*() {
      const evening = yield* wholeEvening
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
      const changes = singleChanges(evening)
      const found = yield* Effect.forEach(changes, ({ statements, what }) =>
        Effect.map(
          diagnosedAfter((sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))),
          (diagnosis): Named => [what, broken(diagnosis)]
        ))
      assert.deepStrictEqual(found, changes.map(({ named, what }): Named => [what, named]))
    }))
})
