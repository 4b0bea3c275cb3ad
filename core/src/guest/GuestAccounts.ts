import { Context, Effect, Layer } from "effect"
import { isReady, OrderWithBon, signingStatus } from "../fiscal/Receipt.ts"
import { OrderRepository, toOrder } from "../sale/OrderRepository.ts"
import type { Page } from "../sql/Page.ts"
import type { SignedInCustomer } from "../wristband/CustomerSession.ts"
import { noPayout, obstaclesOf, PayoutInfo } from "./GuestPayout.ts"
import { GuestPayoutRepository } from "./GuestPayoutRepository.ts"

/** Data that guests look up about their own accounts. */
export class GuestAccounts extends Context.Service<GuestAccounts>()("core/GuestAccounts", {
  make: Effect.gen(function*() {
    const orderRows = yield* OrderRepository
    const payouts = yield* GuestPayoutRepository

    /** The orders of the account, newest first, each with whether its receipt is available. */
    const orders = Effect.fn("GuestAccounts.orders")(function*({ accountId, eventId }: SignedInCustomer, page: Page) {
      const rows = yield* orderRows.list({ eventId, customerAccountId: accountId, page })
      return rows.map((row) =>
        new OrderWithBon({ ...toOrder(row), bon_generated: isReady(row.lines.length, signingStatus(row)) })
      )
    })

    const payoutInfo = Effect.fn("GuestAccounts.payoutInfo")(function*(holder: SignedInCustomer) {
      const { newest, settings, ...prospect } = yield* Effect.orDie(payouts.prospect(holder))
      return new PayoutInfo({ ...newest ?? noPayout, obstacles: obstaclesOf(prospect, settings) })
    })

    const payoutTransactions = Effect.fn("GuestAccounts.payoutTransactions")(
      (holder: SignedInCustomer) => Effect.orDie(payouts.transactions(holder))
    )

    return { orders, payoutInfo, payoutTransactions }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([GuestPayoutRepository.layer, OrderRepository.layer])
  )
}
