import { Sessions } from "@wristbank/core/organisation/Sessions"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { senderAddress } from "../SenderAddress.ts"

export const AuthHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "auth",
  Effect.fnUntraced(function*(handlers) {
    const sessions = yield* Sessions
    return handlers.handleAll({
      login: ({ payload }) =>
        Effect.flatMap(senderAddress, (address) =>
          sessions.signIn({
            login: payload.username,
            password: Redacted.make(payload.password),
            nodeId: payload.node_id,
            address
          })),
      logout: () => Effect.flatMap(SignedIn, sessions.signOut),
      changePassword: Effect.fnUntraced(function*({ payload }) {
        const oldPassword = Redacted.make(payload.old_password)
        const newPassword = Redacted.make(payload.new_password)
        yield* sessions.changePassword(yield* SignedIn, oldPassword, newPassword, yield* senderAddress)
        return null
      }),
      sessions: () => Effect.flatMap(SignedIn, sessions.list),
      revokeSession: ({ params }) =>
        Effect.flatMap(SignedIn, (signedIn) => sessions.revoke(signedIn, params.session_id))
    })
  })
)
