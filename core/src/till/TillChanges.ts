import { Context, Effect, Layer, type Schema } from "effect"
import type { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { placeOf } from "../catalogue/Place.ts"
import type { JournalEntry } from "../ledger/JournalEntry.ts"
import { LedgerStore } from "../ledger/LedgerStore.ts"
import type { BookingEvent } from "../order/Booking.ts"
import { registerEnters, registerLeaves } from "../order/CashTransfer.ts"
import type { OrderDraft } from "../order/Order.ts"
import { Access } from "../organisation/Access.ts"
import type { Actor, Caller } from "../organisation/Caller.ts"
import { type Change, Changes } from "../organisation/Changes.ts"
import { EventConfigurations } from "../organisation/EventConfigurations.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import { NotFound } from "../organisation/Refusal.ts"
import type { TillChange } from "./TillChange.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"

/** Books and stores steps, in order. */
export type Apply = (
  steps: ReadonlyArray<TillChange>
) => Effect.Effect<void, SqlError.SqlError | Schema.SchemaError>

/** The book as a change sees it; the event's system accounts and products never change. */
export interface Book {
  readonly event: Pick<BookingEvent, "systemAccounts" | "systemProducts">
  /** Stores an entry in the transaction of the change; one that is not stored is a defect. */
  readonly store: (entry: JournalEntry) => Effect.Effect<void, SqlError.SqlError | Schema.SchemaError>
}

/**
 * Changes of what is bound to tills: one after the other per event, each with its money_transfer orders and its audit entry
 * in one transaction.
 */
export class TillChanges extends Context.Service<TillChanges>()("core/TillChanges", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const ledger = yield* LedgerStore
    const bindings = yield* TillChangeRepository

    const store: Book["store"] = (entry) =>
      Effect.flatMap(
        ledger.store(entry),
        ({ outcome }) =>
          outcome === "booked" ? Effect.void : Effect.die(new Error(`a cash movement was not stored: ${outcome}`))
      )

    /** As `Changes.run`; what `decide` applies is undone when it fails. */
    const run = <A, E, R>(
      actor: Actor & { readonly eventId: bigint },
      decide: (apply: Apply, book: Book) => Effect.Effect<A, E, R>,
      describe: (result: A) => Change
    ) =>
      Effect.flatMap(Effect.orDie(configurations.cached(actor.eventId)), (configuration) => {
        const book = (step: CashMoves) => {
          const draft = transferOf(step, configuration, randomUUID())
          return draft === null ? Effect.void : store(entryAt(actor.eventId, step, draft))
        }
        const apply: Apply = (steps) =>
          Effect.forEach(
            steps,
            (step) =>
              step._tag === "CashMoves"
                ? book(step)
                : Effect.asVoid(bindings.store(actor.eventId, step)),
            { discard: true }
          )
        return changes.run(actor, describe, decide(apply, { event: configuration, store }))
      })

    /** A terminal of the event, with the register in its till locked. */
    const terminal = Effect.fnUntraced(function*(eventId: bigint, terminalId: bigint) {
      const state = yield* bindings.terminal(eventId, terminalId)
      return state ?? (yield* new NotFound({ element_type: "terminal", element_id: terminalId }))
    })

    /** Who may administer the node an object lives at. */
    const mayReach = (caller: Caller, nodeId: bigint) => access.requireAt(caller, nodeId, ["node_administration"])

    /** Objects are changed by who may administer the node they live at, unless that is archived; answers their place. */
    const mayChange = Effect.fnUntraced(function*(caller: Caller, nodeId: bigint) {
      yield* mayReach(caller, nodeId)
      const node = yield* access.node(nodeId)
      return node.read_only ? yield* new NodeIsReadOnly({ node_id: nodeId }) : placeOf({ node })
    })

    return { mayChange, mayReach, run, terminal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

type CashMoves = Extract<TillChange, { readonly _tag: "CashMoves" }>

const transferOf = (
  { amount, register }: CashMoves,
  event: Pick<BookingEvent, "systemProducts">,
  uuid: string
): OrderDraft | null =>
  amount < 0n ? registerLeaves({ uuid, register, event }) : registerEnters({ uuid, register, event })

/** No request stands behind these orders, so none can be taken for the repetition of one. */
const noRequest = ""

/** An order at a till as it is stored inside a change. */
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
