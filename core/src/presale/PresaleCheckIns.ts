import { Context, DateTime, Effect, Layer } from "effect"
import { say, type Sentence, writtenSentence } from "../base/Sentence.ts"
import { isFrom, listFor, nextTry, nonceOf, wordsOf } from "./PresaleCheckIn.ts"
import { type DueCheckIn, PresaleCheckInRepository } from "./PresaleCheckInRepository.ts"
import { pauseAfterFailures } from "./PresaleReading.ts"
import { presaleRules } from "./PresaleRules.ts"
import { type PresaleSource, PresaleSources } from "./PresaleSources.ts"
import { PretixCalls } from "./PretixCalls.ts"
import type { PretixCheckInList } from "./PretixShop.ts"
import type { ShopError, ShopFault } from "./ShopConnection.ts"

/** Check-ins that one round reports. */
const perRound = 50

/** Answers of the shop to a single check-in that repeating can't change. What concerns its list or its address concerns all of them. */
const final: ReadonlySet<ShopFault> = new Set(["rejected"])

/** Seconds after which one check-in shows whether the shop takes them again, at most. */
const longestPause = 60

/** Reports to ticket shops which guests have their wristband. */
export class PresaleCheckIns extends Context.Service<PresaleCheckIns>()("core/PresaleCheckIns", {
  make: Effect.gen(function*() {
    const pretix = yield* PretixCalls
    const repository = yield* PresaleCheckInRepository
    const sources = yield* PresaleSources

    const stop = (eventId: bigint, { id }: DueCheckIn, reason: Sentence) =>
      Effect.orDie(repository.stop(eventId, id, writtenSentence(reason)))

    const keepUnsent = (eventId: bigint, { id, shop }: DueCheckIn) =>
      Effect.orDie(repository.keepUnsent(
        eventId,
        id,
        writtenSentence(
          shop === null
            ? say(presaleRules.check_in_of_unknown_shop)
            : say(presaleRules.check_in_of_former_shop, { shop })
        )
      ))

    /** Reports one check-in; fails after a failure that concerns others as well. */
    const report = Effect.fnUntraced(function*(
      { at, checkInList, eventId }: PresaleSource,
      lists: ReadonlyArray<PretixCheckInList>,
      due: DueCheckIn
    ) {
      if (!isFrom(due, at)) return yield* keepUnsent(eventId, due)
      const list = listFor(due, lists, checkInList)
      if (list === null) return yield* stop(eventId, due, say(presaleRules.check_in_list_unclear))
      const nonce = nonceOf(eventId, due.id, due.position)
      const outcome = yield* pretix.checkIn(at, { list, secret: due.token, nonce, at: due.redeemedAt }).pipe(
        Effect.catchIf(
          ({ reason }) => final.has(reason),
          (error) => Effect.succeed({ kind: "refused", reason: error.detail || error.reason, explanation: "" } as const)
        ),
        Effect.tapError((error) => postpone(eventId, due, error))
      )
      return outcome.kind === "done"
        ? yield* Effect.orDie(repository.done(eventId, due.id))
        : yield* stop(eventId, due, wordsOf(outcome))
    })

    const postpone = Effect.fnUntraced(function*(eventId: bigint, { attempts, id }: DueCheckIn, error: ShopError) {
      const until = nextTry(yield* DateTime.now, attempts + 1, error.retryAfterSeconds)
      const problem = writtenSentence((language) => error.messageIn(language))
      yield* Effect.orDie(repository.postpone(eventId, id, until, problem))
    })

    /** Reports check-ins that are due, and returns how many there were; fails at the first that the shop can't take now. */
    const push = Effect.fn("PresaleCheckIns.push")(
      function*(eventId: bigint): Effect.fn.Return<number, ShopError> {
        const source = yield* sources.of(eventId)
        if (source === null) return 0
        const due = yield* Effect.orDie(repository.due(eventId, perRound))
        if (due.length === 0) return 0
        const lists = source.checkInList === null && due.some((one) => isFrom(one, source.at))
          ? yield* pretix.checkInLists(source.at)
          : []
        for (const one of due) yield* report(source, lists, one)
        return due.length
      },
      (effect, eventId) => Effect.annotateLogs(effect, { event_id: eventId })
    )

    /** Reports check-ins until none is due. Failures make the pause longer. */
    const pushAll = (eventId: bigint, failures = 0): Effect.Effect<void> =>
      Effect.matchEffect(push(eventId), {
        onSuccess: (count) => count === 0 ? Effect.void : pushAll(eventId),
        onFailure: (error) =>
          Effect.logWarning(`Check-ins could not be reported to the ticket shop: ${error.message}`).pipe(
            Effect.andThen(Effect.sleep(`${Math.min(pauseAfterFailures(failures + 1), longestPause)} seconds`)),
            Effect.andThen(Effect.suspend(() => pushAll(eventId, failures + 1)))
          )
      })

    return { push, pushAll }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PresaleCheckInRepository.layer, PresaleSources.layer, PretixCalls.layer])
  )
}
