import * as TseFrame from "@wristbank/core/tse/TseFrame"
import { Effect, Predicate, Result } from "effect"
import { createHash } from "node:crypto"
import { createServer, type Socket } from "node:net"
import { until } from "./SimulatedLine.ts"

/** A connection below WebSockets: what a device can send that no WebSocket library would. */
export interface RawLine {
  readonly tcp: Socket
  /** The request for the WebSocket, as it came. */
  readonly handshake: string
  /** Agrees to the WebSocket. */
  readonly accept: () => void
}

const agreed = (handshake: string) => {
  const key = /^sec-websocket-key: (.*)\r$/im.exec(handshake)?.[1] ?? ""
  const answer = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${answer}\r\n\r\n`
}

/** A device on a free port that does with each connection what it is told, and never closes one. */
export const rawDevice = Effect.fnUntraced(function*(welcome: (line: RawLine) => void) {
  const open = new Set<Socket>()
  let calls = 0
  let asked = 0
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createServer((tcp) => {
        open.add(tcp)
        tcp.on("close", () => open.delete(tcp))
        tcp.on("error", () => undefined)
        tcp.once("data", (data) => {
          calls++
          const handshake = data.toString()
          tcp.once("data", () => asked++)
          welcome({ tcp, handshake, accept: () => void tcp.write(agreed(handshake)) })
        })
      })
    ),
    (running) =>
      Effect.callback<void>((resume) => {
        for (const tcp of open) tcp.destroy()
        running.close(() => resume(Effect.void))
      })
  )
  yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  const address = server.address()
  return {
    address: `127.0.0.1:${Predicate.isObject(address) ? address.port : 0}`,
    /** Done when that many have called so far, and when that many have asked something. */
    called: (times: number) => until(() => calls >= times),
    asked: (times: number) => until(() => asked >= times),
    /** Done when no one is connected. */
    left: until(() => open.size === 0)
  }
})

export interface FrameOptions {
  /** 1 is a text, 0 goes on with one, 2 is binary. */
  readonly opcode?: number
  /** Whether it ends its message. */
  readonly last?: boolean
  readonly compressed?: boolean
}

/** A WebSocket frame of a server. */
export const wsFrame = (payload: string | Uint8Array, options: FrameOptions = {}): Uint8Array => {
  const { compressed = false, last = true, opcode = 1 } = options
  const bytes = Buffer.from(payload)
  const length = bytes.length < 126
    ? Uint8Array.of(bytes.length)
    : bytes.length < 2 ** 16
    ? Uint8Array.of(126, bytes.length >> 8, bytes.length & 0xff)
    : Uint8Array.of(127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (bytes.length >> shift) & 0xff))
  return Buffer.concat([Uint8Array.of((last ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode), length, bytes])
}

/** Calls back with each request that comes after the handshake; frames of a client are masked. */
export const onRequests = (tcp: Socket, hear: (fields: TseFrame.TseFields) => void): void => {
  let rest = Buffer.alloc(0)
  tcp.on("data", (data) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= 6) {
      const short = rest.readUInt8(1) & 0x7f
      const head = short < 126 ? 2 : 4
      const end = head + 4 + (short < 126 ? short : rest.readUInt16BE(2))
      if (rest.length < end) return
      const mask = rest.subarray(head, head + 4)
      const body = rest.subarray(head + 4, end).map((byte, place) => byte ^ (mask[place % 4] ?? 0))
      if ((rest.readUInt8(0) & 0x0f) === 1) hear(Result.getOrThrow(TseFrame.decode(Buffer.from(body).toString())))
      rest = rest.subarray(end)
    }
  })
}
