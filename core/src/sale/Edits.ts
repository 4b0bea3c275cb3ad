import { Context, Data, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { EventConfiguration, TillRow } from "../event/EventConfiguration.ts"
import { Books, type Stored } from "../journal/Books.ts"
import type { JournalEntry } from "../journal/JournalEntry.ts"
import type { OrderDraft } from "../journal/Order.ts"
import { AlreadyProcessed } from "../journal/Refusal.ts"
import { requestHash } from "../journal/RequestHash.ts"
import { AuditLogRepository } from "../organisation/AuditLogRepository.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { withDeadline } from "./Bookings.ts"
import { Cancels } from "./Cancels.ts"
import { CompletedSaleProducts, completeEdit, editSale, type EditSaleProducts } from "./EditSale.ts"
import { OrderRepository, type StoredOrderRow, toSaleOutcome } from "./OrderRepository.ts"

/** Rolls the transaction of an edit back when its second order could not be stored. */
class Outdated extends Data.TaggedError("Outdated") {}

export interface EditRequest {
  readonly eventId: bigint
  readonly orderId: bigint
  readonly userId: bigint
  /** The nodes whose orders may be changed from the caller's node. */
  readonly nodes: ReadonlySet<bigint>
  readonly sale: EditSaleProducts
}

/** Edits sales in the back office: the old order is cancelled and a new one sold, in one transaction. */
export class Edits extends Context.Service<Edits>()("core/Edits", {
  make: Effect.gen(function*() {
    const audit = yield* AuditLogRepository
    const books = yield* Books
    const cancels = yield* Cancels
    const orders = yield* OrderRepository
    const sql = yield* SqlClient.SqlClient

    /** Stores the cancel and the sale with their audit entry. */
    const storeBoth = (
      entries: readonly [JournalEntry, JournalEntry],
      { orderId, userId }: EditRequest,
      till: TillRow
    ) =>
      Effect.gen(function*() {
        for (const entry of entries) {
          const stored = yield* Effect.orDie(books.storeNow(entry))
          if (stored.outcome !== "booked") return yield* new Outdated()
          if (entry === entries[0]) continue
          const content = { id: orderId, new_order_id: stored.order_id }
          yield* audit.insert({ nodeId: till.node_id, logType: "order_edited", userId, terminalId: null, content })
          return stored
        }
        return yield* new Outdated()
      }).pipe(sql.withTransaction, dieOnInfrastructure)

    /** The answer of a stored edit; nothing when its uuid is new. */
    const repeated = Effect.fnUntraced(function*(request: EditRequest, hash: string) {
      const row = yield* orders.findByUuid(request.eventId, request.sale.uuid)
      if (row === undefined) return undefined
      if (row.request_hash !== hash) return yield* new AlreadyProcessed({ uuid: request.sale.uuid })
      yield* books.confirm
      return completedFrom(row, request.sale)
    })

    /** Edits a sale paid by tag; the new one is booked at the till of the old. */
    const edit = Effect.fn("Edits.edit")(function*(request: EditRequest) {
      const hash = requestHash(`edit ${request.orderId}`, request.sale)
      // Repeated while others change the data it relies on.
      while (true) {
        // Checked before the stored answer is returned: a user who may not see the order must not learn the result of its
        // edit.
        const { configuration, customer, order, till } = yield* cancels.load(request)
        const known = yield* repeated(request, hash)
        if (known !== undefined) return known
        const edited = yield* Effect.fromResult(editSale({
          request: request.sale,
          cancelUuid: books.newUuid(),
          order,
          customer,
          products: configuration.products,
          event: configuration
        }))
        const entryOf = (draft: OrderDraft, draftHash: string) => entry(configuration, request, till, draft, draftHash)
        const stored = yield* Effect.option(
          storeBoth([entryOf(edited.cancel, ""), entryOf(edited.sale, hash)], request, till)
        )
        if (stored._tag === "Some") {
          return completeEdit(edited.answer, {
            id: stored.value.order_id!,
            booked_at: stored.value.booked_at,
            cashier_id: request.userId,
            till_id: till.id
          }, accountAfter(stored.value))
        }
      }
    }, withDeadline)

    return { edit }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AuditLogRepository.layer, Books.layer, Cancels.layer, OrderRepository.layer])
  )
}

/** A sale by tag guards one account, the customer's. */
const accountAfter = (stored: Stored) => ({ balance: stored.balances[0]!, vouchers: stored.vouchers[0]! })

const entry = (
  { eventId, version }: EventConfiguration,
  { userId }: EditRequest,
  till: TillRow,
  order: OrderDraft,
  draftHash: string
): JournalEntry => ({
  eventId,
  version,
  order,
  context: { tillId: till.id, cashierId: userId, zNr: till.z_nr, requestHash: draftHash, buttons: null }
})

const completedFrom = (row: StoredOrderRow, { products }: EditSaleProducts): CompletedSaleProducts =>
  new CompletedSaleProducts({
    ...toSaleOutcome(row),
    products
  })
