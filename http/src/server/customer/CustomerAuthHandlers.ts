import { CustomerSessions } from "@wristbank/core/guest/CustomerSessions"
import { Effect } from "effect"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { senderAddress } from "../edge/SenderAddress.ts"
import { asGuest } from "./AsGuest.ts"

export const CustomerAuthHandlers = groupHandlers(
  CustomerApi,
  "auth",
  Effect.fnUntraced(function*(handlers) {
    const sessions = yield* CustomerSessions
    return handlers.handleAll({
      login: ({ payload }) => Effect.flatMap(senderAddress, (address) => sessions.signIn(payload, address)),
      logout: asGuest(sessions.signOut),
      sessions: asGuest(sessions.list),
      revokeSession: asGuest((guest, { params }) => sessions.revoke(guest, params.session_id)),
      revokeOtherSessions: asGuest(sessions.revokeOthers),
      customer: asGuest(sessions.customer)
    })
  })
)
