import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, it } from "@effect/vitest"
import { Id } from "@wristbank/core/base/Id"
import { maxPageSize } from "@wristbank/core/sql/Page"
import { answerList } from "@wristbank/http/server/answers/ListAnswer"
import { Effect, Layer, Schema } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"
import { connect } from "node:net"

const entries = Array.from({ length: maxPageSize }, (_, at) => ({ id: BigInt(at + 1) }))

const turn = Effect.promise(() => new Promise((next) => setImmediate(next)))

/** A list whose second page can't be read, for one reason or another. */
const broken = (why: Effect.Effect<never>) =>
  answerList({ keys: {}, columns: { id: ({ id }: { readonly id: bigint }) => id }, schema: Schema.Struct({ id: Id }) })(
    { sort: "id", count: false },
    {
      // The first page is on its way by then.
      read: ({ cursor }) => cursor === null ? Effect.succeed(entries) : Effect.andThen(turn, why),
      count: Effect.succeed(0)
    },
    () => {
      throw new Error("it is not answered in pages")
    }
  )

const served = Effect.fnUntraced(function*(why: Effect.Effect<never>) {
  const server = createServer()
  const listening = yield* Layer.build(
    NodeHttpServer.layer(() => server, { host: "127.0.0.1", port: 0, gracefulShutdownTimeout: 0 })
  )
  yield* Effect.provideContext(HttpServer.serveEffect(Effect.orDie(broken(why))), listening)
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
})

/** How the connection of a call ends, and what came. */
const sent = (port: number, version: string, accept: string) =>
  Effect.promise(() =>
    new Promise<{ readonly end: string; readonly text: string }>((resolve) => {
      let text = ""
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`GET / HTTP/${version}\r\nHost: localhost\r\nAccept: ${accept}\r\n\r\n`)
      })
      socket.on("data", (chunk) => void (text += chunk.toString()))
      socket.on("end", () => resolve({ end: "end", text }))
      socket.on("error", ({ message }) => resolve({ end: message, text }))
    })
  )

const reasons = [
  ["a fault", Effect.die(new Error("the disk is damaged"))],
  ["an interruption", Effect.interrupt]
] as const

for (const [name, why] of reasons) {
  for (const accept of ["text/csv", "application/json"]) {
    it.live(`a list as ${accept} that ends early by ${name} looks incomplete to every caller`, () =>
      Effect.gen(function*() {
        const port = yield* served(why)
        const failed = yield* Effect.promise(() =>
          fetch(`http://127.0.0.1:${port}/`, { headers: { accept } }).then((response) => response.text()).then(
            () => "whole",
            () => "incomplete"
          )
        )
        assert.strictEqual(failed, "incomplete")
        const { end, text } = yield* sent(port, "1.1", accept)
        assert.isFalse(text.endsWith("0\r\n\r\n"), "the last chunk is missing")
        assert.include(["end", "read ECONNRESET"], end)
        assert.match((yield* sent(port, "1.0", accept)).end, /ECONNRESET/)
      }).pipe(Effect.scoped))
  }
}
