import { Context, Effect, Layer } from "effect"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import type { Page } from "../sql/Page.ts"
import { PayoutCandidates } from "./PayoutCandidates.ts"
import { mayPayOut } from "./PayoutRun.ts"
import { LeftOutCustomer } from "./PayoutSelection.ts"

/** The customers with money whom a payout run would leave out. */
export class LeftOutCustomers extends Context.Service<LeftOutCustomers>()("core/LeftOutCustomers", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const candidates = yield* PayoutCandidates
    const events = yield* EventRepository

    /** A page of those whom a run without limits would leave out now, by account. */
    const list = Effect.fn("LeftOutCustomers.list")(function*(caller: AtEvent, { cursor, limit }: Page) {
      yield* access.requireAt(caller, caller.eventId, mayPayOut)
      const settings = yield* events.settings(caller.eventId)
      const { leftOut } = yield* Effect.orDie(candidates.choose(caller.eventId, settings, null))
      return leftOut
        .filter(({ candidate }) => cursor === null || candidate.account_id > cursor)
        .slice(0, limit)
        .map(({ amount, candidate, reason }) =>
          new LeftOutCustomer({
            customer_account_id: candidate.account_id,
            reason,
            account_name: candidate.account_name,
            iban: candidate.iban,
            email: candidate.email,
            payout_amount: amount,
            blocked_by: candidate.blocked_by,
            blocked_since: candidate.blocked_at,
            user_tag_pin: candidate.user_tag_pin
          })
        )
    })

    return { list }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventRepository.layer, PayoutCandidates.layer])
  )
}
