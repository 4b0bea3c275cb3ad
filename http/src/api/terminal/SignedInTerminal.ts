import { Privilege } from "@wristbank/core/organisation/Privilege"
import type { TerminalCall } from "@wristbank/core/till/TerminalGuard"
import type { TerminalNeed } from "@wristbank/core/till/TerminalState"
import { Context } from "effect"
import { type HttpApiEndpoint, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { terminalErrors } from "../Errors.ts"
import type { CallNeeds } from "../Needs.ts"

/**
 * Marks, in types alone, the calling terminal. An endpoint provides it for the privileges that it declares; a handler requires
 * it for those that its service accepts. An endpoint that declares a further privilege would let in people whom the service
 * excludes, so it does not provide what the handler requires.
 */
export interface CallWith<in Need extends TerminalNeed> {
  readonly _: (need: Need) => void
}

const key = Context.Service<CallWith<never>, TerminalCall<never>>("http/terminal/SignedInTerminal")

/** The calling terminal, for a service that accepts any one of these privileges. */
export const signedInTerminal = <Need extends TerminalNeed>() =>
  key as unknown as Context.Service<CallWith<Need>, TerminalCall<Need>>

/** Calls that need a terminal's token. Endpoints and groups get it from `fromTerminal`, along with what else they need. */
export class RegistrationRequired
  extends HttpApiMiddleware.Service<RegistrationRequired, { provides: CallWith<never> }>()(
    "http/terminal/RegistrationRequired",
    { security: { OAuth2PasswordBearer: HttpApiSecurity.bearer }, error: terminalErrors }
  )
{}

/** Whether a call comes with a terminal's token. */
export const isFromTerminal = ({ middlewares }: HttpApiEndpoint.Top): boolean =>
  Array.from(middlewares).some((guard) => guard.key === RegistrationRequired.key)

/** `RegistrationRequired` with the declared needs as the type that it provides. */
type RegistrationWith<Need extends TerminalNeed> = RegistrationRequired & {
  readonly "~effect/http-api/HttpApiMiddleware": { readonly provides: CallWith<Need> }
}

/** As `CallNeeds`, of a call that comes with a terminal's token. */
type TerminalNeeds = Exclude<CallNeeds, "nothing">

type NeedOf<Needs extends TerminalNeeds> = Needs extends "token" ? TerminalNeed
  : Needs extends "presence" ? Privilege
  : Needs extends ReadonlyArray<infer Any> ? Extract<Any, Privilege>
  : never

/**
 * Declares what an endpoint, or every endpoint of a group, needs of the terminal that calls. `RegistrationGuard` hands just that
 * on to the service, which decides on it as soon as it knows the event's configuration. A handler whose service needs another
 * privilege than its endpoint declares does not compile.
 */
export const fromTerminal = <const Needs extends TerminalNeeds>(needs: Needs) => {
  class Declared extends RegistrationRequired {
    static readonly needs = needs
  }
  return Declared as unknown as Context.Key<RegistrationWith<NeedOf<Needs>>, unknown>
}

/** The privileges any one of which meets what an endpoint declares. */
export const toTerminalNeeds = (needs: CallNeeds): ReadonlyArray<TerminalNeed> =>
  typeof needs !== "string" ? needs : needs === "presence" ? Privilege.literals : [null]
