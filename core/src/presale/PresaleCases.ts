import { Context, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage } from "../organisation/Place.ts"
import type { Page } from "../sql/Page.ts"
import type { PresaleCaseKind } from "./PresaleCase.ts"
import { PresaleCaseRepository } from "./PresaleCaseRepository.ts"
import { PresaleRepository } from "./PresaleRepository.ts"
import { presaleRules } from "./PresaleRules.ts"

/** What operators have to decide about the presale. */
export class PresaleCases extends Context.Service<PresaleCases>()("core/PresaleCases", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const cases = yield* PresaleCaseRepository
    const changes = yield* Changes
    const tickets = yield* PresaleRepository

    const atTop = (caller: AtEvent) => access.requireAt(caller, caller.eventId, mayManage)

    const cancelTicket = Effect.fnUntraced(function*(
      eventId: bigint,
      { kind, ticketId }: { readonly kind: PresaleCaseKind; readonly ticketId: bigint | null }
    ) {
      if (kind !== "other_shop" || ticketId === null) {
        return yield* InvalidArgument.of(presaleRules.case_without_cancel)
      }
      yield* tickets.lockAccounts(eventId, [ticketId])
      const [ticket] = yield* tickets.reviewed({ eventId, ids: [ticketId] })
      if (ticket === undefined || ticket.isAdmitted) return yield* InvalidArgument.of(presaleRules.case_ticket_used)
      yield* tickets.cancel(eventId, [ticketId], [])
    })

    /** Cases, oldest first; `isSettled` null for all. */
    const list = Effect.fn("PresaleCases.list")((caller: AtEvent, isSettled: boolean | null, page: Page) =>
      Effect.andThen(atTop(caller), Effect.orDie(cases.list({ eventId: caller.eventId, isSettled, ...page })))
    )

    /**
     * Notes that the caller has decided a case, with a comment for others. No money is moved by it. With `cancelsTicket` a ticket of
     * a shop that is no longer read admits no one any more; otherwise it stays valid.
     */
    const settle = Effect.fn("PresaleCases.settle")(function*(
      caller: AtEvent,
      id: bigint,
      comment: string | null,
      cancelsTicket = false
    ) {
      yield* atTop(caller)
      yield* changes.run(
        caller,
        ({ amount, kind, orderCode }) => ({
          logType: "presale_case_settled",
          content: {
            id,
            order_code: orderCode,
            kind,
            amount: Money.toJson(amount),
            comment,
            ...(cancelsTicket ? { cancel_ticket: true } : {})
          }
        }),
        Effect.gen(function*() {
          const { eventId, userId } = caller
          const found = yield* cases.lock(eventId, id)
          if (found === undefined) return yield* new NotFound({ element_type: "presale_case", element_id: id })
          if (found.isSettled) return yield* InvalidArgument.of(presaleRules.case_settled)
          if (cancelsTicket) yield* cancelTicket(eventId, found)
          yield* cases.settle(eventId, id, userId, comment)
          return found
        }),
        { withoutVersion: true }
      )
    })

    return { list, settle }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, PresaleCaseRepository.layer, PresaleRepository.layer])
  )
}
