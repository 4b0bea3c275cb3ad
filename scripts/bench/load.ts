// Sells at the terminals of a festival over HTTP, in a process of its own, and prints what it saw as one line of JSON.
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import type { Festival } from "./Festival.ts"

/** What to do: read from the file named on the command line. */
export interface LoadOrder {
  readonly festival: Festival
  readonly port: number
  /** Path of the terminal API. */
  readonly prefix: string
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** Latencies in milliseconds. */
export interface LoadResult {
  readonly connections: number
  readonly sales: number
  readonly salesPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly errors: number
  /** The first answers that were no 200. */
  readonly samples: ReadonlyArray<string>
}

const order: LoadOrder = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const { festival } = order
const started = performance.now()
const measureFrom = started + order.warmUpSeconds * 1000
const end = measureFrom + order.seconds * 1000
const latencies: Array<number> = []
const samples: Array<string> = []
let errors = 0

/** A sale of three lines for the connection's own range of customers. */
const request = (connection: number, n: number): string => {
  const own = Math.floor(festival.customers / order.connections)
  const tag = festival.firstTag + connection * own + n % own
  const buttons = festival.buttonIds.map((till_button_id) => ({ till_button_id, quantity: 1 }))
  const body = JSON.stringify({ uuid: randomUUID(), payment_method: "tag", customer_tag_uid: tag, buttons })
  const token = festival.tokens[(connection * 7 + n) % festival.tokens.length]
  return `POST ${order.prefix}/order/book-sale HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** One connection that asks again as soon as it is answered. */
const sell = (connection: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(order.port, "127.0.0.1")
    socket.setNoDelay(true)
    let n = 0
    let sentAt = 0
    let received = ""
    const ask = () => {
      if (performance.now() >= end) return void socket.end()
      sentAt = performance.now()
      socket.write(request(connection, n++))
    }
    socket.on("connect", ask)
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      const head = received.indexOf("\r\n\r\n")
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (received.length < head + 4 + length) return
      const now = performance.now()
      const ok = received.startsWith("HTTP/1.1 200")
      if (!ok) {
        errors++
        if (samples.length < 5) samples.push(received.slice(0, 600))
      }
      if (ok && sentAt >= measureFrom && now <= end) latencies.push(now - sentAt)
      received = ""
      ask()
    })
    socket.on("close", () => resolve())
    socket.on("error", reject)
  })

await Promise.all(Array.from({ length: order.connections }, (_, connection) => sell(connection)))
latencies.sort((a, b) => a - b)
const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 100) / 100
const result: LoadResult = {
  connections: order.connections,
  sales: latencies.length,
  salesPerSecond: Math.round(latencies.length / order.seconds),
  p50: at(0.5),
  p99: at(0.99),
  longest: at(1 - 1e-9),
  errors,
  samples
}
process.stdout.write(`${JSON.stringify(result)}\n`)
