import { Context, Effect, Layer, type Schema } from "effect"
import type { SqlError } from "effect/sql"
import { NotFound } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { BookingEvent } from "../journal/Booking.ts"
import { Books, type Stored } from "../journal/Books.ts"
import type { JournalEntry } from "../journal/JournalEntry.ts"
import type { OrderDraft, TransferDraft } from "../journal/Order.ts"
import { Access } from "../organisation/Access.ts"
import type { Actor, Caller } from "../organisation/Caller.ts"
import { type Change, Changes } from "../organisation/Changes.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import { placeOf } from "../organisation/Place.ts"
import { registerMoves, shiftOrder } from "./CashTransfer.ts"
import type { OrderStep, TillChange } from "./TillChange.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { orderRow, type StepRow, stepRow } from "./TillStepRow.ts"

/** Books and stores steps, in order. */
export type Apply = (
  steps: ReadonlyArray<TillChange>
) => Effect.Effect<unknown, SqlError.SqlError | Schema.SchemaError>

/** The ledger inside a change. The event's system accounts and products never change. */
export interface Book {
  readonly event: Pick<BookingEvent, "systemAccounts" | "systemProducts">
  /** Stores an entry in the transaction of the change; an entry that can't be stored is a defect. */
  readonly store: (entry: JournalEntry) => Effect.Effect<Stored, SqlError.SqlError | Schema.SchemaError>
  /** As that of `Books`. */
  readonly newUuid: () => string
}

/**
 * Changes of which register, user or terminal belongs to a till. Changes of one event run one after the other, each with
 * its money_transfer orders and its audit entry in one transaction.
 */
export class TillChanges extends Context.Service<TillChanges>()("core/TillChanges", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const books = yield* Books
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const bindings = yield* TillChangeRepository

    const store: Book["store"] = (entry) =>
      Effect.flatMap(
        books.storeNow(entry),
        (stored) =>
          stored.outcome === "booked"
            ? Effect.succeed(stored)
            : Effect.die(new Error(`a cash movement was not stored: ${stored.outcome}`))
      )

    /** As `Changes.run`. If `decide` fails, the steps it applied are rolled back. */
    const run = <A, E, R>(
      actor: Actor & { readonly eventId: bigint },
      decide: (apply: Apply, book: Book) => Effect.Effect<A, E, R>,
      describe: (result: A) => Change | null
    ) =>
      Effect.flatMap(Effect.orDie(configurations.cached(actor.eventId)), (configuration) => {
        const { eventId } = actor
        const apply: Apply = (steps) =>
          Effect.suspend(() => bindings.store(eventId, rowsOf(eventId, steps, configuration, books.newUuid)))
        return changes.run(actor, describe, decide(apply, { event: configuration, newUuid: books.newUuid, store }))
      })

    /** The steps of a change as the database stores them. */
    const rows = Effect.fnUntraced(function*(eventId: bigint, steps: ReadonlyArray<TillChange>) {
      const configuration = yield* Effect.orDie(configurations.cached(eventId))
      return rowsOf(eventId, steps, configuration, books.newUuid)
    })

    /** A terminal of the event; locks the register in its till. */
    const terminal = Effect.fnUntraced(function*(eventId: bigint, terminalId: bigint) {
      const state = yield* bindings.terminal(eventId, terminalId)
      return state ?? (yield* new NotFound({ element_type: "terminal", element_id: terminalId }))
    })

    /** Whether the caller may administer the node of an object. */
    const mayReach = (caller: Caller, nodeId: bigint) => access.requireAt(caller, nodeId, ["node_administration"])

    /**
     * Requires that the caller administers the node of the object and that the node is not archived. Returns the object's
     * place.
     */
    const mayChange = Effect.fnUntraced(function*(caller: Caller, nodeId: bigint) {
      yield* mayReach(caller, nodeId)
      const node = yield* access.node(nodeId)
      return node.read_only ? yield* new NodeIsReadOnly({ node_id: nodeId }) : placeOf({ node })
    })

    return { mayChange, mayReach, rows, run, terminal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Books.layer, Changes.layer, EventConfigurations.layer]),
    Layer.provide(TillChangeRepository.layer)
  )
}

const rowsOf = (
  eventId: bigint,
  steps: ReadonlyArray<TillChange>,
  event: Pick<BookingEvent, "systemProducts">,
  uuid: () => string
): ReadonlyArray<StepRow> =>
  steps.map((step) => isOrder(step) ? orderRow(entryAt(eventId, step, orderOf(step, event, uuid()))) : stepRow(step))

const isOrder = (step: TillChange): step is OrderStep => step.kind === "cash_moved" || step.kind === "shift_changed"

const orderOf = (step: OrderStep, event: Pick<BookingEvent, "systemProducts">, uuid: string): OrderDraft =>
  step.kind === "cash_moved"
    ? registerMoves({ uuid, register: step.register, amount: step.amount, event })
    : shiftOrder(step.turn, uuid, step.registerId)

/** These orders come from no request, so they never match a repeated request. */
const noRequest = ""

/** An order at a till, stored inside a change. */
export const entryAt = (
  eventId: bigint,
  { cashierId, tillId, zNr }: { readonly cashierId: bigint | null; readonly tillId: bigint; readonly zNr: number },
  order: OrderDraft
): JournalEntry => ({
  eventId,
  version: null,
  order,
  context: { tillId, cashierId, zNr, requestHash: noRequest, buttons: null }
})

/** A move of cash without an order, stored inside a change. */
export const transferBy = (eventId: bigint, userId: bigint, transfer: TransferDraft): JournalEntry => ({
  ...transfer,
  eventId,
  version: null,
  order: null,
  conductingUserId: userId
})
