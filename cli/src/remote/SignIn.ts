import { secondFactorRules } from "@wristbank/core/organisation/SecondFactorRules"
import { backOfficeHours, backOfficeIdleHours, UserLoginResult } from "@wristbank/core/organisation/Session"
import { AnswerUnknown, callsOf } from "@wristbank/http/client/ServerCalls"
import { Effect, Redacted, Schema } from "effect"
import { FlagNotRead } from "../flags/FlagNotRead.ts"
import { askUnseen, type PasswordNotGiven, terminal } from "../secrets/PasswordInput.ts"
import type { Asking } from "../shell/Confirmation.ts"
import { serverAddress, written } from "./ServerAddress.ts"
import { NotSignedIn, type ServerSession, sessionAt, storedSessions, storeSessions } from "./ServerSessions.ts"

const timeoutSeconds = 30

/** What a sign-in needs. */
export interface Credentials {
  readonly server: URL
  readonly login: string
  readonly nodeId: number | null
  readonly code: string | null
  /** Asks for the password, once the server has answered. */
  readonly password: Effect.Effect<Redacted.Redacted, PasswordNotGiven>
}

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

/** Signs in at a server and keeps the session; returns what to show. */
export const signIn = Effect.fnUntraced(
  function*(folder: string, { code, login, nodeId, password, server }: Credentials, asking: Asking = terminal) {
    const address = written(server)
    const api = yield* apiOf(address)
    const call = callsOf({ api, token: null, timeoutSeconds })
    const typed = Redacted.value(yield* password)
    const attempt = (withCode: string | null) =>
      call({
        method: "POST",
        path: "/auth/login",
        body: { username: login, password: typed, node_id: nodeId, code: withCode },
        answer: UserLoginResult
      })
    const { available_nodes, success } = yield* attempt(code).pipe(
      Effect.catchIf(
        (error) => error._tag === "CallRefused" && error.rule === secondFactorRules.code_needed.name,
        () => Effect.flatMap(askedCode(asking), attempt)
      )
    )
    if (success === null) {
      const nodes = (available_nodes ?? []).map(({ name, node_id }) => `${node_id} (${name})`).join(", ")
      return yield* new FlagNotRead({
        message: `There are several users ${login}, so name the node with --node: ${nodes}`
      })
    }
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
  const ended = yield* call({ method: "POST", path: "/auth/logout", answer: Schema.Unknown }).pipe(
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
