import { Clock, Context, Duration, Effect, Layer, Result, Semaphore } from "effect"
import type { Language } from "../base/Language.ts"
import { problem } from "../base/Rule.ts"
import { writtenSentence } from "../base/Sentence.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { shopEventOf } from "../event/ShopEvent.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"
import type { DescribedProducts } from "./EntranceNote.ts"
import { PresaleImports } from "./PresaleImports.ts"
import { type ReadingCount, withOverlap } from "./PresaleReading.ts"
import { presaleRules } from "./PresaleRules.ts"
import { PresaleSourceRepository } from "./PresaleSourceRepository.ts"
import { type PresaleSource, PresaleSources } from "./PresaleSources.ts"
import { type OrderPage, PretixCalls } from "./PretixCalls.ts"
import { describedIn } from "./PretixOrder.ts"
import { type ShopError, shopError, type ShopFault } from "./ShopConnection.ts"
import { ticketsOf } from "./ShopOrder.ts"

type Tally = { -readonly [Name in keyof ReadingCount]: ReadingCount[Name] }

/** How often a page is asked for again because the shop is busy. */
const repeatsWhileBusy = 5

/** Failures of a call for one order that say nothing of others. */
const concernsOne: ReadonlySet<ShopFault> = new Set(["failed", "rejected", "too_large", "unreadable"])

/**
 * After each page the import rests for this multiple of the time in which the page was stored, so that bookings have most of the
 * database, and more of it while it is slow.
 */
const rest = 6

/** Products are asked for again after it: their names and what to check seldom change. */
const productsKnownMillis = 5 * 60_000

/** Orders that could not be imported of which a reading tries again at most this many. */
const mostBroken = 50

/** Reads the ticket shops of events. A reading that is killed begins again where the one before it began. */
export class PresaleReadings extends Context.Service<PresaleReadings>()("core/PresaleReadings", {
  make: Effect.gen(function*() {
    const imports = yield* PresaleImports
    const pretix = yield* PretixCalls
    const rows = yield* PresaleSourceRepository
    const sources = yield* PresaleSources

    const { forgetProducts, productsOf } = productsKept(pretix)

    /** The tickets of an order as it was read; null for one that can't be imported, whose reason is noted. */
    const readable = Effect.fnUntraced(function*(
      { at, eventId, products }: PresaleSource,
      read: OrderPage["orders"][number],
      all: DescribedProducts
    ) {
      if (Result.isFailure(read)) {
        const { code, problem: defect } = read.failure
        if (code !== null) yield* imports.refuse(eventId, { code, shop: shopEventOf(at) }, defect)
        else {
          yield* Effect.logWarning("The ticket shop sent an order that can't be read").pipe(
            Effect.annotateLogs({ event_id: eventId, reason: defect.sentence("en") })
          )
        }
        return null
      }
      const tickets = ticketsOf(read.success, products, all)
      if (Result.isFailure(tickets)) yield* imports.refuse(eventId, read.success, tickets.failure)
      return Result.isSuccess(tickets) ? tickets.success : null
    })

    /** Imports orders as they were read. */
    const take = Effect.fnUntraced(function*(source: PresaleSource, orders: OrderPage["orders"], tally: Tally) {
      const all = orders.length === 0 ? new Map() : yield* productsOf(source)
      const found = yield* Effect.forEach(orders, (order) => readable(source, order, all))
      const tickets = found.filter((one) => one !== null)
      tally.orders += orders.length
      tally.broken += orders.length - tickets.length
      for (const outcome of yield* imports.acceptAll(source.eventId, tickets)) {
        if (Result.isFailure(outcome)) tally.broken++
        else {
          tally.added += outcome.success.added
          tally.updated += outcome.success.updated
          tally.cancelled += outcome.success.cancelled
        }
      }
    })

    const turns = new Map<bigint, Semaphore.Semaphore>()

    /**
     * What is fetched of an event is stored before more of it is fetched. The same version of an order may differ by the
     * check-ins of its tickets, and the later answer must be stored last.
     */
    const inTurn = <A, E, R>(eventId: bigint, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
      const turn = turns.get(eventId) ?? Semaphore.makeUnsafe(1)
      turns.set(eventId, turn)
      return turn.withPermit(work)
    }

    const readPages = Effect.fnUntraced(function*(source: PresaleSource, since: string | null, tally: Tally) {
      let url: URL | null = pretix.firstPage(source.at, since)
      let generatedAt: string | null = null
      let isComplete = true
      const seen = new Set<string>()
      const workDone = yield* WorkDone
      const takeAll = (orders: OrderPage["orders"]) => {
        const codes = orders.map((order) => Result.isSuccess(order) ? order.success.code : order.failure.code)
        // Only the list can show an order again that has no code.
        isComplete &&= !codes.includes(null)
        for (const code of codes) if (code !== null) seen.add(code)
        return take(source, orders, tally)
      }
      while (url !== null) {
        const [page, stored]: readonly [OrderPage, Duration.Duration] = yield* inTurn(
          source.eventId,
          Effect.flatMap(
            whileBusy(pretix.page(source.at, url)),
            (read) => Effect.map(Effect.timed(takeAll(read.orders)), ([duration]) => [read, duration] as const)
          )
        )
        generatedAt ??= page.generatedAt
        yield* workDone(tally.orders, Math.max(page.count ?? 0, tally.orders))
        url = page.next
        if (url !== null) yield* Effect.sleep(Duration.times(stored, rest))
      }
      return { changedSince: isComplete ? generatedAt : null, seen }
    })

    const fetchOne = Effect.fnUntraced(function*(source: PresaleSource, code: string, tally: Tally) {
      const key = { code, shop: shopEventOf(source.at) }
      const asked = yield* whileBusy(pretix.order(source.at, code)).pipe(
        Effect.map((found) => ({ found })),
        Effect.catchIf(({ reason }) => concernsOne.has(reason), (error) => Effect.succeed({ error }))
      )
      if ("error" in asked) {
        const reason = (language: Language) => asked.error.messageIn(language)
        tally.orders++
        tally.broken++
        return yield* imports.refuse(source.eventId, key, problem(presaleRules.order_not_given, [], { reason }))
      }
      const order = asked.found
      // An order that vanishes was one of the test mode.
      if (order === null) yield* imports.forget(source.eventId, key)
      else yield* take(source, [order], tally)
    })

    /** Fails if the shop's amounts are in another currency. Orders don't name it. */
    const requireCurrency = Effect.fnUntraced(function*({ at, currency }: PresaleSource) {
      const shop = yield* whileBusy(pretix.event(at))
      if (shop.currency !== currency) return yield* shopError("other_currency", shop.currency)
    })

    /** Before the first whole reading no one has looked at the currency. */
    const requireCurrencyOnce = Effect.fnUntraced(function*(source: PresaleSource) {
      const [cursor] = yield* Effect.orDie(rows.cursor(source.eventId))
      if (cursor?.changed_since === undefined || cursor.changed_since === null) yield* requireCurrency(source)
    })

    const run = Effect.fnUntraced(function*(source: PresaleSource, whole: boolean) {
      const { eventId } = source
      const startedAt = yield* Effect.orDie(rows.now)
      const [cursor] = yield* Effect.orDie(rows.cursor(eventId))
      const everything = whole || cursor === undefined || cursor.is_due_in_full
      if (everything) forgetProducts(eventId)
      const tally: Tally = { everything, orders: 0, added: 0, updated: 0, cancelled: 0, broken: 0 }
      if (everything) yield* requireCurrency(source)
      const brokenBefore = yield* Effect.orDie(rows.broken(eventId, shopEventOf(source.at), mostBroken))
      const { changedSince, seen } = yield* readPages(
        source,
        everything ? null : withOverlap(cursor.changed_since),
        tally
      )
      for (const code of brokenBefore) if (!seen.has(code)) yield* inTurn(eventId, fetchOne(source, code, tally))
      yield* imports.settleAll(eventId, shopEventOf(source.at))
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
    const readOrder = Effect.fn("PresaleReadings.readOrder")(function*(eventId: bigint, code: string): Effect.fn.Return<
      ReadingCount,
      ShopError
    > {
      const source = yield* sources.of(eventId)
      const tally: Tally = { everything: false, orders: 0, added: 0, updated: 0, cancelled: 0, broken: 0 }
      if (source === null) return tally
      yield* requireCurrencyOnce(source)
      yield* inTurn(eventId, fetchOne(source, code, tally))
      return tally
    }, (effect, eventId) => Effect.tapError(effect, noteFailure(eventId)))

    /**
     * Reads the order that has the ticket with this code, and returns the state of the ticket; null if the shop has none, or the
     * order can't be imported. Its failures are none of the readings'.
     */
    const lookUp = Effect.fn("PresaleReadings.lookUp")(function*(
      eventId: bigint,
      token: string
    ): Effect.fn.Return<TicketState | null, ShopError> {
      const source = yield* sources.of(eventId)
      const code = source === null ? null : yield* pretix.orderWith(source.at, token)
      if (source === null || code === null) return null
      yield* requireCurrencyOnce(source)
      return yield* inTurn(
        eventId,
        Effect.gen(function*() {
          const order = yield* pretix.order(source.at, code)
          const tickets = order === null ? null : yield* readable(source, order, yield* productsOf(source))
          if (tickets === null) return null
          yield* imports.accept(eventId, tickets)
          return tickets.tickets.find((ticket) => ticket.token === token)?.state ?? null
        })
      )
    })

    return { lookUp, read, readOrder }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PresaleImports.layer, PresaleSourceRepository.layer, PresaleSources.layer, PretixCalls.layer])
  )
}

/** Calls again after the pause that the shop asks for, or after 1, 2, 4, 8, 16 seconds. */
const whileBusy = <A>(call: Effect.Effect<A, ShopError>, tries = 0): Effect.Effect<A, ShopError> =>
  Effect.catchIf(
    call,
    ({ reason }) => reason === "busy" && tries < repeatsWhileBusy,
    ({ retryAfterSeconds }) =>
      Effect.delay(whileBusy(call, tries + 1), Duration.seconds(retryAfterSeconds ?? 2 ** tries))
  )

/** What the products of each event's shop are, asked for anew after some minutes. */
const productsKept = (pretix: PretixCalls["Service"]) => {
  const described = new Map<
    bigint,
    { readonly shop: string; readonly until: number; readonly all: DescribedProducts }
  >()
  const productsOf = Effect.fnUntraced(function*({ at, eventId }: PresaleSource) {
    const now = yield* Clock.currentTimeMillis
    const known = described.get(eventId)
    const shop = shopEventOf(at)
    if (known !== undefined && known.shop === shop && now < known.until) return known.all
    const all = describedIn(yield* whileBusy(pretix.items(at)))
    described.set(eventId, { shop, until: now + productsKnownMillis, all })
    return all
  })
  return { forgetProducts: (eventId: bigint) => described.delete(eventId), productsOf }
}
