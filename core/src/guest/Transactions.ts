import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { subtreeOf } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage, placeOf } from "../organisation/Place.ts"
import { OrderRepository, toOrder } from "../sale/OrderRepository.ts"
import type { SortedPage } from "../sql/Sort.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { AccountRepository } from "../wristband/AccountRepository.ts"
import { Transaction } from "./Transaction.ts"
import { type TransactionFilter, TransactionRepository, type TransactionRow } from "./TransactionRepository.ts"

/** Single postings of an event. */
export class Transactions extends Context.Service<Transactions>()("core/Transactions", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const accounts = yield* AccountRepository
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

    const read = Effect.fnUntraced(
      function*(eventId: bigint, accountId: bigint, filter: TransactionFilter, page: SortedPage) {
        const rows = yield* Effect.orDie(transactions.ofAccount({ ...filter, eventId, accountId }, page))
        return (yield* withOrders(eventId, rows)).map(({ transaction }) => transaction)
      }
    )

    /** Postings to and from a cash register whose node the caller manages, and how many there are. */
    const ofRegister = Effect.fn("Transactions.ofRegister")(
      function*(caller: AtEvent, id: bigint, filter: TransactionFilter) {
        const register = yield* Effect.orDie(registers.find(placeOf(caller), id))
        if (register === undefined) return yield* new NotFound({ element_type: "cash_register", element_id: id })
        yield* access.requireAt(caller, register.node_id, mayManage)
        return listed(caller.eventId, register.account_id, filter)
      }
    )

    /** Postings to and from an account at a node that the caller manages, and how many there are. */
    const ofAccount = Effect.fn("Transactions.ofAccount")(
      function*(caller: AtEvent, id: bigint, filter: TransactionFilter) {
        const { eventId } = caller
        const [account] = yield* Effect.orDie(
          accounts.list({ eventId, nodes: yield* access.reach(caller, mayManage), id })
        )
        if (account === undefined) return yield* new NotFound({ element_type: "account", element_id: id })
        return listed(eventId, id, filter)
      }
    )

    const listed = (eventId: bigint, accountId: bigint, filter: TransactionFilter) => ({
      read: (page: SortedPage) => read(eventId, accountId, filter, page),
      count: Effect.orDie(transactions.countOfAccount({ ...filter, eventId, accountId }))
    })

    return { find, ofAccount, ofRegister }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    Access.layer,
    AccountRepository.layer,
    CashRegisterRepository.layer,
    EventConfigurations.layer,
    OrderRepository.layer,
    TransactionRepository.layer
  ]))
}
