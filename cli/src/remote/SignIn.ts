import { printable } from "@wristbank/core/base/VisibleText"
import { rootId } from "@wristbank/core/organisation/Node"
import { secondFactorRules } from "@wristbank/core/organisation/SecondFactorRules"
import {
  backOfficeHours,
  backOfficeIdleHours,
  type NodeChoice,
  UserLoginResult,
  type UserLoginSuccess
} from "@wristbank/core/organisation/Session"
import { AnswerUnknown, type Call, callsOf } from "@wristbank/http/client/ServerCalls"
import { Effect, Redacted, Schema } from "effect"
import { FlagNotRead } from "../flags/FlagNotRead.ts"
import { askUnseen, type PasswordNotGiven, terminal } from "../secrets/PasswordInput.ts"
import type { Asking } from "../shell/Confirmation.ts"
import type { NodeUnknown } from "../shell/NamedNodes.ts"
import { nodeSeen, oneCalled } from "./SeenNode.ts"
import { serverAddress, written } from "./ServerAddress.ts"
import { NotSignedIn, type ServerSession, sessionAt, storedSessions, storeSessions } from "./ServerSessions.ts"

const timeoutSeconds = 30

/** What a sign-in needs. */
export interface Credentials {
  readonly server: URL
  readonly login: string
  /** The number or name of the user's node; null if the login is enough. */
  readonly node: string | null
  readonly code: string | null
  /** Asks for the password, once the server has answered. */
  readonly password: Effect.Effect<Redacted.Redacted, PasswordNotGiven>
}

const signingOut: Call<unknown> = { method: "POST", path: "/auth/logout", answer: Schema.Unknown }

const Health = Schema.Struct({ status: Schema.String })

/** Finds the administration API: below a common address, or at a port of its own. */
const apiOf = Effect.fnUntraced(function*(server: string) {
  for (const api of [`${server}/api/administration`, server]) {
    const call = callsOf({ api, token: null, timeoutSeconds })
    const answer = yield* call({ path: "/health", answer: Health }).pipe(
      Effect.as(true),
      Effect.catchTag(["AnswerUnknown", "CallRefused"], () => Effect.succeed(false))
    )
    if (answer) return api
  }
  return yield* new AnswerUnknown({ message: `${server} is no server of Wristbank: check the address` })
})

const askedCode = (asking: Asking) =>
  asking.input.isTTY === true
    ? askUnseen("Code of the authenticator app: ", asking)
    : Effect.fail(new FlagNotRead({ message: "A second factor is needed: give its code with --code" }))

/** The node of one of several users who have the login and the password. */
const chosen = (
  login: string,
  node: string | null,
  choices: ReadonlyArray<NodeChoice>
): Effect.Effect<bigint, FlagNotRead | NodeUnknown> =>
  node === null
    ? Effect.fail(
      new FlagNotRead({
        message: `There are several users ${login}, so name the node with --node: ${
          choices.map(({ name, node_id }) => `${node_id} (${printable(name)})`).join(", ")
        }`
      })
    )
    : Effect.map(
      oneCalled(
        "node",
        node,
        choices.map(({ name, node_id }) => ({ id: node_id, parent: rootId, name, event_id: null }))
      ),
      ({ id }) => id
    )

/** Ends a session of the one user with the login if another node was named. */
const isUserOf = Effect.fnUntraced(function*(api: string, node: string, { token, user }: UserLoginSuccess) {
  // Before they have set their second factor up they can't read the names of nodes.
  if (user.must_enrol_second_factor) return
  const call = callsOf({ api, token: Redacted.make(token), timeoutSeconds })
  const isMeant = Effect.filterOrFail(
    nodeSeen(call, "node", node),
    ({ id }) => id === user.node_id,
    () => new FlagNotRead({ message: `The user ${user.login} is of another node than ${node}: leave --node out` })
  )
  yield* Effect.tapError(isMeant, () => Effect.ignore(call(signingOut)))
})

/** Signs in at a server and keeps the session; returns what to show. */
export const signIn = Effect.fnUntraced(
  function*(folder: string, { code, login, node, password, server }: Credentials, asking: Asking = terminal) {
    const address = written(server)
    const api = yield* apiOf(address)
    const call = callsOf({ api, token: null, timeoutSeconds })
    const typed = Redacted.value(yield* password)
    const attempt = (nodeId: bigint | null) => (withCode: string | null) =>
      call({
        method: "POST",
        path: "/auth/login",
        body: { username: login, password: typed, node_id: nodeId === null ? null : Number(nodeId), code: withCode },
        answer: UserLoginResult
      })
    const enter = (nodeId: bigint | null) =>
      attempt(nodeId)(code).pipe(
        Effect.catchIf(
          (error) => error._tag === "CallRefused" && error.rule === secondFactorRules.code_needed.name,
          () => Effect.flatMap(askedCode(asking), attempt(nodeId))
        )
      )
    const first = yield* enter(null)
    const { success } = first.success === null
      ? yield* Effect.flatMap(chosen(login, node, first.available_nodes ?? []), enter)
      : first
    if (success === null) return yield* new AnswerUnknown({ message: `${address} signs no one in at the node` })
    if (node !== null && first.success !== null) yield* isUserOf(api, node, success)
    const others = (yield* storedSessions(folder)).filter((session) => session.server !== address)
    yield* storeSessions(folder, [{ server: address, api, login, token: Redacted.make(success.token) }, ...others])
    return [
      `Signed in at ${address} as ${login}, for ${backOfficeHours} hours at most, and ${backOfficeIdleHours} without a call.`,
      ...(success.user.must_enrol_second_factor
        ? ["A second factor is required: set one up in the back office, then sign in again."]
        : [])
    ]
  }
)

/** Ends the session at a server and forgets its token; returns what to show. */
export const signOut = Effect.fnUntraced(function*(folder: string, typed: string | undefined) {
  const server = typed === undefined
    ? undefined
    : written(yield* Effect.fromResult(serverAddress(typed, { plainHttp: true })))
  const session = yield* sessionAt(folder, server)
  const call = callsOf({ ...session, timeoutSeconds })
  const ended = yield* call(signingOut).pipe(
    Effect.as(true),
    // A session that ended already, and a server that is gone for good: the token is forgotten in any case.
    Effect.catchTag("CallRefused", () => Effect.succeed(true)),
    Effect.catchTag(["AnswerUnknown", "ServerAway"], () => Effect.succeed(false))
  )
  const others = (yield* storedSessions(folder)).filter(({ server: other }) => other !== session.server)
  yield* storeSessions(folder, others)
  return ended
    ? `Signed out at ${session.server}.`
    : `The token for ${session.server} is forgotten. The server does not answer, and ends the session by itself within ` +
      `${backOfficeIdleHours} hours.`
})

/** The calls of a server that this account is signed in at. */
export const signedInCalls = Effect.fnUntraced(function*(folder: string, typed: string | undefined, seconds: number) {
  const server = typed === undefined
    ? undefined
    : written(yield* Effect.fromResult(serverAddress(typed, { plainHttp: true })))
  const session: ServerSession = yield* sessionAt(folder, server)
  const call = callsOf({ ...session, timeoutSeconds: seconds })
  const ended = new NotSignedIn({
    message: `The session at ${session.server} has ended: wristbank login ${session.server} --as ${session.login}`
  })
  return { session, call, ended }
})
