import { Effect, Struct } from "effect"
import { DaySealRepository } from "../report/DaySealRepository.ts"
import { differencesOfEvent } from "../report/SealComparison.ts"
import { SealedRowRepository } from "../report/SealedRowRepository.ts"
import { FindingList } from "./FindingList.ts"
import { Finding } from "./Invariants.ts"

/** Compares the rows of each sealed day with its seal. */
export const daySeals = Effect.fnUntraced(function*(limit: number) {
  const found = new FindingList(limit)
  const readings = { rows: yield* SealedRowRepository.make, seals: yield* DaySealRepository.make }
  for (const { event_id } of yield* readings.seals.events) {
    const differences = yield* differencesOfEvent(readings, yield* readings.seals.seals(event_id))
    for (const difference of differences) found.add(new Finding(Struct.omit(difference, ["day"])))
  }
  return found
})
