import { CustomerSessions } from "@wristbank/core/account/CustomerSessions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"
import { senderAddress } from "../SenderAddress.ts"

export const CustomerAuthHandlers = HttpApiBuilder.group(
  CustomerApi,
  "auth",
  Effect.fnUntraced(function*(handlers) {
    const sessions = yield* CustomerSessions
    return handlers.handleAll({
      login: ({ payload }) => Effect.flatMap(senderAddress, (address) => sessions.signIn(payload, address)),
      logout: () => Effect.flatMap(SignedInCustomer, sessions.signOut),
      sessions: () => Effect.flatMap(SignedInCustomer, sessions.list),
      revokeSession: ({ params }) =>
        Effect.flatMap(SignedInCustomer, (guest) => sessions.revoke(guest, params.session_id)),
      revokeOtherSessions: () => Effect.flatMap(SignedInCustomer, sessions.revokeOthers),
      customer: () => Effect.flatMap(SignedInCustomer, sessions.customer)
    })
  })
)
