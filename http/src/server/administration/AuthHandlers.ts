import { AccessDenied } from "@wristbank/core/base/Refusal"
import { browserOf } from "@wristbank/core/organisation/Browser"
import { tagOf } from "@wristbank/core/organisation/KnownDevice"
import { KnownSenders } from "@wristbank/core/organisation/KnownSenders"
import { organisationRules } from "@wristbank/core/organisation/OrganisationRules"
import { PasswordChanges } from "@wristbank/core/organisation/PasswordChanges"
import {
  loginOf,
  type LoginPayload,
  type SessionKind,
  WebLoginResult,
  WebLoginSuccess,
  WebSession
} from "@wristbank/core/organisation/Session"
import { Sessions } from "@wristbank/core/organisation/Sessions"
import { Effect, Redacted } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { calledBy, nothing } from "../answers/Handler.ts"
import { CameByTls } from "../edge/PortEdge.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { senderAddress } from "../edge/SenderAddress.ts"
import {
  callHeaders,
  cookieToken,
  csrfTokenOf,
  deviceTokens,
  forgetToken,
  isFromWebApplication,
  keepDevice,
  keepToken
} from "../edge/SessionCookie.ts"

const asUser = calledBy(SignedIn)

export const AuthHandlers = groupHandlers(
  AdministrationApi,
  "auth",
  Effect.fnUntraced(function*(handlers) {
    const sessions = yield* Sessions
    const passwords = yield* PasswordChanges
    const { newDevice } = yield* KnownSenders
    const signIn = Effect.fnUntraced(function*(payload: LoginPayload, kind: SessionKind) {
      const { code, node_id: nodeId, username: login } = payload
      const password = Redacted.make(payload.password)
      const headers = yield* callHeaders
      const browser = browserOf(headers["user-agent"])
      const shown = new Map(deviceTokens(headers, yield* CameByTls))
      const device = kind === "web" ? shown.get(tagOf(loginOf(login))) ?? null : null
      const address = yield* senderAddress
      return yield* sessions.signIn({ kind, login, password, nodeId, code, browser, device, address })
    })

    /** Ends the session whose cookie the browser is about to replace, so that no one can go on with it. */
    const endReplaced = (token: string | null | undefined) =>
      typeof token === "string"
        ? Effect.flatMap(sessions.verify({ token, kind: "web" }), sessions.signOut).pipe(
          Effect.catchTag("Unauthorized", () => Effect.void)
        )
        : Effect.void

    return handlers.handleAll({
      login: ({ payload }) => signIn(payload, "bearer"),
      webLogin: Effect.fnUntraced(function*({ payload }) {
        const headers = yield* callHeaders
        if (!isFromWebApplication(headers)) return yield* AccessDenied.of(organisationRules.other_page)
        const { available_nodes, success } = yield* signIn(payload, "web")
        if (success === null) return new WebLoginResult({ success, available_nodes })
        yield* endReplaced(cookieToken(headers, yield* CameByTls))
        yield* keepToken(success.token)
        const login = loginOf(payload.username)
        yield* keepDevice(tagOf(login), yield* newDevice(login))
        const shown = new WebLoginSuccess({ user: success.user, csrf_token: csrfTokenOf(success.token) })
        return new WebLoginResult({ success: shown, available_nodes })
      }),
      webSession: asUser((signedIn) =>
        Effect.map(
          sessions.signedIn(signedIn),
          (user) => new WebSession({ user, csrf_token: signedIn.csrfToken })
        )
      ),
      logout: asUser((signedIn) =>
        Effect.tap(sessions.signOut(signedIn), signedIn.csrfToken === null ? Effect.void : forgetToken)
      ),
      changePassword: nothing(asUser(Effect.fnUntraced(function*(signedIn, { payload }) {
        const oldPassword = Redacted.make(payload.old_password)
        const newPassword = Redacted.make(payload.new_password)
        yield* passwords.change(signedIn, oldPassword, newPassword, yield* senderAddress)
      }))),
      sessions: asUser(sessions.list),
      endOtherSessions: asUser(sessions.endOthers),
      revokeSession: asUser((signedIn, { params }) => sessions.revoke(signedIn, params.session_id))
    })
  })
)
