import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { BookingLanes } from "../ledger/BookingLanes.ts"
import { EventConfigurations } from "../organisation/EventConfigurations.ts"
import { InvalidArgument } from "../organisation/Refusal.ts"
import { AccountRepository } from "../tag/AccountRepository.ts"
import type { BookingCustomer } from "./Booking.ts"
import { withDeadline } from "./Bookings.ts"
import { cancelSale, type StoredOrder } from "./Cancel.ts"
import { OrderRepository, type StoredOrderRow } from "./OrderRepository.ts"

/** Who cancels which order where. */
export interface CancelRequest {
  readonly eventId: bigint
  readonly orderId: bigint
  readonly userId: bigint
  /** The till where it is cancelled; null in the back office. */
  readonly tillId: bigint | null
  /** The nodes whose orders the back office may cancel there; null for all of the event. */
  readonly nodes: ReadonlySet<bigint> | null
}

/** Cancels sales. */
export class Cancels extends Context.Service<Cancels>()("core/Cancels", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const configurations = yield* EventConfigurations
    const lanes = yield* BookingLanes
    const orders = yield* OrderRepository

    /** The order with what a cancel must undo, if it lies within reach, and the account that paid. */
    const load = Effect.fnUntraced(
      function*({ eventId, nodes, orderId }: Pick<CancelRequest, "eventId" | "nodes" | "orderId">) {
        const row = yield* orders.find(eventId, orderId)
        if (row === undefined || (nodes !== null && (row.till_node_id === null || !nodes.has(row.till_node_id)))) {
          return { row: null, order: null, customer: null }
        }
        const postings = yield* orders.postings(eventId, orderId)
        const account = row.customer_account_id === null
          ? undefined
          : yield* accounts.byId(eventId, row.customer_account_id)
        const customer: BookingCustomer | null = account === undefined ? null : {
          accountId: account.id,
          balance: account.balance,
          vouchers: account.vouchers,
          userTagId: account.user_tag_id,
          restriction: account.restriction
        }
        return { row, order: storedOrder(row, postings), customer }
      }
    )

    /**
     * Cancels a sale at the till where it was booked; everything is given back, vouchers too. Decides anew as long as others
     * change what it relies on.
     */
    const cancel = Effect.fn("Cancels.cancel")(function*(request: CancelRequest) {
      while (true) {
        const configuration = yield* Effect.orDie(configurations.current(request.eventId))
        const { customer, order, row } = yield* load(request)
        const draft = yield* Effect.fromResult(
          cancelSale({ uuid: randomUUID(), order, tillId: request.tillId, customer })
        )
        const till = configuration.tills.get(row?.till_id ?? -1n)
        if (till === undefined) return yield* new InvalidArgument({ message: "The till of this order is gone" })
        const { outcome } = yield* Effect.orDie(lanes.store({
          eventId: request.eventId,
          version: configuration.version,
          order: draft,
          context: {
            tillId: till.id,
            cashierId: request.userId,
            zNr: till.z_nr,
            requestHash: "",
            buttons: null
          }
        }))
        if (outcome === "booked") return
        // The uuid is new, so another cancel of the same order was there first.
        if (outcome === "exists") {
          return yield* new InvalidArgument({ message: "The order has been cancelled already" })
        }
      }
    }, withDeadline)

    return { cancel, load }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const storedOrder = (row: StoredOrderRow, postings: StoredOrder["postings"]): StoredOrder => ({
  id: row.id,
  orderType: row.order_type,
  paymentMethod: row.payment_method,
  tillId: row.till_id,
  cancelled: row.cancelled,
  lines: row.lines,
  postings
})
