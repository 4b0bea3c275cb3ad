import { Context, Effect, Layer } from "effect"
import { runInSlices } from "../base/SlicedWork.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { PayoutRepository } from "./PayoutRepository.ts"
import { type Candidate, type Limits, select, type Selection } from "./PayoutSelection.ts"

type Countries = Pick<EventSettings, "sepa_allowed_country_codes">

/** Chooses the customers of payout runs. */
export class PayoutCandidates extends Context.Service<PayoutCandidates>()("core/PayoutCandidates", {
  make: Effect.gen(function*() {
    const payouts = yield* PayoutRepository

    /** The customers that a run with these limits would pay now; null means no limits. */
    const choose = (eventId: bigint, settings: Countries, limits: Limits | null) =>
      Effect.flatMap(payouts.candidates(eventId, null), (all) => decide(all, settings, limits))

    /**
     * Chooses customers, locks them until the end of the transaction, and decides again about those whose balance or bank
     * data changed meanwhile. A run may therefore pay less than first chosen, but never more than a balance.
     */
    const chooseLocked = Effect.fn("PayoutCandidates.chooseLocked")(
      function*(eventId: bigint, settings: Countries, limits: Limits): Effect.fn.Return<Selection, LookUpFailed> {
        const first = yield* choose(eventId, settings, limits)
        const candidates = first.chosen.map(({ candidate }) => candidate)
        const ids = candidates.map(({ account_id }) => account_id)
        yield* payouts.lockAccounts(eventId, ids)
        yield* payouts.lockCustomers(eventId, ids)
        const versions = yield* payouts.versions(eventId, ids)
        const changed = candidates.filter(({ account_id, version }) => versions.get(account_id) !== version)
        if (changed.length === 0) return first
        const moved = new Set(changed.map(({ account_id }) => account_id))
        const now = yield* payouts.candidates(eventId, Array.from(moved))
        const all = [...candidates.filter(({ account_id }) => !moved.has(account_id)), ...now]
          .toSorted((left, right) => left.account_id < right.account_id ? -1 : 1)
        const second = yield* decide(all, settings, limits)
        return { chosen: second.chosen, leftOut: [...first.leftOut, ...second.leftOut] }
      }
    )

    return { choose, chooseLocked }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PayoutRepository.layer))
}

const decide = (all: ReadonlyArray<Candidate>, settings: Countries, limits: Limits | null) =>
  runInSlices(() => select(all, settings.sepa_allowed_country_codes, limits))

type LookUpFailed = Effect.Error<ReturnType<PayoutRepository["Service"]["candidates"]>>
