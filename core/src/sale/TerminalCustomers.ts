import { Context, Effect, Layer } from "effect"
import { limits as attempts } from "../base/limits/Limits.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import { toHex } from "../base/TagUid.ts"
import { DetailedOrder } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { Page } from "../sql/Page.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { AccountRepository } from "../wristband/AccountRepository.ts"
import { GuestByPin, type GuestByPinPayload, heldWristband } from "./GuestByPin.ts"
import { OrderRepository, toOrder } from "./OrderRepository.ts"

/** Customers as the user at a terminal sees them, found by the chip or the PIN of their tag. */
export class TerminalCustomers extends Context.Service<TerminalCustomers>()("core/TerminalCustomers", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const codes = yield* PrintedCodes
    const guard = yield* TerminalGuard
    const limits = yield* SignInLimits
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

    /**
     * The guest of a wristband whose chip can't be read, by its printed PIN. A PIN is the password of the portal, so a terminal may look
     * up a limited number of them (`pinsAtTerminal`).
     */
    const byPin = Effect.fn("TerminalCustomers.byPin")(function*(
      terminal: TerminalCall<Privilege>,
      { user_tag_pin }: GuestByPinPayload
    ) {
      const { eventId, terminalId } = terminal
      yield* guard.require(terminal, { till: false, write: false })
      yield* limits.consume({ key: `PINs at terminal ${terminalId}`, limit: attempts.pinsAtTerminal })
      const [pin = user_tag_pin] = yield* codes.pins(eventId, [user_tag_pin])
      const held = yield* accounts.holderOfPin(eventId, pin)
      const owner = held === undefined ? undefined : yield* accounts.byId(eventId, held.accountId)
      if (held === undefined || owner === undefined) {
        return yield* InvalidArgument.of(orderRules.pin_without_guest, { pin })
      }
      return new GuestByPin({ user_tag_pin: pin, wristband: heldWristband(held.tagId, owner), account: owner })
    }, dieOnInfrastructure)

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

    return { account, byPin, ordersOf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PrintedCodes.layer, SignInLimits.layer, TerminalGuard.layer]),
    Layer.provide([AccountRepository.layer, OrderRepository.layer])
  )
}
