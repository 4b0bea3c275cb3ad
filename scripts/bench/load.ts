// Books at the terminals of a festival over HTTP, in a process of its own, and prints its measurements as one line of JSON.
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import type { Festival } from "./Festival.ts"
import { eachAnswer } from "./HttpAnswers.ts"
import { type Booking, bookings, type Kind, kinds, type Mix } from "./Requests.ts"

/** The order for the process, read from the file named on the command line. */
export interface LoadOrder {
  readonly festival: Festival
  readonly mix: Mix
  /** The first of the tags that tickets are sold for. */
  readonly firstTicket: number
  readonly tickets: number
  readonly port: number
  /** Path of the terminal API. */
  readonly prefix: string
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /**
   * Pause between the bookings of one connection, in milliseconds; without it the next booking follows the answer at once.
   */
  readonly everyMillis?: number
}

/** Successful bookings; latencies in milliseconds. */
export interface Answered {
  readonly bookings: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly errors: number
}

export interface LoadResult extends Answered {
  readonly connections: number
  readonly byKind: ReadonlyArray<Answered & { readonly kind: Kind }>
  /** The first answers with another status than 200. */
  readonly samples: ReadonlyArray<string>
}

const order: LoadOrder = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const { festival } = order
const started = performance.now()
const measureFrom = started + order.warmUpSeconds * 1000
const end = measureFrom + order.seconds * 1000
const latencies = new Map<Kind, Array<number>>(kinds.map((kind) => [kind, []]))
const errors = new Map<Kind, number>()
const samples: Array<string> = []

/** Each connection has tills of its own, as a till makes one booking at a time. */
const tokenOf = (connection: number, n: number) => {
  const own = Math.max(1, Math.floor(festival.tokens.length / order.connections))
  return festival.tokens[(connection * own + n % own) % festival.tokens.length]
}

const messageOf = ({ body, path }: Booking, token: string | undefined) =>
  `POST ${order.prefix}${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const note = (kind: Kind, sentAt: number, received: string) => {
  const now = performance.now()
  if (!received.startsWith("HTTP/1.1 200")) {
    errors.set(kind, (errors.get(kind) ?? 0) + 1)
    if (samples.length < 5) samples.push(received.slice(0, 600))
  } else if (sentAt >= measureFrom && now <= end) latencies.get(kind)!.push(now - sentAt)
}

/** One connection that sends its next booking after each answer. */
const book = (connection: number) =>
  new Promise<void>((resolve, reject) => {
    const { connections, firstTicket, mix, tickets } = order
    const next = bookings(festival, mix, { connection, connections, firstTicket, tickets })
    const socket = connect(order.port, "127.0.0.1")
    socket.setNoDelay(true)
    let n = 0
    let kind: Kind = "sale"
    let sentAt = 0
    const pause = order.everyMillis ?? 0
    // Tills start spread over the pause. After a late answer the next booking is late too, and that counts as waiting.
    let due = started + pause * connection / connections
    const askInTime = () => {
      const wait = due - performance.now()
      if (wait > 1) setTimeout(ask, wait)
      else ask()
    }
    const ask = () => {
      if (performance.now() >= end) return void socket.end()
      const booking = next()
      if (booking === undefined) return reject(new Error("All tags are sold: make more of them"))
      kind = booking.kind
      sentAt = pause === 0 ? performance.now() : due
      due += pause
      socket.write(messageOf(booking, tokenOf(connection, n++)))
    }
    socket.on("connect", askInTime)
    eachAnswer(socket, (answer) => {
      note(kind, sentAt, answer)
      askInTime()
    })
    socket.on("close", () => resolve())
    socket.on("error", reject)
  })

const summary = (taken: ReadonlyArray<number>, failed: number): Answered => {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100
  return {
    bookings: sorted.length,
    perSecond: Math.round(sorted.length / order.seconds),
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1 - 1e-9),
    errors: failed
  }
}

await Promise.all(Array.from({ length: order.connections }, (_, connection) => book(connection)))
const failures = Array.from(errors.values()).reduce((sum, count) => sum + count, 0)
const result: LoadResult = {
  connections: order.connections,
  ...summary(Array.from(latencies.values()).flat(), failures),
  byKind: Array.from(new Set(order.mix)).map((kind) => ({
    kind,
    ...summary(latencies.get(kind) ?? [], errors.get(kind) ?? 0)
  })),
  samples
}
process.stdout.write(`${JSON.stringify(result)}\n`)
