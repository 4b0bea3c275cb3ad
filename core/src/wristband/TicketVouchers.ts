import { Context, Effect, Layer } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import type { Actor } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import { tagRules } from "./TagRules.ts"
import { issuable, type NewTicketVoucher } from "./TicketVoucher.ts"
import { TicketVoucherRepository } from "./TicketVoucherRepository.ts"

/** Tickets bought in advance. */
export class TicketVouchers extends Context.Service<TicketVouchers>()("core/TicketVouchers", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const repository = yield* TicketVoucherRepository

    /**
     * Issues ticket vouchers at an event, each with an account, and returns the new ones. Tokens that the event already
     * knows are left out, so a list may be sent again; other events may have the same ones. Fails as `InvalidArgument`
     * if another list with one of its tokens is stored at this moment.
     */
    const issue = Effect.fn("TicketVouchers.issue")(function*(
      actor: Actor & { readonly eventId: bigint },
      vouchers: ReadonlyArray<NewTicketVoucher>
    ) {
      yield* Effect.fromResult(issuable(vouchers))
      return yield* changes.run(
        actor,
        (issued) => ({ logType: "ticket_vouchers_issued", content: { num_vouchers: issued.length } }),
        repository.insert(actor.eventId, vouchers).pipe(
          Effect.catchIf(isTaken, () => Effect.fail(InvalidArgument.of(tagRules.vouchers_just_issued)))
        ),
        // Bookings can't depend on accounts that don't exist yet.
        { withoutVersion: true }
      )
    })

    return { issue }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, TicketVoucherRepository.layer])
  )
}
