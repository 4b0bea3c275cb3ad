import { Context, Effect, Layer, Redacted } from "effect"
import { TestDatabase } from "./database.ts"
import { type Fault, faultProxy, type Watch } from "./FaultProxy.ts"
import { commandComplete, errorResponse, messages, roundTripsOf } from "./PostgresMessages.ts"

const deadlockDetected = "40P01"

/** A proxy between servers and the test database. It counts round trips, records failures, and takes the database away. */
export class DatabaseProxy extends Context.Service<DatabaseProxy>()("test/DatabaseProxy", {
  make: Effect.gen(function*() {
    const database = new URL(Redacted.value((yield* TestDatabase).serverUrl))
    let roundTrips = 0
    let last = Infinity
    let deadlocks = 0
    let undone = 0
    let onLast = () => {}
    let awaited: { readonly text: string; readonly act: () => void } | undefined

    const watch = (): Watch => ({
      sent: roundTripsOf(() => roundTrips++),
      passed: (chunk) => {
        if (awaited !== undefined && chunk.includes(awaited.text)) {
          awaited.act()
          awaited = undefined
        }
        if (roundTrips >= last) {
          last = Infinity
          onLast()
        }
      },
      answered: messages(true, (type, content) => {
        if (type === errorResponse && content.includes(deadlockDetected)) deadlocks++
        if (type === errorResponse || (type === commandComplete && content.includes("ROLLBACK"))) undone++
      })
    })
    const proxy = yield* faultProxy({ target: { port: Number(database.port), host: database.hostname }, watch })
    const url = new URL(database)
    url.hostname = "127.0.0.1"
    url.port = String(proxy.port)

    const change = (fault: Fault) =>
      Effect.sync(() => {
        proxy.arrivals(() => fault)
        proxy.strike(fault)
      })

    return {
      /** The URL of the database through this proxy. */
      url: Redacted.make(url.href),
      /** Takes the database away: connections break, and new ones are refused. */
      cut: change("refuse"),
      /** The number of refused connections so far. */
      refusals: proxy.refused,
      /** Lets the network swallow everything: connections stay open, nothing is answered. */
      stall: change("blackhole"),
      /** Lets the network forget all connections silently; new ones work. */
      loseConnections: Effect.sync(proxy.forget),
      /** Does this to some of the open connections. */
      strike: proxy.strike,
      /** Brings the database back. */
      heal: change("none"),
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
      drop: () => proxy.strike("reset"),
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
