import { Context, Data, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../base/Refusal.ts"
import { required } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { Books } from "../journal/Books.ts"
import type { JournalEntry } from "../journal/JournalEntry.ts"
import { AuditLogRepository } from "../organisation/AuditLogRepository.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { type BookingPlace, Bookings, type DecidedOrder, withDeadline } from "./Bookings.ts"
import { type CancelRefusal, cancelSale, isSentAgain } from "./Cancel.ts"
import { CancelLoad, type LoadedCancel } from "./CancelLoad.ts"

/** A cancel in the back office, and the user who makes it. */
export interface CancelRequest {
  readonly eventId: bigint
  readonly orderId: bigint
  readonly userId: bigint
  /** The nodes whose orders may be cancelled from the caller's node. */
  readonly nodes: ReadonlySet<bigint>
}

/** The cancel was booked before and is answered as it was. */
class SentAgain extends Data.TaggedError("SentAgain") {}

/** Cancels sales. */
export class Cancels extends Context.Service<Cancels>()("core/Cancels", {
  make: Effect.gen(function*() {
    const audit = yield* AuditLogRepository
    const bookings = yield* Bookings
    const books = yield* Books
    const configurations = yield* EventConfigurations
    const loads = yield* CancelLoad
    const { withTransaction } = yield* SqlClient.SqlClient

    /**
     * Cancels a sale at the till where it was booked; money and vouchers go back. If another cancel of the same order is
     * stored first, this one is decided again and sees it. One that is sent again gets its first answer.
     */
    const atTill = Effect.fn("Cancels.atTill")(function*(signedIn: TerminalCall<"can_book_orders">, orderId: bigint) {
      const uuid = books.newUuid()
      const decide = (
        { customer, earlier, order }: LoadedCancel,
        { at }: BookingPlace
      ): Result.Result<DecidedOrder<void>, CancelRefusal | SentAgain> => {
        const tillId = at.till.till.id
        return isSentAgain(earlier, { cashierId: at.person.id, tillId })
          ? Result.fail(new SentAgain())
          : Result.map(
            cancelSale({ uuid, order, tillId, customer }),
            (draft) => ({ draft, buttons: null, complete: () => undefined })
          )
      }
      return yield* bookings.book({
        signedIn,
        uuid,
        write: true,
        requestHash: "",
        load: ({ eventId }) =>
          Effect.map(loads.load(eventId, orderId, uuid), (loaded) => ({
            loaded,
            decide: (place) => decide(loaded, place)
          })),
        replay: () => Effect.void
      })
    }, Effect.catchTag("SentAgain", () => Effect.void))

    /**
     * An order that the caller may cancel, with the data its cancel needs, and the current configuration. Requires that the
     * node of its booking is not archived, which may have happened since the call was admitted.
     */
    const load = Effect.fnUntraced(
      function*({ eventId, nodes, orderId }: Pick<CancelRequest, "eventId" | "nodes" | "orderId">) {
        const loaded = yield* Effect.orDie(loads.load(eventId, orderId))
        const configuration = yield* Effect.orDie(configurations.atLeast(eventId, loaded.version ?? 0n))
        const { customer, order, tillNodeId } = loaded
        if (order === null || tillNodeId === null || !nodes.has(tillNodeId)) {
          return yield* new NotFound({ element_type: "order", element_id: orderId })
        }
        if (configuration.nodes.get(tillNodeId)?.read_only === true) {
          return yield* new NodeIsReadOnly({ node_id: tillNodeId })
        }
        return { configuration, till: required(configuration.tills, order.tillId, "till"), order, customer }
      }
    )

    /** Stores a cancel of the back office with its audit entry. */
    const storeWithAudit = Effect.fnUntraced(
      function*(entry: JournalEntry, { orderId, userId }: CancelRequest, nodeId: bigint) {
        const { outcome } = yield* books.storeNow(entry)
        if (outcome === "booked") {
          const content = { id: orderId }
          yield* audit.insert({ nodeId, logType: "order_cancelled", userId, terminalId: null, content })
        }
        return outcome
      },
      withTransaction,
      Effect.orDie
    )

    /** As `atTill`, in the back office. Decides again while others change the data it relies on. */
    const cancel = Effect.fn("Cancels.cancel")(function*(request: CancelRequest) {
      while (true) {
        const { configuration, customer, order, till } = yield* load(request)
        const draft = yield* Effect.fromResult(cancelSale({ uuid: books.newUuid(), order, tillId: null, customer }))
        const entry: JournalEntry = {
          eventId: request.eventId,
          version: configuration.version,
          order: draft,
          context: { tillId: till.id, cashierId: request.userId, zNr: till.z_nr, requestHash: "", buttons: null }
        }
        if ((yield* storeWithAudit(entry, request, till.node_id)) === "booked") return
      }
    }, withDeadline)

    return { atTill, cancel, load }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, Books.layer, CancelLoad.layer, EventConfigurations.layer]),
    Layer.provide(AuditLogRepository.layer)
  )
}
