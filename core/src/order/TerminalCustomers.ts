import { Context, Effect, Layer } from "effect"
import type { Privilege } from "../organisation/Privilege.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { toHex } from "../primitives/TagUid.ts"
import type { Page } from "../sql/Page.ts"
import { AccountRepository } from "../tag/AccountRepository.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { DetailedOrder } from "./Order.ts"
import { OrderRepository, toOrder } from "./OrderRepository.ts"
import { orderRules } from "./OrderRules.ts"

/** Customers as the user at a terminal sees them, found by the chip of their tag. */
export class TerminalCustomers extends Context.Service<TerminalCustomers>()("core/TerminalCustomers", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const guard = yield* TerminalGuard
    const orders = yield* OrderRepository

    const accountOf = Effect.fnUntraced(function*(eventId: bigint, uid: bigint) {
      const found = yield* accounts.byUid(eventId, uid)
      return found ?? (yield* InvalidArgument.of(orderRules.tag_without_account, { tag: toHex(uid) }))
    })

    /** The account of a tag of the event. */
    const account = Effect.fn("TerminalCustomers.account")(function*(terminal: TerminalCall<Privilege>, uid: bigint) {
      yield* guard.require(terminal, { till: false, write: false })
      return yield* accountOf(terminal.eventId, uid)
    })

    /** The orders of that account, newest first. */
    const ordersOf = Effect.fn("TerminalCustomers.ordersOf")(function*(
      terminal: TerminalCall<Privilege>,
      uid: bigint,
      page: Page
    ) {
      const { eventId } = terminal
      yield* guard.require(terminal, { till: false, write: false })
      const rows = yield* orders.list({ eventId, customerTagUid: uid, page })
      // Orders tell that there is an account.
      if (rows.length === 0) yield* accountOf(eventId, uid)
      return rows.map((row) => new DetailedOrder({ ...toOrder(row), till_name: row.till_name ?? "" }))
    })

    return { account, ordersOf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
