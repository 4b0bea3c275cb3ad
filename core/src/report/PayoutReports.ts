import { Context, DateTime, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { PayoutCandidates } from "../payout/PayoutCandidates.ts"
import type { Selection } from "../payout/PayoutSelection.ts"
import { reportPeriod } from "./EventDay.ts"
import { BlockedMoney, PayoutReport, UnclaimedMoney, UnclaimedReason } from "./PayoutReport.ts"
import { PayoutReportRepository } from "./PayoutReportRepository.ts"
import { reportHead } from "./ReportHead.ts"
import { ReportReading } from "./ReportReading.ts"
import { reportRules } from "./ReportRules.ts"

/** What became of the money on wristbands, for the event as a whole. */
export class PayoutReports extends Context.Service<PayoutReports>()("core/PayoutReports", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const candidates = yield* PayoutCandidates
    const events = yield* EventRepository
    const repository = yield* PayoutReportRepository
    const reading = yield* ReportReading

    const reasonsOf = Effect.fnUntraced(function*(eventId: bigint, countries: Countries) {
      const considered = yield* candidates.choose(eventId, countries, null)
      const others = yield* repository.notConsidered(eventId)
      return {
        reasons: [...reasonsIn(considered), ...others].toSorted((a, b) => orderOf(a) - orderOf(b)),
        blocked: blockedIn(considered)
      }
    })

    /** Fails as `InvalidArgument` unless it is asked for at the event's own node. */
    const read = Effect.fn("PayoutReports.read")(function*(caller: AtEvent, asOf: DateTime.Utc | null) {
      const { eventId, node } = caller
      if (node.id !== eventId) return yield* InvalidArgument.of(reportRules.whole_event_only)
      yield* access.requireAt(caller, eventId, mayManage)
      return yield* reading.once(Effect.gen(function*() {
        const settings = yield* events.settings(eventId)
        const made_at = yield* DateTime.now
        // Far enough ahead for every booking of this reading, whichever clock gave its time.
        const at = { eventId, at: asOf ?? DateTime.add(made_at, { days: 1 }) }
        const runs = yield* repository.done(at)
        const sumOf = (key: "donation_sum" | "payout_sum" | "returned_sum") => Money.sum(runs.map((run) => run[key]))
        const period = yield* Effect.fromResult(reportPeriod(settings, { from: null, to: null }))
        return new PayoutReport({
          head: reportHead({ eventId, node, settings, period, as_of: asOf, made_at }),
          unclaimed: yield* Effect.orDie(repository.unclaimed(at)),
          ...(asOf === null ? yield* reasonsOf(eventId, settings) : { reasons: null, blocked: null }),
          reserved: yield* Effect.orDie(repository.reserved(at)),
          runs,
          paid: Money.subtract(sumOf("payout_sum"), sumOf("returned_sum")),
          donated: sumOf("donation_sum")
        })
      }))
    })

    return { read }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, PayoutCandidates.layer, ReportReading.layer]),
    Layer.provide([EventRepository.layer, PayoutReportRepository.layer])
  )
}

type Countries = Parameters<PayoutCandidates["Service"]["choose"]>[1]

const orderOf = ({ reason }: UnclaimedMoney) => UnclaimedReason.literals.indexOf(reason)

const blockedIn = ({ leftOut }: Selection): ReadonlyArray<BlockedMoney> =>
  leftOut.filter(({ reason }) => reason === "blocked").map(({ candidate: { balance, blocked_at, blocked_by } }) =>
    new BlockedMoney({ by: blocked_by, since: blocked_at, amount: balance })
  )

/** Those whom the next run considers: it pays them, an operator excluded them, or a bank can't pay them. */
const reasonsIn = ({ chosen, leftOut }: Selection): ReadonlyArray<UnclaimedMoney> => {
  const all = [
    ...chosen.map((one) => ({ ...one, reason: "payable" as const })),
    ...leftOut
  ]
  return UnclaimedReason.literals.flatMap((reason) => {
    const those = all.filter((one) => one.reason === reason)
    return those.length === 0 ? [] : new UnclaimedMoney({
      reason,
      customers: those.length,
      amount: Money.sum(those.map(({ candidate }) => candidate.balance))
    })
  })
}
