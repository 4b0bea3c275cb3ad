import { Context, DateTime, Effect, Layer, Result } from "effect"
import type { Problem } from "../base/Rule.ts"
import { changeByList, newVersions } from "./OrderChange.ts"
import { PresaleImports } from "./PresaleImports.ts"
import { PresaleOrderRepository } from "./PresaleOrderRepository.ts"
import type { ImportCount } from "./PresaleTicket.ts"
import type { ShopOrderTickets } from "./ShopOrder.ts"

const unchanged: ImportCount = { added: 0, updated: 0, cancelled: 0 }

/** Stores orders as a list of tickets gives them. The same list again changes nothing. */
export class OrderChanges extends Context.Service<OrderChanges>()("core/OrderChanges", {
  make: Effect.gen(function*() {
    const imports = yield* PresaleImports
    const orders = yield* PresaleOrderRepository

    const acceptOne = (eventId: bigint, order: ShopOrderTickets) =>
      imports.acceptAs(eventId, { code: order.code, shop: null }, (store) =>
        Effect.gen(function*() {
          const { stored } = yield* orders.stored(eventId, order)
          const change = changeByList(order, stored, yield* DateTime.now)
          if (Result.isFailure(change)) return Result.fail(change.failure)
          if (change.success === null) {
            yield* orders.forgetProblem(eventId, { code: order.code, shop: null })
            return Result.succeed(unchanged)
          }
          const { count, version } = change.success
          return Result.map(yield* store(version), () => count)
        }))

    /**
     * Stores orders that have no ticket in common, new ones in one transaction and each other in one of its own. Returns the
     * number of changes of each in their order, or the reason for which it can't be imported.
     */
    const accept = Effect.fn("OrderChanges.accept")(function*(
      eventId: bigint,
      listed: ReadonlyArray<ShopOrderTickets>
    ): Effect.fn.Return<ReadonlyArray<Result.Result<ImportCount, Problem>>> {
      const now = yield* DateTime.now
      const compared = Effect.map(orders.storedAll(eventId, listed), (listings) => newVersions(listings, now))
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
    const preview = Effect.fn("OrderChanges.preview")(
      function*(eventId: bigint, listed: ReadonlyArray<ShopOrderTickets>) {
        const now = yield* DateTime.now
        return (yield* Effect.orDie(orders.storedAll(eventId, listed))).map(({ order, stored }) =>
          Result.map(changeByList(order, stored, now), (change) => change?.count ?? unchanged)
        )
      }
    )

    return { accept, preview }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PresaleImports.layer, PresaleOrderRepository.layer])
  )
}
