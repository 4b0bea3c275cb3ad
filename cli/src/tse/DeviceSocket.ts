import { WebSocket } from "@effect/platform-node/NodeWS"
import { Layer } from "effect"
import { Socket } from "effect/socket"
import { OutgoingAgent, type OutgoingRule } from "../outgoing/OutgoingConnection.ts"

/**
 * Bytes of the longest message that a device may send. The longest regular one is its certificates, of some thousand bytes.
 */
const maxPayload = 2 ** 20

/**
 * A WebSocket that is gone as soon as it is closed. Waiting for the other end to agree would keep it while a device hangs
 * or goes on sending, with one more connection for each attempt.
 */
class DeviceSocket extends WebSocket {
  override close(code?: number) {
    super.close(code)
    this.terminate()
  }
}

/** WebSockets to signing devices, where the rule allows them. They follow no redirects and offer no compression. */
export const layerOf = (rule: OutgoingRule) => {
  const agent = new OutgoingAgent(rule)
  return Layer.succeed(Socket.WebSocketConstructor)(
    (url) => new DeviceSocket(url, { agent, maxPayload, perMessageDeflate: false })
  )
}
