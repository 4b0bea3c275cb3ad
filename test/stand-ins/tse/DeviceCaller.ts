import { WebSocket } from "@effect/platform-node/NodeWS"
import { Effect, Queue } from "effect"

/** An event of a connection: a message, or its end by close code. */
export type Heard = string | number

/** Connects without any knowledge of the protocol, until the scope closes; fails with the server's response instead. */
export const call = Effect.fnUntraced(function*(url: string) {
  const heard = yield* Queue.unbounded<Heard>()
  const socket = yield* Effect.acquireRelease(
    Effect.callback<WebSocket, string>((resume) => {
      const opened = new WebSocket(url)
      opened.on("message", (data) => Queue.offerUnsafe(heard, data.toString()))
      opened.on("close", (code) => Queue.offerUnsafe(heard, code))
      opened.on("open", () => resume(Effect.succeed(opened)))
      opened.on("error", (error) => resume(Effect.fail(error.message)))
    }),
    (opened) => Effect.sync(() => opened.terminate())
  )
  return {
    say: (text: string | Uint8Array) => socket.send(text),
    /** Sends the text as a frame. */
    frame: (text: string) => socket.send(`\u0002${text}\u0003\n`),
    /** The next message without its frame, or the end. */
    hear: Effect.map(
      Queue.take(heard),
      (next) => typeof next === "string" ? next.replace(/^\u0002|\u0003\n$/g, "") : next
    )
  }
})
