import { largestAnswer, ShopConnection, shopError, type ShopRequest } from "@wristbank/core/presale/ShopConnection"
import { Effect, Layer, Redacted } from "effect"
import type { OutgoingRule } from "./OutgoingConnection.ts"
import { type OutgoingLimits, send as sendJson } from "./OutgoingJson.ts"

/** Calls ticket shops where the rule allows it. Without TLS, which would show the key, only in networks that it names. */
export const layerOf = (rule: OutgoingRule, limits: Partial<OutgoingLimits> = {}) =>
  Layer.succeed(ShopConnection, { send: (request) => send(request, rule, limits) })

const send = ({ key, ...request }: ShopRequest, rule: OutgoingRule, limits: Partial<OutgoingLimits>) =>
  sendJson({ ...request, authorization: `Token ${Redacted.value(key)}` }, rule, {
    timeLimit: 30_000,
    longest: largestAnswer,
    ...limits
  }).pipe(
    Effect.mapBoth({
      onFailure: (fault) => shopError(fault),
      onSuccess: ({ header, status, text }) => ({
        status,
        text,
        generatedAt: header("x-page-generated"),
        retryAfter: header("retry-after")
      })
    })
  )
