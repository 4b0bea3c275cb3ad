import { assert, it } from "@effect/vitest"
import { answeringDirectly, type DirectAnswer, type DirectOptions } from "@wristbank/http/server/edge/DirectCalls"
import { Context, Deferred, Effect, Exit, Scope } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

const ok = (body: string): DirectAnswer => ({ status: 200, headers: { "content-type": "text/plain" }, body })

/** A server that answers `/sale` directly, except a body that begins with `!`, and all else by a listener. */
const serving = Effect.fnUntraced(function*(
  answer: (text: string) => Effect.Effect<DirectAnswer>,
  options: Pick<DirectOptions, "allowedOrigins"> = {}
) {
  const scope = yield* Effect.scope
  const seen: Array<string> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on("end", () => {
      seen.push(text)
      response.end("by the listener")
    })
  })
  answeringDirectly(server, {
    ...options,
    calls: new Map([["/sale", (_, body) => body[0] === 33 ? undefined : answer(body.toString())]]),
    context: Context.empty(),
    scope
  })
  yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    })
  )
  return { port: (server.address() as AddressInfo).port, seen }
})

const opened = (port: number) =>
  Effect.promise(async () => {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8").setNoDelay(true)
    await once(socket, "connect")
    return socket
  })

const headOf = (length: number, path = "/sale", more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${more}\r\n`

/** The next answer of a connection: its head and its body. */
const next = (socket: Socket) =>
  Effect.promise(async () => {
    let received = ""
    while (true) {
      const [head, body] = received.split("\r\n\r\n", 2)
      const length = Number(/content-length: (\d+)/i.exec(head!)?.[1])
      if (body !== undefined && Buffer.byteLength(body) === length) return { head: head!, body }
      const [chunk] = await once(socket, "data")
      received += chunk
    }
  })

it.live("a call whose body comes with its head is answered directly, in bytes of UTF-8", () =>
  Effect.gen(function*() {
    const { port, seen } = yield* serving((text) => Effect.succeed(ok(`${text} für Zoë`)))
    const socket = yield* opened(port)
    for (const text of ["beer", "meal"]) {
      socket.write(headOf(4) + text)
      const { body, head } = yield* next(socket)
      assert.strictEqual(body, `${text} für Zoë`)
      assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
      assert.match(head, /cache-control: no-store/)
    }
    assert.deepStrictEqual(seen, [])
  }).pipe(Effect.scoped))

it.live("all other calls are answered by the listener, with the whole body", () =>
  Effect.gen(function*() {
    const { port, seen } = yield* serving((text) => Effect.succeed(ok(text)))
    const socket = yield* opened(port)
    socket.write(headOf(5) + "!beer")
    assert.strictEqual((yield* next(socket)).body, "by the listener")
    socket.write(headOf(4, "/other") + "meal")
    assert.strictEqual((yield* next(socket)).body, "by the listener")
    socket.write(headOf(5) + "d")
    yield* Effect.promise(() => new Promise((later) => setImmediate(() => setImmediate(later))))
    socket.write("rink")
    const { body } = yield* next(socket)
    assert.isTrue(body === "by the listener" || body === "drink")
    if (body === "by the listener") assert.strictEqual(seen.at(-1), "drink")
    assert.deepStrictEqual(seen.slice(0, 2), ["!beer", "meal"])
  }).pipe(Effect.scoped))

it.live("a call is interrupted when its sender goes away", () =>
  Effect.gen(function*() {
    const begun = yield* Deferred.make<void>()
    const ended = yield* Deferred.make<boolean>()
    let isAway = false
    const { port } = yield* serving(() =>
      Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(ended, isAway))
      )
    )
    const socket = yield* opened(port)
    socket.write(headOf(4) + "beer")
    yield* Deferred.await(begun)
    isAway = true
    socket.destroy()
    assert.isTrue(yield* Deferred.await(ended), "no call is interrupted before")
  }).pipe(Effect.scoped))

it.live("the fibers of calls end with the scope of their port", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const begun = yield* Deferred.make<void>()
    const { port } = yield* Scope.provide(
      serving(() => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)),
      scope
    )
    const socket = yield* opened(port)
    socket.on("error", () => undefined)
    socket.write(headOf(4) + "beer")
    yield* Deferred.await(begun)
    const closed = once(socket, "close")
    yield* Scope.close(scope, Exit.void)
    yield* Effect.promise(() => closed)
    assert.isTrue(socket.destroyed)
  }).pipe(Effect.scoped))

it.live("answers have the headers of their port for pages of other origins, and vary by all that they depend on", () =>
  Effect.gen(function*() {
    const refused: DirectAnswer = { status: 400, headers: { vary: "Accept-Language" }, body: "no" }
    const { port } = yield* serving(() => Effect.succeed(refused), {
      allowedOrigins: ["https://till.example", "https://office.example"]
    })
    const socket = yield* opened(port)
    socket.write(headOf(4, "/sale", "Origin: https://till.example\r\n") + "beer")
    const { head } = yield* next(socket)
    assert.match(head, /access-control-allow-origin: https:\/\/till\.example/)
    assert.match(head, /vary: Accept-Language, Origin/)
  }).pipe(Effect.scoped))
