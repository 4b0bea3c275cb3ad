import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Context, Option, Predicate } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/**
 * The right that a call needs:
 * - `nothing`: no token;
 * - `token`: any token of the API, of a session, a terminal or a guest;
 * - `presence`: in the back office any privilege at the node; at a terminal a signed-in user;
 * - privileges: any one of them, in the back office held at the node, at a terminal through the active role.
 */
export type CallNeeds = "nothing" | "token" | "presence" | ReadonlyArray<Privilege>

/**
 * Said of each endpoint, or of its group where nothing else is said of the endpoint; guards and `docs/reference/privileges.md` read it.
 * Endpoints for terminals say it with their guard (`fromTerminal`).
 */
export class Needs extends Context.Service<Needs, CallNeeds>()("http/Needs") {}

/** The right that an endpoint needs. An endpoint without one is a defect. */
export const needsOf = (
  call: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }
): CallNeeds => {
  const known = found.get(call.endpoint)
  if (known !== undefined) return known
  const needs = declared(call)
  found.set(call.endpoint, needs)
  return needs
}

/** What was found, as guards ask at each call. */
const found = new WeakMap<HttpApiEndpoint.Top, CallNeeds>()

const declared = (
  { endpoint, group }: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top }
): CallNeeds => {
  const annotated = Option.orElse(
    Context.getOption(endpoint.annotations, Needs),
    () => Context.getOption(group.annotations, Needs)
  )
  const guards = Array.from<unknown>(endpoint.middlewares).filter(isGuard)
  const said = [...Option.toArray(annotated), ...guards.map((guard) => guard.needs)]
  const [needs] = said
  if (needs === undefined || said.length > 1) {
    throw new Error(`What ${group.identifier} ${endpoint.identifier} needs is said ${said.length} times`)
  }
  return needs
}

const isGuard = (guard: unknown): guard is { readonly needs: CallNeeds } => Predicate.hasProperty(guard, "needs")
