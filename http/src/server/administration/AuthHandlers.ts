import { Sessions } from "@wristbank/core/organisation/Sessions"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { calledBy, nothing } from "../Handler.ts"
import { senderAddress } from "../SenderAddress.ts"

const asUser = calledBy(SignedIn)

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
      logout: asUser(sessions.signOut),
      changePassword: nothing(asUser(Effect.fnUntraced(function*(signedIn, { payload }) {
        const oldPassword = Redacted.make(payload.old_password)
        const newPassword = Redacted.make(payload.new_password)
        yield* sessions.changePassword(signedIn, oldPassword, newPassword, yield* senderAddress)
      }))),
      sessions: asUser(sessions.list),
      revokeSession: asUser((signedIn, { params }) => sessions.revoke(signedIn, params.session_id))
    })
  })
)
