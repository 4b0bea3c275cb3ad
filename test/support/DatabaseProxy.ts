import { Context, Effect, Layer, Redacted } from "effect"
import { connect, createServer, type Socket } from "node:net"
import { TestDatabase } from "./database.ts"

/**
 * How the proxy treats the database: passes everything on, refuses and cuts connections, or holds everything back
 * unanswered.
 */
type Mode = "open" | "cut" | "stalled"

/**
 * A proxy between servers and the test database. It counts round trips (`Sync` and simple `Query` messages, each of which
 * the client waits for), records failures, and takes the database away.
 */
export class DatabaseProxy extends Context.Service<DatabaseProxy>()("test/DatabaseProxy", {
  make: Effect.gen(function*() {
    const database = new URL(Redacted.value((yield* TestDatabase).serverUrl))
    const pairs = new Set<readonly [Socket, Socket]>()
    const lost = new Set<readonly [Socket, Socket]>()
    let mode: Mode = "open"
    let roundTrips = 0
    let last = Infinity
    let deadlocks = 0
    let refusals = 0
    let undone = 0

    let onLast = () => {}
    let awaited: { readonly text: string; readonly act: () => void } | undefined
    const server = createServer((client) => {
      if (mode === "cut") {
        refusals++
        return client.destroy()
      }
      const upstream = connect(Number(database.port), database.hostname)
      const pair = [client, upstream] as const
      const end = () => {
        pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      }
      pairs.add(pair)
      for (const socket of pair) {
        socket.setNoDelay()
        socket.on("close", end).on("error", end)
        if (mode === "stalled") socket.pause()
      }
      const count = messages(false, (type) => {
        if (type === sync || type === query) roundTrips++
      })
      const look = messages(true, (type, content) => {
        if (type === errorResponse && content.includes(deadlockDetected)) deadlocks++
        if (type === errorResponse || (type === commandComplete && content.includes("ROLLBACK"))) undone++
      })
      client.on("data", (chunk) => {
        count(chunk)
        upstream.write(chunk)
        if (awaited !== undefined && chunk.includes(awaited.text)) {
          awaited.act()
          awaited = undefined
        }
        if (roundTrips >= last) {
          last = Infinity
          onLast()
        }
      })
      upstream.on("data", (chunk) => {
        look(chunk)
        client.write(chunk)
      })
      if (mode === "stalled") {
        client.pause()
        upstream.pause()
      }
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
      () =>
        Effect.promise(() => {
          for (const pair of [...pairs, ...lost]) for (const socket of pair) socket.destroy()
          return new Promise<void>((resolve) => void server.close(() => resolve()))
        })
    )
    const bound = server.address()
    const url = new URL(database)
    url.hostname = "127.0.0.1"
    url.port = typeof bound === "object" && bound !== null ? String(bound.port) : ""

    const change = (next: Mode) =>
      Effect.sync(() => {
        mode = next
        for (const pair of pairs) {
          for (const socket of pair) {
            if (next === "cut") socket.destroy()
            else if (next === "stalled") socket.pause()
            else socket.resume()
          }
        }
      })

    return {
      /** The URL of the database through this proxy. */
      url: Redacted.make(url.href),
      /** Takes the database away: connections break, and new ones are refused. */
      cut: change("cut"),
      /** The number of refused connections so far. */
      refusals: () => refusals,
      /** Lets the network swallow everything: connections stay open, nothing is answered. */
      stall: change("stalled"),
      /** Lets the network forget all connections silently; new ones work. */
      loseConnections: Effect.sync(() => {
        for (const pair of pairs) {
          lost.add(pair)
          for (const socket of pair) socket.pause()
        }
        pairs.clear()
      }),
      /** Brings the database back. */
      heal: change("open"),
      /** Calls `act` after this many more round trips were requested, before any answer to the last one comes back. */
      after: (more: number, act: () => void) =>
        Effect.sync(() => {
          last = roundTrips + more
          onLast = act
        }),
      /** Calls `act` when a statement with that text was passed on, before any answer comes back. */
      whenSent: (text: string, act: () => void) =>
        Effect.sync(() => {
          awaited = { text, act }
        }),
      /** Ends all connections; new ones work. */
      drop: () => {
        for (const pair of pairs) for (const socket of pair) socket.destroy()
      },
      /** Deadlocks so far, and statements or transactions that failed. */
      failures: Effect.sync(() => ({ deadlocks, undone })),
      /** Runs calls and returns how many round trips servers made meanwhile. */
      counted: <A, E, R>(calls: Effect.Effect<A, E, R>) =>
        Effect.gen(function*() {
          const before = roundTrips
          const answer = yield* calls
          return { answer, roundTrips: roundTrips - before }
        })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const sync = "S".charCodeAt(0)
const query = "Q".charCodeAt(0)
const errorResponse = "E".charCodeAt(0)
const commandComplete = "C".charCodeAt(0)
const deadlockDetected = "40P01"

/** Calls back for each message of one side of a connection. The first message of a client has no type byte. */
const messages = (typed: boolean, onMessage: (type: number, content: Buffer) => void) => {
  let pending: Buffer = Buffer.alloc(0)
  let started = typed
  return (chunk: Buffer | string) => {
    pending = Buffer.concat([pending, Buffer.from(chunk)])
    while (pending.length >= (started ? 5 : 4)) {
      const length = started ? 1 + pending.readInt32BE(1) : pending.readInt32BE(0)
      if (pending.length < length) return
      if (started) onMessage(pending[0]!, pending.subarray(5, length))
      started = true
      pending = pending.subarray(length)
    }
  }
}
