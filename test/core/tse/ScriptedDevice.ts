import { WebSocketServer } from "@effect/platform-node/NodeWS"
import * as TseFrame from "@wristbank/core/tse/TseFrame"
import { Deferred, Effect, Predicate, Queue, Result, type Schema } from "effect"
import { transcript } from "./transcripts.ts"

/** A request as it came, and its connection. */
export interface Heard {
  readonly command: string
  readonly requestId: number
  readonly fields: TseFrame.TseFields
  /** Sends a text message. */
  readonly say: (message: string) => void
  /** Sends a message that is no text. */
  readonly sayBytes: (message: Uint8Array) => void
  /** Ends the connection without a word. */
  readonly drop: () => void
  /** Done when the connection is. */
  readonly closed: Effect.Effect<void>
}

export type Reply = (heard: Heard) => void

type Fields = Schema.JsonObject

/** The answer that a device of the transcripts gives, with some fields changed. */
export const ok = (fields: Fields = {}): Reply => (heard) =>
  heard.say(
    TseFrame.encode({
      ...usualAnswers.get(nameOf(heard)),
      Command: heard.command,
      Status: "ok",
      ...fields,
      PingPong: heard.requestId
    })
  )

export const refuse = (code: number, words = "REFUSED"): Reply => ({ command, requestId, say }) =>
  say(TseFrame.encode({ Command: command, Status: "error", Code: code, Desc: words, PingPong: requestId }))

export const silence: Reply = () => undefined

/** A device on a free port that says what it is told to, and else what the transcripts say. */
export const scriptedDevice = Effect.gen(function*() {
  const heard = yield* Queue.unbounded<Heard>()
  const replies = new Map<string, Array<Reply>>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const starting: WebSocketServer = new WebSocketServer(
        { host: "127.0.0.1", port: 0 },
        () => resume(Effect.succeed(starting))
      )
    }),
    (running) =>
      Effect.callback<void>((resume) => {
        for (const client of running.clients) client.terminate()
        running.close(() => resume(Effect.void))
      })
  )
  server.on("connection", (socket) => {
    const closed = Deferred.makeUnsafe<void>()
    socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
    socket.on("message", (data) => {
      const fields = Result.getOrThrow(TseFrame.decode(data.toString()))
      const request: Heard = {
        command: textOf(fields["Command"]),
        requestId: Number(fields["PingPong"]),
        fields,
        say: (message) => socket.send(message),
        sayBytes: (message) => socket.send(message),
        drop: () => socket.terminate(),
        closed: Deferred.await(closed)
      }
      const reply = replies.get(request.command)?.shift() ?? ok()
      reply(request)
      Queue.offerUnsafe(heard, request)
    })
  })
  const address = server.address()
  const port = Predicate.isObject(address) ? address.port : 0
  return {
    address: `127.0.0.1:${port}`,
    /** What it says to the next requests with this command. */
    when: (command: string, ...next: ReadonlyArray<Reply>) => {
      replies.set(command, [...replies.get(command) ?? [], ...next])
    },
    /** The next request; it is answered already if it is to be. */
    next: Queue.take(heard),
    /** All requests since they were last asked for. */
    heard: Queue.clear(heard)
  }
})

const textOf = (value: unknown) => Predicate.isString(value) ? value : ""

/** GetDeviceData and GetDeviceStatus answer one thing or another. */
const nameOf = ({ command, fields }: Heard): string =>
  `${command} ${textOf(fields["Name"])}${"Password" in fields && command === "GetDeviceStatus" ? "Password" : ""}`

const usualAnswers: ReadonlyMap<string, Fields> = new Map(
  Object.entries({
    "GetDeviceInfo ": transcript.getDeviceInfo,
    "GetDeviceStatus ": transcript.getDeviceStatus,
    "GetDeviceStatus Password": transcript.getClients,
    "GetDeviceData PublicKey": transcript.getPublicKey,
    "GetDeviceData Certificates": transcript.getCertificates,
    "StartTransaction ": transcript.start,
    "FinishTransaction ": transcript.finish
  }).map(([name, { answer }]) => [name, answerOf(answer)])
)

function answerOf(frame: string): Fields {
  return JSON.parse(Result.getOrThrow(TseFrame.textOf(frame)))
}
