import { Context, DateTime, Effect, Layer, Result } from "effect"
import type { Problem } from "../base/Rule.ts"
import { type ListedOrder, newVersions, versionListed } from "./ListedOrder.ts"
import { PresaleImports } from "./PresaleImports.ts"
import { PresaleOrderRepository } from "./PresaleOrderRepository.ts"
import type { ImportCount } from "./PresaleTicket.ts"

const unchanged: ImportCount = { added: 0, updated: 0, cancelled: 0 }

/** Stores orders as a list of tickets gives them. The same list again changes nothing. */
export class ListedOrders extends Context.Service<ListedOrders>()("core/ListedOrders", {
  make: Effect.gen(function*() {
    const imports = yield* PresaleImports
    const orders = yield* PresaleOrderRepository

    const acceptOne = (eventId: bigint, order: ListedOrder) =>
      imports.acceptAs(eventId, { code: order.code, shop: null }, (store) =>
        Effect.gen(function*() {
          const { known } = yield* orders.known(eventId, order)
          const version = versionListed(order, known, yield* DateTime.now)
          if (Result.isFailure(version)) return Result.fail(version.failure)
          if (version.success === null) {
            yield* orders.forgetProblem(eventId, { code: order.code, shop: null })
            return Result.succeed(unchanged)
          }
          const { changed, count } = version.success
          return Result.map(yield* store(changed), () => count)
        }))

    /**
     * Stores orders that have no ticket in common, new ones in one transaction and each other in one of its own. Returns the
     * number of changes of each in their order, or the reason for which it can't be imported.
     */
    const accept = Effect.fn("ListedOrders.accept")(function*(
      eventId: bigint,
      listed: ReadonlyArray<ListedOrder>
    ): Effect.fn.Return<ReadonlyArray<Result.Result<ImportCount, Problem>>> {
      const now = yield* DateTime.now
      const compared = Effect.map(orders.knownAll(eventId, listed), (listings) => newVersions(listings, now))
      const { added } = yield* imports.acceptNew(eventId, null, compared)
      const counts = new Map(added.map(({ order, tickets }) => [order.code, tickets.length]))
      return yield* Effect.forEach(listed, (order) => {
        const count = counts.get(order.code)
        return count === undefined
          ? acceptOne(eventId, order)
          : Effect.succeed(Result.succeed({ ...unchanged, added: count }))
      })
    })

    /** The number of changes that each order would make, in their order. */
    const preview = Effect.fn("ListedOrders.preview")(function*(eventId: bigint, listed: ReadonlyArray<ListedOrder>) {
      const now = yield* DateTime.now
      return (yield* Effect.orDie(orders.knownAll(eventId, listed))).map(({ known, order }) =>
        Result.map(versionListed(order, known, now), (version) => version?.count ?? unchanged)
      )
    })

    return { accept, preview }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
