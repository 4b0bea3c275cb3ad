import { Duration, Effect, Layer } from "effect"
import { Socket } from "effect/socket"
import { Configuration } from "../base/Configuration.ts"
import * as DieboldNixdorf from "./DieboldNixdorf.ts"
import type { TseTimeouts } from "./DieboldNixdorfLink.ts"
import { type TseAccess, TseVendors } from "./TseDevice.ts"

/** Connects to the devices of each vendor. */
const adapters = {
  diebold_nixdorf: DieboldNixdorf.connect
} as const satisfies { readonly [Type in TseAccess["type"]]: unknown }

const pingInterval = Duration.seconds(2)

/** The vendors with these time limits. */
export const layerOf = (timeouts: TseTimeouts) =>
  Layer.effect(
    TseVendors,
    Effect.map(Socket.WebSocketConstructor, (webSockets) => ({
      connect: (access: TseAccess) =>
        Effect.provideService(adapters[access.type](access, timeouts), Socket.WebSocketConstructor, webSockets)
    }))
  )

/** The vendors with the configured time limits. */
export const layer = Layer.unwrap(
  Effect.map(
    Configuration,
    ({ tseAnswerTimeoutSeconds }) => layerOf({ answer: Duration.seconds(tseAnswerTimeoutSeconds), ping: pingInterval })
  )
)
