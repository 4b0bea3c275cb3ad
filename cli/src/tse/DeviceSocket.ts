import { WebSocket } from "@effect/platform-node/NodeWS"
import { Layer } from "effect"
import { Socket } from "effect/socket"
import { OutgoingAgent, type OutgoingRule } from "../OutgoingConnection.ts"

/** Bytes of the longest message a device may send; the longest it has reason to is its certificates, of some thousand. */
const maxPayload = 2 ** 20

/**
 * A WebSocket that is gone as soon as it is closed. To wait until the other end agrees would keep it for as long as a device
 * hangs or goes on talking, and one more after each try to reach it.
 */
class DeviceSocket extends WebSocket {
  override close(code?: number) {
    super.close(code)
    this.terminate()
  }
}

/** WebSockets to signing devices, where the rule allows them. They don't follow to other addresses, and compress nothing. */
export const layerOf = (rule: OutgoingRule) => {
  const agent = new OutgoingAgent(rule)
  return Layer.succeed(Socket.WebSocketConstructor)(
    (url) => new DeviceSocket(url, { agent, maxPayload, perMessageDeflate: false })
  )
}
