import { Context, Effect, Layer } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { NotFound, refuse } from "../base/Refusal.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage } from "../organisation/Place.ts"
import type { Page } from "../sql/Page.ts"
import { PresaleCheckInRepository } from "./PresaleCheckInRepository.ts"
import { nextReading } from "./PresaleReading.ts"
import { presaleRules } from "./PresaleRules.ts"
import { PresaleSourceRepository } from "./PresaleSourceRepository.ts"
import { PresaleStatus } from "./PresaleStatus.ts"
import { PresaleStatusRepository } from "./PresaleStatusRepository.ts"

/** The work of the presale as operators see it, and what they may ask of it. */
export class PresaleStatuses extends Context.Service<PresaleStatuses>()("core/PresaleStatuses", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const checkIns = yield* PresaleCheckInRepository
    const events = yield* EventRepository
    const repository = yield* PresaleStatusRepository
    const sources = yield* PresaleSourceRepository
    const { presaleIntervalSeconds } = yield* Configuration

    const atTop = (caller: AtEvent) => access.requireAt(caller, caller.eventId, mayManage)

    const get = Effect.fn("PresaleStatuses.get")(function*(caller: AtEvent) {
      yield* atTop(caller)
      const { eventId } = caller
      const { pretix_presale_enabled } = yield* events.settings(eventId)
      const history = yield* Effect.orDie(sources.history(eventId))
      const counts = yield* Effect.orDie(repository.counts(eventId))
      return new PresaleStatus({
        ...counts,
        is_enabled: pretix_presale_enabled,
        read_at: history?.readAt ?? null,
        read_everything_at: history?.readAllAt ?? null,
        changed_since: history?.changedSince ?? null,
        last_count: history?.lastCount ?? null,
        failures: history?.failures ?? 0,
        failed_at: history?.failedAt ?? null,
        problem: history?.problem ?? null,
        next_reading_at: history === undefined || !pretix_presale_enabled
          ? null
          : nextReading(history, presaleIntervalSeconds),
        is_reading_requested: history !== undefined && history.requestedAt !== null
      })
    })

    /** Orders that could not be imported, by code. */
    const brokenOrders = Effect.fn("PresaleStatuses.brokenOrders")((caller: AtEvent, page: Page<string>) =>
      Effect.andThen(atTop(caller), Effect.orDie(repository.broken({ eventId: caller.eventId, ...page })))
    )

    /** Check-ins that the shop refused, and those that are not sent as they are of a former shop, by ticket. */
    const stoppedCheckIns = Effect.fn("PresaleStatuses.stoppedCheckIns")((caller: AtEvent, page: Page) =>
      Effect.andThen(atTop(caller), Effect.orDie(checkIns.stopped({ eventId: caller.eventId, ...page })))
    )

    /** Asks for a reading at once, of changes or of everything. */
    const requestReading = Effect.fn("PresaleStatuses.requestReading")(function*(caller: AtEvent, everything: boolean) {
      yield* atTop(caller)
      yield* changes.run(
        caller,
        () => ({ logType: "presale_reading_requested", content: { id: caller.eventId, everything } }),
        sources.request(caller.eventId, everything),
        { withoutVersion: true }
      )
    })

    /** Lets a check-in that the shop refused be tried again. */
    const retryCheckIn = Effect.fn("PresaleStatuses.retryCheckIn")(function*(caller: AtEvent, ticketId: bigint) {
      yield* atTop(caller)
      yield* changes.run(
        caller,
        () => ({ logType: "presale_check_in_retried", content: { ticket_voucher_id: ticketId } }),
        Effect.gen(function*() {
          const isOfFormerShop = yield* checkIns.resume(caller.eventId, ticketId)
          if (isOfFormerShop === undefined) {
            return yield* new NotFound({ element_type: "presale_ticket", element_id: ticketId })
          }
          if (isOfFormerShop) return yield* Effect.fromResult(refuse(presaleRules.check_in_without_shop))
        }),
        { withoutVersion: true }
      )
    })

    /** Lets all check-ins that the shop refused be tried again, such as after the check-in list was changed. */
    const retryCheckIns = Effect.fn("PresaleStatuses.retryCheckIns")(function*(caller: AtEvent) {
      yield* atTop(caller)
      return yield* changes.run(
        caller,
        (count) => count === 0 ? null : { logType: "presale_check_in_retried", content: { id: caller.eventId, count } },
        checkIns.resumeAll(caller.eventId),
        { withoutVersion: true }
      )
    })

    return { brokenOrders, get, requestReading, retryCheckIn, retryCheckIns, stoppedCheckIns }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    Access.layer,
    Changes.layer,
    EventRepository.layer,
    PresaleCheckInRepository.layer,
    PresaleSourceRepository.layer,
    PresaleStatusRepository.layer
  ]))
}
