// Sends a flood of anonymous calls at a fixed rate, whatever is answered, in a process of its own, and prints the counts of
// answers as one line of JSON. It sends to this machine alone.
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { eachHead } from "./HttpAnswers.ts"

/** The order for the process, read from the file named on the command line. */
export interface FloodOrder {
  readonly eventId: number
  readonly port: number
  readonly connections: number
  /** Wrong sign-ins, at the back office and at the portal in turn; 0 for none. */
  readonly signInsPerSecond: number
  /** Unknown tokens, at the three APIs in turn. */
  readonly unknownTokensPerSecond: number
  /** The same number of calls of `GET /health` instead. */
  readonly healthOnly: boolean
  /** Addresses of large answers: each connection asks for one after the other instead, as soon as it has the last. */
  readonly large: ReadonlyArray<string>
  /** Addresses of this machine that the connections come from. */
  readonly addresses: number
  readonly seconds: number
}

export interface FloodResult {
  readonly sent: number
  /** Calls left out because all connections waited for an answer when they were due. */
  readonly leftOut: number
  /** Answers by status. */
  readonly statuses: { readonly [status: string]: number }
  /** Bytes of all answers. */
  readonly received: number
}

const order: FloodOrder = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const perSecond = order.signInsPerSecond + order.unknownTokensPerSecond
const statuses: { [status: string]: number } = {}
const idle: Array<(message: string) => void> = []
let sent = 0
let leftOut = 0
let over = false
let received = 0

const message = (head: string, body?: string, token?: string) =>
  `${head} HTTP/1.1\r\nHost: localhost\r\n${token === undefined ? "" : `Authorization: Bearer ${token}\r\n`}` +
  `Content-Type: application/json\r\nContent-Length: ${body?.length ?? 0}\r\n\r\n${body ?? ""}`

const signIns = [
  (n: number) =>
    message("POST /api/administration/auth/login", JSON.stringify({ username: `guess ${n}`, password: "a wrong one" })),
  (n: number) => message("POST /api/customer/auth/login", JSON.stringify({ pin: `GUESS${n}`, node_id: order.eventId }))
]

const guarded = [
  "GET /api/administration/tree/",
  "GET /api/terminal/config",
  "GET /api/customer/customer"
]

const next = (n: number): string => {
  if (order.large.length > 0) return message(`GET ${order.large[n % order.large.length]}`)
  if (order.healthOnly) return message("GET /health")
  return n % perSecond < order.signInsPerSecond
    ? signIns[n % signIns.length]!(n)
    : message(guarded[n % guarded.length]!, undefined, randomBytes(32).toString("base64url"))
}

const open = (n: number) =>
  new Promise<void>((resolve) => {
    const socket = connect({ port: order.port, host: "127.0.0.1", localAddress: `127.0.0.${1 + n % order.addresses}` })
    socket.setNoDelay(true)
    const send = (text: string) => void socket.write(text)
    socket.on("connect", () => idle.push(send))
    eachHead(socket, (head, length) => {
      const status = head.slice(9, 12)
      received += length
      statuses[status] = (statuses[status] ?? 0) + 1
      if (over) socket.end()
      else idle.push(send)
    })
    socket.on("error", (error) => process.stderr.write(`${error.message}\n`))
    socket.on("close", () => resolve())
  })

const closed = Promise.all(Array.from({ length: order.connections }, (_, n) => open(n)))
const started = performance.now()
let due = 0
// Kinds of calls are interleaved. The step has no divisor in common with their number, so all of them occur.
const step = 7
const timer = setInterval(() => {
  if (order.large.length > 0) {
    for (const send of idle.splice(0)) {
      send(next(sent))
      sent++
    }
  }
  const target = order.large.length > 0 ? 0 : Math.min(order.seconds, (performance.now() - started) / 1000) * perSecond
  while (due < target) {
    const send = idle.shift()
    if (send === undefined) leftOut++
    else {
      send(next(due * step))
      sent++
    }
    due++
  }
  if (performance.now() - started < order.seconds * 1000) return
  clearInterval(timer)
  over = true
  // Waiting connections are closed after their answer; this closes all others.
  setTimeout(() => process.exit(), 3_000).unref()
  process.stdout.write(
    `${JSON.stringify({ sent, leftOut, statuses, received } satisfies FloodResult)}\n`,
    () => process.exit()
  )
}, 5)
await closed
