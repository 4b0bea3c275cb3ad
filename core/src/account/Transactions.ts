import { Context, Effect, Layer } from "effect"
import { subtreeOf } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { OrderRepository, toOrder } from "../order/OrderRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage, placeOf } from "../organisation/Place.ts"
import { NotFound } from "../primitives/Refusal.ts"
import type { Page } from "../sql/Page.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { Transaction } from "./Transaction.ts"
import { TransactionRepository, type TransactionRow } from "./TransactionRepository.ts"

/** Single postings of an event. */
export class Transactions extends Context.Service<Transactions>()("core/Transactions", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const configurations = yield* EventConfigurations
    const orders = yield* OrderRepository
    const registers = yield* CashRegisterRepository
    const transactions = yield* TransactionRepository

    const withOrders = Effect.fnUntraced(function*(eventId: bigint, rows: ReadonlyArray<TransactionRow>) {
      const ids = [...new Set(rows.flatMap((row) => row.order_id ?? []))]
      const found = ids.length === 0 ? [] : yield* orders.list({ eventId, ids })
      const byId = new Map(found.map((order) => [order.id, order]))
      return rows.map((row) => {
        const order = row.order_id === null ? undefined : byId.get(row.order_id)
        return {
          transaction: new Transaction({ ...row, order: order === undefined ? null : toOrder(order) }),
          tillNode: order?.till_node_id ?? null
        }
      })
    })

    /**
     * A transaction of an order at a till of the caller's node or below it, or one between accounts of nodes that the
     * caller may manage.
     */
    const find = Effect.fn("Transactions.find")(function*(caller: AtEvent, id: bigint) {
      const { eventId, node } = caller
      const row = yield* Effect.orDie(transactions.find(eventId, id))
      const [found] = row === undefined ? [] : yield* withOrders(eventId, [row])
      const nodes = new Set(yield* access.reach(caller, mayManage))
      const below = subtreeOf(yield* configurations.current(eventId), node.id)
      const isOwn = row !== undefined && nodes.has(row.source_node ?? -1n) && nodes.has(row.target_node ?? -1n)
      if (found === undefined || !(isOwn || below.has(found.tillNode ?? -1n))) {
        return yield* new NotFound({ element_type: "transaction", element_id: id })
      }
      return found.transaction
    })

    /** Postings to and from a cash register, in the order of booking. */
    const ofRegister = Effect.fn("Transactions.ofRegister")(function*(caller: AtEvent, id: bigint, page: Page) {
      const register = yield* Effect.orDie(registers.find(placeOf(caller), id))
      if (register === undefined) return yield* new NotFound({ element_type: "cash_register", element_id: id })
      yield* access.requireAt(caller, register.node_id, mayManage)
      const rows = yield* Effect.orDie(transactions.ofAccount(caller.eventId, register.account_id, page))
      return (yield* withOrders(caller.eventId, rows)).map(({ transaction }) => transaction)
    })

    return { find, ofRegister }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
