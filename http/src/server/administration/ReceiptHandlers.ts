import { Receipts } from "@wristbank/core/fiscal/Receipts"
import { Access } from "@wristbank/core/organisation/Access"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Sessions } from "@wristbank/core/organisation/Sessions"
import { Effect, Option } from "effect"
import { type HttpApiEndpoint } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { soon } from "../edge/Deadline.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { senderAddress } from "../edge/SenderAddress.ts"
import { callHeaders } from "../edge/SessionCookie.ts"
import { callerAt } from "./CallerAt.ts"
import { shownToken } from "./ShownToken.ts"

export const ReceiptHandlers = groupHandlers(
  AdministrationApi,
  "receipts",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const { inEvent } = yield* callerAt
    const receipts = yield* Receipts
    const sessions = yield* Sessions

    const bearer = Effect.flatMap(
      callHeaders,
      ({ authorization = "" }) => Effect.fromNullishOr(/^Bearer (\S{1,200})$/i.exec(authorization)?.[1])
    )

    /** The order's event, if the call has the token of a user who administers it. */
    const administered = Effect.fnUntraced(function*(endpoint: HttpApiEndpoint.Top, orderId: bigint) {
      const shown = yield* Effect.option(shownToken(endpoint, bearer))
      if (Option.isNone(shown)) return undefined
      const session = yield* Effect.option(soon(sessions.verify(shown.value)))
      if (Option.isNone(session) || session.value.mustEnrol) return undefined
      const eventId = yield* receipts.eventOf(orderId)
      if (eventId === undefined) return undefined
      const allowed = yield* Effect.option(access.atEvent(session.value, eventId, { privileges: mayManage }))
      return Option.isSome(allowed) ? eventId : undefined
    })

    return handlers.handleAll({
      bon: Effect.fnUntraced(function*({ endpoint, params }) {
        const eventId = yield* administered(endpoint, params.order_id)
        const { bon } = eventId === undefined
          ? yield* receipts.byNumber(params.order_id, yield* senderAddress)
          : yield* receipts.ofEvent(eventId, params.order_id)
        return bon
      }),
      testBon: inEvent()(Effect.fnUntraced(function*(caller) {
        yield* access.requireAt(caller, caller.eventId, mayManage)
        return yield* receipts.test(caller.eventId)
      }))
    })
  })
)
