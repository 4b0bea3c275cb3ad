import { Context, Effect, Layer, Predicate, Result } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import * as Money from "../base/Money.ts"
import { type Problem, problem } from "../base/Rule.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { Infrastructure } from "../sql/Infrastructure.ts"
import { isUnavailable } from "../sql/Outages.ts"
import { isTaken } from "../sql/UniqueKey.ts"
import { afterAdmission, beforeAdmission, caseChanges, ofOtherShop, type PresaleCase } from "./PresaleCase.ts"
import { type CaseSubject, PresaleCaseRepository } from "./PresaleCaseRepository.ts"
import { type OrderKey, PresaleOrderRepository } from "./PresaleOrderRepository.ts"
import { PresaleRepository } from "./PresaleRepository.ts"
import { presaleRules } from "./PresaleRules.ts"
import {
  changesBy,
  type ImportCount,
  keepsCredit,
  strayCredit,
  type TicketChange,
  together,
  type WithStored
} from "./PresaleTicket.ts"
import type { ShopOrderVersion } from "./ShopOrder.ts"

/** Stores orders of the ticket shop as tickets: new ones of a page together, each other in a transaction of its own. */
export class PresaleImports extends Context.Service<PresaleImports>()("core/PresaleImports", {
  make: Effect.gen(function*() {
    const cases = yield* PresaleCaseRepository
    const configurations = yield* EventConfigurations
    const orders = yield* PresaleOrderRepository
    const repository = yield* PresaleRepository
    const { withTransaction } = yield* SqlClient.SqlClient

    // Before the transaction: a configuration that is not in memory is read in one of its own.
    const eventOf = (eventId: bigint, shop: string | null) =>
      Effect.map(
        Effect.orDie(configurations.current(eventId)),
        ({ settings }): ImportingEvent => ({ eventId, maximum: settings.max_account_balance, shop })
      )

    /** Returns the new tickets about which an operator may have to decide before their guests come. */
    const apply = Effect.fnUntraced(function*(
      { eventId, maximum }: ImportingEvent,
      order: ShopOrderVersion,
      changes: ReadonlyArray<TicketChange>
    ) {
      const { added, cancelled, recredited, updated } = sorted(changes)
      yield* repository.lockAccounts(eventId, [...cancelled, ...[...updated, ...recredited].map(({ id }) => id)])
      if (cancelled.length > 0) yield* repository.cancel(eventId, cancelled, [...updated, ...added])
      if (updated.length > 0) yield* repository.update(eventId, order, updated)
      if (recredited.length > 0) yield* repository.recredit(eventId, recredited)
      return added.length > 0 ? yield* repository.add(eventId, [{ order, tickets: added }], maximum) : []
    })

    const review = Effect.fnUntraced(function*(subject: CaseSubject, wanted: ReadonlyArray<PresaleCase>) {
      const { open, withdraw } = caseChanges(wanted, yield* cases.of(subject))
      if (withdraw.length > 0) yield* cases.withdraw(subject.eventId, withdraw)
      if (open.length > 0) yield* cases.open(subject, open)
    })

    /** Books credit that was paid after admission, and leaves everything else to an operator, also what the entrance would refuse. */
    const settle = Effect.fnUntraced(function*({ eventId, maximum, shop }: ImportingEvent, ids: ReadonlyArray<bigint>) {
      if (ids.length === 0) return
      for (const ticket of yield* repository.reviewed({ eventId, ids })) {
        const decided = ticket.isAdmitted
          ? afterAdmission({ ...ticket, maximum })
          : { raise: Money.zero, cases: [...ofOtherShop(ticket, shop), ...beforeAdmission({ ...ticket, maximum })] }
        // If a booking was faster, the next reading decides again.
        if (decided.raise > 0n && !(yield* repository.bookCredit(eventId, ticket, maximum))) continue
        if (!ticket.hasCase && decided.cases.length === 0) continue
        yield* review({ eventId, shop: ticket.shop, orderCode: ticket.orderCode, ticketId: ticket.id }, decided.cases)
      }
    })

    /** Leaves to an operator the credit of an order that no ticket has, and that of orders whose credit is for its tickets. */
    const reviewCredit = Effect.fnUntraced(function*(eventId: bigint, order: ShopOrderVersion, isKept: boolean) {
      if (isKept) yield* orders.noteCredit(eventId, order)
      const kept = isKept ? yield* orders.keptCredit({ eventId, order }) : []
      for (const orderCode of new Set([order.code, ...kept.map(({ code }) => code)])) {
        const stray = strayCredit(kept.filter(({ code }) => code === orderCode))
        yield* review(
          { eventId, shop: order.shop, orderCode, ticketId: null },
          stray > 0n ? [{ kind: "credit_without_ticket", amount: stray }] : []
        )
      }
    })

    const store = Effect.fnUntraced(function*(
      event: ImportingEvent,
      version: ShopOrderVersion
    ): Effect.fn.Return<Result.Result<ImportCount, Problem>, Infrastructure> {
      const { eventId } = event
      const { stored, order } = yield* orders.stored(eventId, version)
      const decided = changesBy(order, stored)
      if (Result.isFailure(decided)) return Result.fail(decided.failure)
      const isStale = stored.modifiedAt !== null &&
        order.modifiedAt.epochMilliseconds < stored.modifiedAt.epochMilliseconds
      const awaited = yield* apply(event, order, decided.success)
      yield* orders.noteOrders(eventId, [order])
      yield* settle(event, [...stored.tickets.map(({ id }) => id), ...awaited])
      if (!isStale) yield* reviewCredit(eventId, order, keepsCredit(order, stored))
      return Result.succeed(countOf(decided.success))
    })

    /** Notes why an order is not imported. The older version of it stays as it is. */
    const refuse = Effect.fn("PresaleImports.refuse")((eventId: bigint, key: OrderKey, reason: Problem) =>
      Effect.asVoid(Effect.orDie(orders.noteProblem(eventId, key, reason)))
    )

    /** Forgets why an order was not imported, as the shop no longer has it. */
    const forget = (eventId: bigint, key: OrderKey) => Effect.asVoid(Effect.orDie(orders.forgetProblem(eventId, key)))

    const storing = Effect.fnUntraced(function*(
      eventId: bigint,
      key: OrderKey,
      work: Decided
    ) {
      const outcome = yield* withTransaction(work).pipe(
        // A ticket with the same code was issued at the same moment: now the order is compared with it.
        Effect.retry({ times: 1, while: isTaken }),
        Effect.catchIf(
          (error) => !isUnavailable(error),
          (error) =>
            // The error itself may show the row, with the code of the ticket and the guest's address.
            Effect.logError("An order of the presale can't be stored").pipe(
              Effect.annotateLogs({ event_id: eventId, order: key.code, reason: reasonOf(error) }),
              Effect.as(Result.fail(problem(presaleRules.order_not_stored, [])))
            )
        ),
        Effect.orDie
      )
      if (Result.isFailure(outcome)) yield* refuse(eventId, key, outcome.failure)
      return outcome
    })

    /**
     * Stores, in one transaction, what is decided about an order with the given function, and returns the number of changes. If it
     * can't be imported, that is noted with the reason, and all others are left alone.
     */
    const acceptAs = Effect.fnUntraced(function*(
      eventId: bigint,
      key: OrderKey,
      decide: (storeVersion: (version: ShopOrderVersion) => Decided) => Decided
    ): Effect.fn.Return<Result.Result<ImportCount, Problem>> {
      const event = yield* eventOf(eventId, key.shop)
      const decided = Effect.suspend(() => decide((version) => store(event, version)))
      return yield* storing(eventId, key, Effect.andThen(orders.lockSource(eventId), decided))
    })

    /** Stores a version of an order, as `acceptAs`; an older one than the stored one changes nothing. */
    const accept = Effect.fn("PresaleImports.accept")((eventId: bigint, order: ShopOrderVersion) =>
      acceptAs(eventId, order, (storeVersion) => storeVersion(order))
    )

    const storeTogether = Effect.fnUntraced(
      function*(event: ImportingEvent, page: ReadonlyArray<WithStored<ShopOrderVersion>>) {
        const { eventId, maximum } = event
        const { added, others } = together(page)
        if (added.some(({ tickets }) => tickets.length > 0)) {
          yield* settle(event, yield* repository.add(eventId, added, maximum))
        }
        if (added.length > 0) yield* orders.noteOrders(eventId, added.map(({ order }) => order))
        return { added, others }
      }
    )

    /**
     * Reads what orders are compared with, and stores those that are new, in one transaction. Returns them, and the others that are
     * to be stored one by one; null for these if a new one can't be stored: then none is, as each for itself shows which.
     */
    const acceptNew = Effect.fnUntraced(function*(
      eventId: bigint,
      shop: string | null,
      compared: Effect.Effect<ReadonlyArray<WithStored<ShopOrderVersion>>, Infrastructure>
    ) {
      const event = yield* eventOf(eventId, shop)
      return yield* orders.lockSource(eventId).pipe(
        Effect.andThen(compared),
        Effect.flatMap((page) => storeTogether(event, page)),
        withTransaction,
        Effect.catchIf((error) => !isUnavailable(error), () => Effect.succeed({ added: [], others: null })),
        Effect.orDie
      )
    })

    /**
     * As `accept`, for the orders of a page: new ones are stored in one transaction, so that the first import of many orders takes
     * little of the database from bookings. All that locks an account is stored order by order, and for a short time.
     */
    const acceptAll = Effect.fn("PresaleImports.acceptAll")(function*(
      eventId: bigint,
      page: ReadonlyArray<ShopOrderVersion>
    ): Effect.fn.Return<ReadonlyArray<Result.Result<ImportCount, Problem>>> {
      const { added, others } = yield* acceptNew(
        eventId,
        page[0]?.shop ?? null,
        orders.storedAll(eventId, page)
      )
      const outcomes = yield* Effect.forEach(others ?? page, (order) => accept(eventId, order))
      const count = added.flatMap(({ tickets }) => tickets).length
      return [Result.succeed({ added: count, updated: 0, cancelled: 0 }), ...outcomes]
    })

    /**
     * Decides again about guests who got their wristband while the shop had changed their ticket, about those whose balance has
     * room for more credit now, about those whose ticket the entrance would refuse for its credit, and about tickets of a shop that
     * the event imported from before.
     */
    const settleAll = Effect.fn("PresaleImports.settleAll")(function*(eventId: bigint, shop: string | null = null) {
      const event = yield* eventOf(eventId, shop)
      yield* Effect.gen(function*() {
        yield* orders.lockSource(eventId)
        if (shop !== null) yield* orders.forgetOthers(eventId, shop)
        yield* settle(event, (yield* repository.uneven(event)).map(({ id }) => id))
      }).pipe(withTransaction, Effect.orDie)
    })

    return { accept, acceptAll, acceptAs, acceptNew, forget, refuse, settleAll }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide(EventConfigurations.layer),
    Layer.provide([PresaleCaseRepository.layer, PresaleOrderRepository.layer, PresaleRepository.layer])
  )
}

const reasonOf = (error: Infrastructure): string => {
  if (!SqlError.isSqlError(error)) return error._tag
  const { _tag, cause } = error.reason
  return Predicate.hasProperty(cause, "constraint") ? `${_tag} ${String(cause.constraint)}` : _tag
}

/** What became of an order. */
type Decided = Effect.Effect<Result.Result<ImportCount, Problem>, Infrastructure>

interface ImportingEvent {
  readonly eventId: bigint
  /** The highest balance of a guest, in cents. */
  readonly maximum: Money.Cents
  /** The shop that is read; null for tickets of files. */
  readonly shop: string | null
}

const sorted = (changes: ReadonlyArray<TicketChange>) => ({
  added: changes.flatMap((change) => change.kind === "add" ? [change.ticket] : []),
  updated: changes.flatMap((change) => change.kind === "update" ? [{ ...change.ticket, id: change.id }] : []),
  cancelled: changes.flatMap((change) => change.kind === "cancel" ? [change.id] : []),
  recredited: changes.flatMap((change) => change.kind === "credit" ? [change] : [])
})

const countOf = (changes: ReadonlyArray<TicketChange>): ImportCount => {
  const { added, cancelled, recredited, updated } = sorted(changes)
  return { added: added.length, updated: updated.length + recredited.length, cancelled: cancelled.length }
}
