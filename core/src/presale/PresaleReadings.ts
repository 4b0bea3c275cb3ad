import { Context, Duration, Effect, Layer, Result } from "effect"
import { writtenSentence } from "../primitives/Sentence.ts"
import { PresaleImports } from "./PresaleImports.ts"
import type { ReadingCount } from "./PresaleReading.ts"
import { PresaleSourceRepository } from "./PresaleSourceRepository.ts"
import { type PresaleSource, PresaleSources } from "./PresaleSources.ts"
import { type OrderPage, PretixCalls, type ReadOrder } from "./PretixCalls.ts"
import type { ShopError } from "./ShopConnection.ts"
import { ticketsOf } from "./ShopOrder.ts"

type Tally = { -readonly [Name in keyof ReadingCount]: ReadingCount[Name] }

/** How often a page is asked for again because the shop is busy. */
const repeatsWhileBusy = 5

/** Orders that could not be imported of which a reading tries again at most this many. */
const mostBroken = 50

/** Reads the ticket shops of events. A reading that is killed begins again where the one before it began. */
export class PresaleReadings extends Context.Service<PresaleReadings>()("core/PresaleReadings", {
  make: Effect.gen(function*() {
    const imports = yield* PresaleImports
    const pretix = yield* PretixCalls
    const rows = yield* PresaleSourceRepository
    const sources = yield* PresaleSources

    /** Imports an order as it was read; returns false if it can't be named, so that only its list can show it again. */
    const take = Effect.fnUntraced(function*({ eventId, products }: PresaleSource, read: ReadOrder, tally: Tally) {
      tally.orders++
      if (Result.isFailure(read)) {
        tally.broken++
        const { code, problem } = read.failure
        if (code === null) {
          yield* Effect.logWarning("The ticket shop sent an order that can't be read").pipe(
            Effect.annotateLogs({ event_id: eventId, reason: problem.sentence("en") })
          )
          return false
        }
        yield* imports.refuse(eventId, code, problem)
        return true
      }
      const tickets = ticketsOf(read.success, products)
      if (Result.isFailure(tickets)) {
        tally.broken++
        yield* imports.refuse(eventId, read.success.code, tickets.failure)
        return true
      }
      const outcome = yield* imports.accept(eventId, tickets.success)
      if (Result.isFailure(outcome)) tally.broken++
      else {
        tally.added += outcome.success.added
        tally.updated += outcome.success.updated
        tally.cancelled += outcome.success.cancelled
      }
      return true
    })

    /** Calls again after the pause that the shop asks for, or after 1, 2, 4, 8, 16 seconds. */
    const whileBusy = <A>(call: Effect.Effect<A, ShopError>, tries = 0): Effect.Effect<A, ShopError> =>
      Effect.catchIf(
        call,
        ({ reason }) => reason === "busy" && tries < repeatsWhileBusy,
        ({ retryAfterSeconds }) =>
          Effect.delay(whileBusy(call, tries + 1), Duration.seconds(retryAfterSeconds ?? 2 ** tries))
      )

    const readPages = Effect.fnUntraced(function*(source: PresaleSource, since: string | null, tally: Tally) {
      let url: URL | null = pretix.firstPage(source.at, since)
      let generatedAt: string | null = null
      let isComplete = true
      const seen = new Set<string>()
      while (url !== null) {
        const page: OrderPage = yield* whileBusy(pretix.page(source.at, url))
        for (const order of page.orders) {
          const isNamed = yield* take(source, order, tally)
          isComplete &&= isNamed
          seen.add(Result.isSuccess(order) ? order.success.code : order.failure.code ?? "")
        }
        generatedAt ??= page.generatedAt
        url = page.next
      }
      return { changedSince: isComplete ? generatedAt : null, seen }
    })

    const fetchOne = Effect.fnUntraced(function*(source: PresaleSource, code: string, tally: Tally) {
      const order = yield* whileBusy(pretix.order(source.at, code))
      // An order that vanishes was one of the test mode.
      if (order === null) yield* imports.forget(source.eventId, code)
      else yield* take(source, order, tally)
    })

    const run = Effect.fnUntraced(function*(source: PresaleSource, whole: boolean) {
      const { eventId } = source
      const startedAt = yield* Effect.orDie(rows.now)
      const [cursor] = yield* Effect.orDie(rows.cursor(eventId))
      const everything = whole || cursor === undefined || cursor.is_due_in_full
      const tally: Tally = { everything, orders: 0, added: 0, updated: 0, cancelled: 0, broken: 0 }
      const brokenBefore = yield* Effect.orDie(rows.broken(eventId, mostBroken))
      const { changedSince, seen } = yield* readPages(source, everything ? null : cursor.changed_since, tally)
      for (const code of brokenBefore) if (!seen.has(code)) yield* fetchOne(source, code, tally)
      yield* imports.settleAll(eventId)
      // Last: a killed reading is repeated from the same time on.
      yield* Effect.orDie(rows.finish(eventId, { changedSince, count: tally, startedAt }))
      return tally
    })

    const noteFailure = (eventId: bigint) => (error: ShopError) =>
      Effect.orDie(rows.fail(eventId, writtenSentence((language) => error.messageIn(language))))

    /**
     * Reads what changed in the ticket shop of an event, or everything: if `whole` says so, at the first time, and a day after
     * the last time. Null while the presale of the event is switched off.
     */
    const read = Effect.fn("PresaleReadings.read")(
      function*(eventId: bigint, whole: boolean): Effect.fn.Return<ReadingCount | null, ShopError> {
        const source = yield* sources.of(eventId)
        return source === null ? null : yield* run(source, whole)
      },
      (effect, eventId) => Effect.tapError(effect, noteFailure(eventId)),
      (effect, eventId) => Effect.annotateLogs(effect, { event_id: eventId })
    )

    /** Reads one order, such as one of which the shop has sent word. */
    const readOrder = Effect.fn("PresaleReadings.readOrder")(function*(eventId: bigint, code: string) {
      const source = yield* sources.of(eventId)
      const tally: Tally = { everything: false, orders: 0, added: 0, updated: 0, cancelled: 0, broken: 0 }
      if (source !== null) yield* fetchOne(source, code, tally)
      return tally
    })

    return { read, readOrder }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
