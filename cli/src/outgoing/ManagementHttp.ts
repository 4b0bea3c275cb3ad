import { largestAnswer, ManagementConnection, ManagementError } from "@wristbank/core/till/DeviceManagement"
import { Effect, Layer, Redacted } from "effect"
import type { OutgoingRule } from "./OutgoingConnection.ts"
import { type OutgoingLimits, send } from "./OutgoingJson.ts"

/** Calls device managements where the rule allows it. Without TLS, which would show the token, only in networks that it names. */
export const layerOf = (rule: OutgoingRule, limits: Partial<OutgoingLimits> = {}) =>
  Layer.succeed(ManagementConnection, {
    post: ({ body, token, url }) =>
      send(
        { method: "POST", url, body, ...(token && { authorization: `Bearer ${Redacted.value(token)}` }) },
        rule,
        { timeLimit: 10_000, longest: largestAnswer, ...limits }
      ).pipe(Effect.mapError((reason) => new ManagementError({ reason })))
  })
