import { Context, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { OrderRepository, type StoredOrderRow } from "../sale/OrderRepository.ts"
import {
  HistoryChange,
  HistoryEntry,
  type HistoryFilter,
  HistoryLine,
  HistoryOrder,
  HistoryTransfer
} from "./CustomerHistory.ts"
import { CustomerHistoryRepository, type HistoryRow } from "./CustomerHistoryRepository.ts"
import { Customers } from "./Customers.ts"

/** Everything that happened to a customer, to look into a complaint. */
export class CustomerHistories extends Context.Service<CustomerHistories>()("core/CustomerHistories", {
  make: Effect.gen(function*() {
    const customers = yield* Customers
    const histories = yield* CustomerHistoryRepository
    const orders = yield* OrderRepository

    /** Newest first. */
    const list = Effect.fn("CustomerHistories.list")(function*(caller: AtEvent, id: bigint, filter: HistoryFilter) {
      yield* customers.find(caller, id)
      const { eventId } = caller
      const rows = yield* Effect.orDie(histories.list({ ...filter, eventId, accountId: id }))
      const ids = rows.filter(isOrder).map((row) => row.id)
      const found = ids.length === 0 ? [] : yield* orders.list({ eventId, ids })
      const byId = new Map(found.map((order) => [order.id, order]))
      return rows.map((row) => entryOf(row, isOrder(row) ? byId.get(row.id) : undefined))
    })

    return { list }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CustomerHistoryRepository.layer, Customers.layer, OrderRepository.layer])
  )
}

const isOrder = ({ kind }: HistoryRow): boolean => kind !== "transfer" && kind !== "change"

const entryOf = (row: HistoryRow, order: StoredOrderRow | undefined): HistoryEntry =>
  new HistoryEntry({
    ...row,
    order: order === undefined ? null : new HistoryOrder({
      id: order.id,
      order_type: order.order_type,
      payment_method: order.payment_method,
      till_name: order.till_name,
      cancels_order: order.cancels_order,
      cancelled_by_order: order.cancelled_by_order,
      total_price: Money.sum(order.lines.map((line) => line.total_price)),
      lines: order.lines.map(({ product, quantity, total_price }) =>
        new HistoryLine({ name: product.name, quantity, total_price })
      )
    }),
    transfer: row.counterpart === null ? null : new HistoryTransfer({
      transaction_id: row.id,
      counterpart: row.counterpart,
      description: row.description ?? ""
    }),
    change: row.change_type === null ? null : new HistoryChange({ ...row, type: row.change_type })
  })
