import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** What a network does to a connection. */
export type Fault =
  | "none"
  /** It is closed before anything was sent. */
  | "refuse"
  /** It breaks when the request arrives, which is not passed on. */
  | "reset"
  /** Nothing passes in either direction, and no one is told. */
  | "blackhole"
  /** Requests pass, and it breaks when the answer comes. */
  | "cut answer"
  /** Requests pass, and it breaks in the middle of the answer. */
  | "half answer"
  /** Requests pass, answers get lost, and no one is told. */
  | "half-open"
  /** Everything is late by up to half a second in each direction. */
  | "delay"
  /** Answers pass at one byte a second. */
  | "trickle"

interface Connection {
  readonly client: Socket
  readonly upstream: Socket
  fault: Fault
  /** Part of an answer is missing, so it never works again. */
  hasLost: boolean
}

/** Looks at what passes on a connection, before it is passed on or after. */
export interface Watch {
  readonly sent?: (chunk: Buffer) => void
  readonly passed?: (chunk: Buffer) => void
  readonly answered?: (chunk: Buffer) => void
}

export interface FaultProxyOptions {
  /** Where connections go that are opened from now on. */
  readonly target: { readonly port: number; readonly host: string }
  /** A watch for each new connection. */
  readonly watch?: () => Watch
  /** Chooses a fault for each request instead of each connection; for protocols in which each waits for its answer. */
  readonly perRequest?: boolean
}

const longestDelayMillis = 500
const trickleMillis = 1_000

/** Passes chunks on in their order, each after its delay (milliseconds) at the earliest. */
const inOrder = (write: (chunk: Buffer) => void) => {
  const waiting: Array<{ readonly chunk: Buffer; readonly due: number }> = []
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const [first] = waiting
    if (first === undefined) return
    timer = setTimeout(() => {
      waiting.shift()
      write(first.chunk)
      wait()
    }, first.due - performance.now())
  }
  return {
    pass: (chunk: Buffer, millis: number) => {
      if (millis === 0 && waiting.length === 0) return write(chunk)
      waiting.push({ chunk, due: performance.now() + millis })
      if (waiting.length === 1) wait()
    },
    drop: () => {
      waiting.length = 0
      clearTimeout(timer)
    }
  }
}

/** A TCP proxy on a free port of this machine that does to connections what networks do, until the scope closes. */
export const faultProxy = Effect.fnUntraced(function*(options: FaultProxyOptions) {
  const { perRequest = false, target, watch = () => ({}) } = options
  const connections = new Set<Connection>()
  const forgotten = new Set<Connection>()
  let next: () => Fault = () => "none"
  let refused = 0

  const close = ({ client, upstream }: Connection) => {
    client.destroy()
    upstream.destroy()
  }
  /** Ends a connection as a broken network does, without the farewell of TCP. */
  const abort = ({ client, upstream }: Connection) => {
    client.resetAndDestroy()
    upstream.resetAndDestroy()
  }
  const hold = ({ client, upstream }: Connection) => {
    client.pause()
    upstream.pause()
  }

  const server = createServer((client) => {
    const fault = next()
    if (fault === "refuse") {
      refused++
      return client.destroy()
    }
    const connection: Connection = { client, upstream: connect(target.port, target.host), fault, hasLost: false }
    connections.add(connection)
    carry(connection, watch())
    if (fault === "blackhole") hold(connection)
  })

  const carry = (connection: Connection, { answered, passed, sent }: Watch) => {
    const { client, upstream } = connection
    const late = Math.random() * longestDelayMillis
    let isAnswered = false
    const toServer = inOrder((chunk) => upstream.write(chunk))
    const toClient = inOrder((chunk) => client.write(chunk))
    const end = () => {
      connections.delete(connection)
      toServer.drop()
      toClient.drop()
      close(connection)
    }
    for (const socket of [client, upstream]) socket.setNoDelay().on("close", end).on("error", end)
    client.on("data", (chunk: Buffer) => {
      sent?.(chunk)
      if (perRequest && isAnswered) {
        connection.fault = next()
        isAnswered = false
      }
      if (connection.fault === "refuse" || connection.fault === "reset") return abort(connection)
      if (connection.fault === "blackhole") return hold(connection)
      toServer.pass(chunk, connection.fault === "delay" ? late : 0)
      passed?.(chunk)
    })
    upstream.on("data", (chunk: Buffer) => {
      answered?.(chunk)
      isAnswered = true
      switch (connection.fault) {
        case "half-open":
          connection.hasLost = true
          return
        case "cut answer":
          return abort(connection)
        case "half answer":
          client.end(chunk.subarray(0, chunk.length >> 1))
          return void upstream.destroy()
        case "trickle":
          return chunk.forEach((byte, n) => toClient.pass(Buffer.of(byte), trickleMillis * (n + 1)))
        default:
          toClient.pass(chunk, connection.fault === "delay" ? late : 0)
      }
    })
  }

  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        for (const connection of [...connections, ...forgotten]) close(connection)
        return new Promise<void>((resolve) => void server.close(() => resolve()))
      })
  )
  const bound = server.address()
  if (typeof bound !== "object" || bound === null) return yield* Effect.die(new Error("The proxy has no port"))

  /** Does this to open connections: to all of them, or to those that are chosen. */
  const strike = (fault: Fault, chosen: (nth: number, count: number) => boolean = () => true) => {
    for (const [nth, connection] of [...connections].entries()) {
      if (!chosen(nth, connections.size)) continue
      connection.fault = fault
      if (fault === "refuse" || fault === "reset" || connection.hasLost) close(connection)
      else if (fault === "blackhole") hold(connection)
      else {
        connection.client.resume()
        connection.upstream.resume()
      }
    }
  }

  return {
    port: bound.port,
    strike,
    /** Chooses the fault of each connection that is opened from now on. */
    arrivals: (choose: () => Fault) => {
      next = choose
    },
    /** The number of refused connections so far. */
    refused: () => refused,
    /** The number of open connections. */
    open: () => connections.size,
    /** Lets the network forget all connections silently; new ones work. */
    forget: () => {
      strike("blackhole")
      for (const connection of connections) forgotten.add(connection)
      connections.clear()
    }
  }
})
