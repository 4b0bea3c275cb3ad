import { assert, describe, it } from "@effect/vitest"
import { arrivingBody, type UnreadBody } from "@wristbank/http/server/edge/ArrivingBody"
import { ByteSize, Effect, Exit, Fiber } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

const limit = ByteSize.fromInputUnsafe(16)

type Read = Exit.Exit<string, UnreadBody>

/** Reads the body of each call of a server, and answers with it or with what was wrong. */
const reading = (read: (exit: Read, request: IncomingMessage) => void = () => undefined) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((request, response) => {
          const body = Effect.map(arrivingBody(request, limit, (reason) => reason), String)
          void Effect.runPromise(Effect.exit(body)).then((exit) => {
            read(exit, request)
            answer(response, exit)
          })
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => (server.address() as AddressInfo).port
  )

const answer = (response: ServerResponse, exit: Read) =>
  response.end(Exit.isSuccess(exit) ? `read ${exit.value}` : "not read")

/** Sends the parts of a call one after the other, each once the one before has left, and collects what is answered. */
const open = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly socket: Socket; readonly received: () => string }>((resume) => {
      let received = ""
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed({ socket, received: () => received })))
      socket.on("data", (chunk) => received += chunk.toString())
      socket.on("error", () => undefined)
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const send = (socket: Socket, text: string) =>
  Effect.callback<void>((resume) => void socket.write(text, () => resume(Effect.void)))

const until = (done: () => boolean) =>
  Effect.promise(async () => {
    while (!done()) await new Promise((go) => setImmediate(go))
  })

const head = (more: string) => `POST / HTTP/1.1\r\nHost: a\r\n${more}\r\n\r\n`

describe("a body", () => {
  it.live("is read in as many parts as it comes in", () =>
    Effect.gen(function*() {
      const { received, socket } = yield* open(yield* reading())
      yield* send(socket, head("Transfer-Encoding: chunked"))
      for (const part of ["ab", "c", "def"]) yield* send(socket, `${part.length}\r\n${part}\r\n`)
      yield* send(socket, "0\r\n\r\n")
      yield* until(() => received().includes("\r\n\r\nread"))
      assert.match(received(), /\r\n\r\nread abcdef$/)
    }))

  it.live("that is empty is read as such", () =>
    Effect.gen(function*() {
      const { received, socket } = yield* open(yield* reading())
      yield* send(socket, head("Content-Length: 0"))
      yield* until(() => received().includes("\r\n\r\nread"))
      assert.match(received(), /\r\n\r\nread $/)
    }))

  it.live("above the limit is refused, and the connection takes the next call", () =>
    Effect.gen(function*() {
      const read: Array<Read> = []
      const { received, socket } = yield* open(yield* reading((exit) => read.push(exit)))
      yield* send(socket, head("Content-Length: 40") + "x".repeat(20))
      yield* until(() => read.length === 1)
      assert.deepStrictEqual(read[0], Exit.fail("BodyTooLarge" as const))
      yield* send(socket, "x".repeat(20) + head("Content-Length: 4") + "next")
      yield* until(() => received().includes("read next"))
    }))

  it.live("whose sender has gone fails, and leaves no listener behind", () =>
    Effect.gen(function*() {
      const read: Array<readonly [Read, IncomingMessage]> = []
      const { socket } = yield* open(yield* reading((exit, request) => read.push([exit, request])))
      yield* send(socket, head("Content-Length: 4") + "ne")
      socket.destroy()
      yield* until(() => read.length === 1)
      const [exit, request] = read[0]!
      assert.deepStrictEqual(exit, Exit.fail("Parse" as const))
      for (const event of ["data", "error", "close"]) assert.strictEqual(request.listenerCount(event), 0, event)
    }))

  it.live("that no one waits for any more ends its connection", () =>
    Effect.gen(function*() {
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => createServer()),
        (one) => Effect.sync(() => one.close())
      )
      const called = Effect.callback<IncomingMessage>((resume) => {
        server.once("request", (request) => resume(Effect.succeed(request)))
      })
      yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
      const waiting = yield* Effect.forkChild(called)
      const { socket } = yield* open((server.address() as AddressInfo).port)
      yield* send(socket, head("Content-Length: 4") + "ne")
      const request = yield* Fiber.join(waiting)
      const reader = yield* Effect.forkChild(arrivingBody(request, limit, (reason) => reason))
      yield* until(() => request.listenerCount("data") === 1)
      yield* Fiber.interrupt(reader)
      yield* until(() => socket.destroyed || socket.readableEnded)
      assert.isTrue(request.destroyed)
    }))
})
