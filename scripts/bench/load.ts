// Sends the calls of a load over HTTP, in a process of its own, and prints its measurements as one line of JSON.
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import type { Festival } from "./Festival.ts"
import { eachAnswer } from "./HttpAnswers.ts"
import { type Call, callsOf, type Kind, type Mix } from "./Requests.ts"

/** The order for the process, read from the file named on the command line. */
export interface LoadOrder {
  /** With as many terminals each; terminals of all of them take part. */
  readonly festivals: ReadonlyArray<Festival>
  readonly mix: Mix
  /** The first of the tags that tickets are sold for. */
  readonly firstTicket: number
  readonly tickets: number
  readonly port: number
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /**
   * Calls that are due in each second, at equal distances: each is sent when it is due, however late answers are, as long as a
   * connection waits for none. Without it each connection sends its next call after each answer.
   */
  readonly rate?: number
  /** Whether latencies count from when calls were sent, even if they were due before: then a call waits for none before it. */
  readonly fromSent?: boolean
}

/** Successful calls; latencies in milliseconds, of calls at a rate from when they were due. */
export interface Answered {
  readonly calls: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Answers with another status than 200 or 204. */
  readonly errors: number
}

export interface LoadResult extends Answered {
  readonly connections: number
  /** Successful calls, with those of the warm-up. */
  readonly answered: number
  /** The most calls that waited for their answers at once. */
  readonly inFlight: number
  /** The errors with status 503 that said when to try again, and how long 99 of 100 of them took from when they were sent. */
  readonly refused: number
  readonly refusedP99: number
  readonly byKind: ReadonlyArray<Answered & { readonly kind: Kind }>
  /** The first answers with another status than 200 or 204. */
  readonly samples: ReadonlyArray<string>
}

const order: LoadOrder = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const allTerminals = order.festivals.reduce((sum, { tokens }) => sum + tokens.length, 0)
const { last, next } = callsOf(order.festivals, order.mix, order)
const started = performance.now()
const measureFrom = started + order.warmUpSeconds * 1000
const end = measureFrom + order.seconds * 1000
const latencies = new Map<Kind, Array<number>>(order.mix.map((kind) => [kind, []]))
const errors = new Map<Kind, number>()
const samples: Array<string> = []
const refusals: Array<number> = []
let answered = 0
let inFlight = 0
let mostInFlight = 0

/** Each connection has terminals of its own, as a terminal makes one call at a time. */
const terminalsOf = (connection: number) => {
  const own = Math.max(1, Math.floor(allTerminals / order.connections))
  return Array.from({ length: own }, (_, n) => (connection * own + n) % allTerminals)
}

const messageOf = ({ body, method, path, token }: Call) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const note = (kind: Kind, from: number, sent: number, received: string) => {
  const now = performance.now()
  if (!/^HTTP\/1\.1 20[04]/.test(received)) {
    errors.set(kind, (errors.get(kind) ?? 0) + 1)
    if (/^HTTP\/1\.1 503[^]*\r\nretry-after: \d/i.test(received)) refusals.push(now - sent)
    if (samples.length < 5) samples.push(received.slice(0, 600))
    return
  }
  answered++
  if (from >= measureFrom && now <= end) latencies.get(kind)!.push(now - from)
}

interface Connection {
  /** Sends the next call, whose latency counts from a time. */
  readonly send: (from: number) => void
  /** Leaves everything as it was before, then closes. */
  readonly finish: () => void
}

/** Opens a connection. `free` is called once it is open, and after each answer. */
const open = (id: number, free: (connection: Connection) => void) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(order.port, "127.0.0.1")
    socket.setNoDelay(true)
    let sent = 0
    let kind: Kind = "sale"
    let from = 0
    let sentAt = 0
    const terminals = terminalsOf(id)
    const ask = (call: Call, counted: number) => {
      kind = call.kind
      from = counted
      sentAt = performance.now()
      mostInFlight = Math.max(mostInFlight, ++inFlight)
      socket.write(messageOf(call))
    }
    const connection: Connection = {
      send: (counted) => ask(next(terminals[sent++ % terminals.length]!), counted),
      finish: () => {
        const call = last(terminals)
        if (call === undefined) socket.end()
        else ask(call, performance.now())
      }
    }
    socket.on("connect", () => free(connection))
    eachAnswer(socket, (answer) => {
      inFlight--
      note(kind, order.fromSent === true ? sentAt : from, sentAt, answer)
      free(connection)
    })
    socket.on("close", () => resolve())
    socket.on("error", reject)
  })

/** Each connection sends its next call after each answer. */
const closedLoad = (connection: Connection) => {
  const now = performance.now()
  if (now >= end) connection.finish()
  else connection.send(now)
}

/**
 * Calls are sent when they are due, each on the connection that has waited longest for one. While all connections wait for
 * answers, due calls wait too, and that counts.
 */
const openLoad = (rate: number) => {
  const idle: Array<Connection> = []
  const step = 1000 / rate
  let due = started
  const send = () => {
    const now = performance.now()
    // Timers of Node count whole milliseconds, so a call may be sent up to one before it is due. Then it counts from now.
    while (due < end && due - now < 1 && idle.length > 0) {
      idle.shift()!.send(Math.min(due, now))
      due += step
    }
    if (due >= end) { for (const connection of idle.splice(0)) connection.finish() }
  }
  const timer = setInterval(() => {
    send()
    if (due >= end) clearInterval(timer)
  }, 1)
  return (connection: Connection) => {
    idle.push(connection)
    send()
  }
}

/** The time that a share of the sorted times does not exceed, to a hundredth. */
const quantile = (sorted: ReadonlyArray<number>, share: number) =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100

const summary = (taken: ReadonlyArray<number>, failed: number): Answered => {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => quantile(sorted, share)
  return {
    calls: sorted.length,
    perSecond: Math.round(sorted.length / order.seconds),
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1 - 1e-9),
    errors: failed
  }
}

const free = order.rate === undefined ? closedLoad : openLoad(order.rate)
await Promise.all(Array.from({ length: order.connections }, (_, id) => open(id, free)))
const failures = Array.from(errors.values()).reduce((sum, count) => sum + count, 0)
const result: LoadResult = {
  connections: order.connections,
  answered,
  inFlight: mostInFlight,
  refused: refusals.length,
  refusedP99: quantile(refusals.toSorted((a, b) => a - b), 0.99),
  ...summary(Array.from(latencies.values()).flat(), failures),
  byKind: Array.from(new Set(order.mix)).map((kind) => ({
    kind,
    ...summary(latencies.get(kind) ?? [], errors.get(kind) ?? 0)
  })),
  samples
}
process.stdout.write(`${JSON.stringify(result)}\n`)
