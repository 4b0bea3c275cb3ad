import { assert, describe, it } from "@effect/vitest"
import { SiteClient } from "@wristbank/stand-ins/simulation/SiteClient"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A server that is busy for its first calls, and counts them. */
const busyFor = (calls: number) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<{ readonly api: string; readonly asked: () => number; readonly close: () => void }>((resolve) => {
        let asked = 0
        const server = createServer((_, response) => {
          response.writeHead(++asked > calls ? 200 : 503, { "retry-after": "1" }).end("null")
        })
        server.listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          resolve({ api: `http://127.0.0.1:${port}`, asked: () => asked, close: () => server.close() })
        })
      })
    ),
    ({ close }) => Effect.sync(close)
  )

/** Lets seconds pass until an effect is done. */
const whileTimePasses = Effect.fnUntraced(function*<A, E>(effect: Effect.Effect<A, E>) {
  const running = yield* Effect.forkChild(effect)
  while (running.pollUnsafe() === undefined) {
    yield* TestClock.adjust("1 second")
    yield* Effect.promise(() => new Promise(setImmediate))
  }
  return yield* Fiber.join(running)
})

describe("a client of an installation", () => {
  it.effect("makes calls again while the server is busy, if they do nothing a second time", () =>
    Effect.gen(function*() {
      const server = yield* busyFor(3)
      yield* whileTimePasses(new SiteClient(server.api).repeating.post("/order/book-sale"))
      assert.strictEqual(server.asked(), 4)
    }))

  it.effect("gives up after a while, and makes other calls once", () =>
    Effect.gen(function*() {
      const server = yield* busyFor(Infinity)
      const call = new SiteClient(server.api)
      assert.include((yield* Effect.flip(whileTimePasses(call.repeating.post("/order/book-sale")))).message, "503")
      const repeated = server.asked()
      assert.isAbove(repeated, 5)
      yield* Effect.flip(whileTimePasses(call.post("/order/7/cancel")))
      assert.strictEqual(server.asked(), repeated + 1)
    }))
})
