import { WebSocketServer } from "@effect/platform-node/NodeWS"
import { Effect, Schema } from "effect"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { DeviceLine, SimulatedDevice } from "./SimulatedDevice.ts"

/** Raised when the address can't be listened on. */
export class DeviceNotServed extends Schema.TaggedError<DeviceNotServed>()("DeviceNotServed", {
  message: Schema.String
}) {}

export const notServed = (host: string, port: number, cause: unknown) =>
  new DeviceNotServed({
    message: `The device can't listen on ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}`
  })

/** The treatment of new connections: accepted, ended at once, or left without an answer. */
export const Welcome = Schema.Literals(["accept", "refuse", "hang"])
export type Welcome = typeof Welcome.Type

/** Port 0 is any free one. */
export interface DeviceAddress {
  readonly host: string
  readonly port: number
}

/** Serves the device on the path /, as its web service does, until the scope closes. */
export const serveDevice = Effect.fnUntraced(function*(simulated: SimulatedDevice, { host, port }: DeviceAddress) {
  let welcome: Welcome = "accept"
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 2 ** 20 })
  const connections = new Set<Socket>()
  const server = createServer((request, response) => {
    response.writeHead(pathOf(request) === "/" ? 426 : 403, { connection: "close" }).end()
  })
  server.on("connection", (socket) => {
    connections.add(socket)
    socket.on("close", () => connections.delete(socket))
    if (welcome === "refuse") socket.destroy()
  })
  server.on("upgrade", (request, stream, head) => {
    stream.on("error", () => undefined) // a client that hangs up at once is not a fault of the server
    if (welcome === "hang") return
    if (pathOf(request) !== "/") return forbid(stream)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const line: DeviceLine = {
        send: (text) => socket.send(text, () => undefined),
        terminate: () => socket.terminate()
      }
      simulated.lines.add(line)
      socket.on("close", () => simulated.lines.delete(line))
      socket.on("error", () => socket.terminate())
      socket.on("message", (data, isBinary) => {
        if (isBinary) socket.terminate()
        else simulated.receive(line, data.toString())
      })
    })
  })
  yield* Effect.acquireRelease(listen(server, host, port), () => close(server, connections))
  const address = server.address()
  const listening = address !== null && typeof address === "object" ? address.port : port
  return {
    url: `ws://${host}:${listening}`,
    port: listening,
    /** Applies to new connections. Waiting ones are ended when it changes. */
    welcome: (how: Welcome) => {
      if (welcome === "hang") endAll(connections)
      welcome = how
    }
  }
})

export type DeviceServer = Effect.Success<ReturnType<typeof serveDevice>>

const pathOf = ({ url = "" }: IncomingMessage) => url.replace(/[?#].*$/, "")

const forbid = (stream: Duplex) => {
  stream.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
}

const listen = (server: Server, host: string, port: number) =>
  Effect.callback<void, DeviceNotServed>((resume) => {
    server.once("error", (error) => resume(Effect.fail(notServed(host, port, error))))
    server.listen({ host, port }, () => resume(Effect.void))
  })

const close = (server: Server, connections: ReadonlySet<Socket>) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    endAll(connections)
  })

const endAll = (connections: ReadonlySet<Socket>) => {
  for (const socket of connections) socket.destroy()
}
