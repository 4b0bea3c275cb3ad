import { AccessDenied } from "@wristbank/core/base/Refusal"
import { Refusals, type RefusedCall } from "@wristbank/core/organisation/Refusals"
import { Context, Effect, Predicate } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

interface Called {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
}

/** Notes refused calls of an API whose token was verified. */
export const notingRefusals = (api: string) =>
  Effect.map(
    Refusals,
    ({ noteCall }) =>
    <A, E, R>(
      httpEffect: Effect.Effect<A, E, R>,
      { endpoint, group }: Called,
      caller: Pick<RefusedCall, "userId" | "terminalId"> & Partial<Pick<RefusedCall, "nodeId">>
    ): Effect.Effect<A, E, R> =>
      Effect.tapError(httpEffect, (error) => {
        const refusal = unwrapped(error)
        if (!(refusal instanceof AccessDenied)) return Effect.void
        return Effect.flatMap(caller.nodeId === undefined ? namedNode : Effect.succeed(caller.nodeId), (nodeId) =>
          noteCall({
            ...caller,
            call: `${api}.${group.identifier}.${endpoint.identifier}`,
            nodeId,
            reason: refusal.message
          }))
      })
  )

/** The failure of a handler. A guard receives it in an envelope, which tells it apart from failures of guards. */
const unwrapped = (error: unknown) => Predicate.hasProperty(error, "error") ? error.error : error

const nodeNumber = /^\d{1,18}$/

/** The node that the path or the query of a request names. */
const namedNode = Effect.withFiber<bigint | null>((fiber) => {
  const { params } = Context.getUnsafe(fiber.context, HttpRouter.RouteContext)
  const { url } = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
  const named = params.node_id ?? new URLSearchParams(url.split("?", 2)[1] ?? "").get("node_id") ?? ""
  return Effect.succeed(nodeNumber.test(named) ? BigInt(named) : null)
})
