import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import type { BookingSettings } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { CashierOrder, hasReceipt, OfficeOrder } from "../journal/Order.ts"
import type { Page } from "../sql/Page.ts"
import type { SortedPage } from "../sql/Sort.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { type OrderFilter, OrderRepository, toListedOrder, toOrder } from "./OrderRepository.ts"
import { receiptLinks } from "./ReceiptLink.ts"

/** The orders that a user of the back office may see: those of the tills at these nodes. */
export interface OrderReach {
  readonly eventId: bigint
  readonly nodes: ReadonlySet<bigint>
}

/** What a list of orders is limited to. */
export type OrdersWanted = Omit<OrderFilter, "eventId" | "id" | "ids" | "page" | "sorted" | "tillNodes" | "uuid">

/** Booked orders, as users and guests look them up. */
export class Orders extends Context.Service<Orders>()("core/Orders", {
  make: Effect.gen(function*() {
    const guard = yield* TerminalGuard
    const configurations = yield* EventConfigurations
    const orders = yield* OrderRepository
    const linkOf = yield* receiptLinks

    const bonUrl = (
      settings: BookingSettings,
      { lines, uuid }: { readonly lines: ReadonlyArray<unknown>; readonly uuid: string }
    ) => hasReceipt(lines.length) ? linkOf(settings, uuid) : null

    /** Newest first. */
    const list = Effect.fn("Orders.list")(function*(
      { eventId, nodes }: OrderReach,
      filter: Pick<OrderFilter, "customerAccountId" | "page" | "tillId">
    ) {
      const rows = yield* orders.list({ ...filter, eventId, tillNodes: [...nodes] })
      return rows.map(toListedOrder)
    })

    /** Orders in a given order. */
    const sortedPage = Effect.fn("Orders.sortedPage")(
      function*(reach: OrderReach, wanted: OrdersWanted, sorted: SortedPage) {
        return (yield* orders.list({ ...seen(reach, wanted), sorted })).map(toListedOrder)
      }
    )

    /** How many orders all pages have. */
    const count = Effect.fn("Orders.count")((reach: OrderReach, wanted: OrdersWanted) =>
      orders.count(seen(reach, wanted))
    )

    const find = Effect.fn("Orders.find")(function*({ eventId, nodes }: OrderReach, id: bigint) {
      const row = yield* orders.find(eventId, id)
      if (row === undefined || row.till_node_id === null || !nodes.has(row.till_node_id)) {
        return yield* new NotFound({ element_type: "order", element_id: id })
      }
      const { settings } = yield* Effect.orDie(configurations.current(eventId))
      const corrections = yield* Effect.orDie(orders.corrections({ eventId, id }))
      return new OfficeOrder({
        ...row,
        ...toListedOrder(row),
        bon_url: bonUrl(settings, row),
        corrects_order: corrections.find(({ after }) => after === id)?.before ?? null,
        corrected_by_order: corrections.find(({ before }) => before === id)?.after ?? null
      })
    })

    const cashier = (terminal: TerminalCall<"can_book_orders">) => guard.require(terminal, { till: true, write: false })

    /** The orders that the signed-in cashier booked at the terminal's till, newest first. */
    const ofCashier = Effect.fn("Orders.ofCashier")(function*(terminal: TerminalCall<"can_book_orders">, page: Page) {
      const { configuration: { eventId }, person, till } = yield* cashier(terminal)
      const rows = yield* orders.list({ eventId, cashierId: person.id, tillId: till.till.id, page })
      return rows.map(toOrder)
    })

    /** An order of the signed-in cashier, at any till; null when it is another user's. */
    const oneOfCashier = Effect.fn("Orders.oneOfCashier")(
      function*(terminal: TerminalCall<"can_book_orders">, id: bigint) {
        const { configuration, person } = yield* cashier(terminal)
        const row = yield* orders.find(configuration.eventId, id)
        return row === undefined || row.cashier_id !== person.id
          ? null
          : new CashierOrder({ ...toOrder(row), bon_url: bonUrl(configuration.settings, row) })
      }
    )

    return { count, find, list, sortedPage, ofCashier, oneOfCashier }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EventConfigurations.layer, OrderRepository.layer, TerminalGuard.layer])
  )
}

const seen = ({ eventId, nodes }: OrderReach, wanted: OrdersWanted): OrderFilter => ({
  ...wanted,
  eventId,
  tillNodes: [...nodes]
})
