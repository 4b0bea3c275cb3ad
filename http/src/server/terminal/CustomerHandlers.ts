import { Grants } from "@wristbank/core/order/Grants"
import { DetailedOrder } from "@wristbank/core/order/Order"
import { OrderRepository, toOrder } from "@wristbank/core/order/OrderRepository"
import { InvalidArgument } from "@wristbank/core/organisation/Refusal"
import { AccountRepository } from "@wristbank/core/tag/AccountRepository"
import { TagSwitches } from "@wristbank/core/tag/TagSwitches"
import { toHex } from "@wristbank/core/tag/TagUid"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { anyPrivilege, type TerminalRequirement } from "@wristbank/core/till/TerminalStanding"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

const looking: TerminalRequirement = { privileges: anyPrivilege, till: false, write: false }

export const CustomerHandlers = HttpApiBuilder.group(
  TerminalApi,
  "customers",
  Effect.fnUntraced(function*(handlers) {
    const accounts = yield* AccountRepository
    const grants = yield* Grants
    const guard = yield* TerminalGuard
    const orders = yield* OrderRepository
    const switches = yield* TagSwitches

    /** The account behind a tag of the event; only for somebody signed in. */
    const account = Effect.fnUntraced(function*(uid: bigint) {
      const { configuration } = yield* guard.require(yield* SignedInTerminal, looking)
      const found = yield* accounts.byUid(configuration.eventId, uid)
      if (found === undefined) return yield* new InvalidArgument({ message: `No account has the tag ${toHex(uid)}` })
      return { configuration, found }
    })

    return handlers.handleAll({
      get: ({ params }) => Effect.map(account(params.customer_tag_uid), ({ found }) => found),
      orders: ({ params }) =>
        Effect.gen(function*() {
          const { configuration, found } = yield* account(params.customer_tag_uid)
          const rows = yield* orders.list({ eventId: configuration.eventId, customerAccountId: found.id })
          return rows.map((row) => new DetailedOrder({ ...toOrder(row), till_name: row.till_name ?? "" }))
        }),
      grantFreeTicket: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => grants.freeTicket(terminal, payload)),
      grantVouchers: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => grants.vouchers(terminal, payload)),
      switchTag: ({ payload }) =>
        Effect.as(Effect.flatMap(SignedInTerminal, (terminal) => switches.run(terminal, payload)), null)
    })
  })
)
