import { Deferred, Duration, Effect, Option, Predicate, Redacted, Ref, Schema, Semaphore } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { Socket } from "effect/socket"
import { DestinationRefused } from "../base/Destination.ts"
import * as Fault from "./DieboldNixdorfFault.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as TseCommand from "./TseCommand.ts"
import type { TseError } from "./TseDevice.ts"
import type { TseFields } from "./TseFrame.ts"

/** Time limits of a device. */
export interface TseTimeouts {
  /** For any answer. */
  readonly answer: Duration.Duration
  /** Pause between two pings. */
  readonly ping: Duration.Duration
}

export interface LinkOptions {
  /** ws:// */
  readonly url: URL
  readonly connect: Duration.Duration
  readonly password: Redacted.Redacted
  readonly timeouts: TseTimeouts
}

/** A WebSocket to a device, over which commands get their answers. */
export interface Link {
  readonly ask: <A>(
    command: TseCommand.TseCommand,
    answer: Schema.ConstraintDecoder<A>
  ) => Effect.Effect<A, TseError>
  /** Ends the connection; every command that waits fails with this error. */
  readonly lose: (error: TseError) => Effect.Effect<void>
  /** Fails when the connection has ended. */
  readonly lost: Effect.Effect<never, TseError>
}

interface Waiter {
  readonly command: TseCommand.TseCommand
  readonly answered: Deferred.Deferred<TseFields, TseError>
}

/** Commands that a device requires before others, by its error code; they need no password. */
const remedies: ReadonlyMap<number | null, TseCommand.TseCommand> = new Map([
  [12, TseCommand.performSelfTest],
  [13, TseCommand.setDefaultClientId],
  [-5019, TseCommand.updateTime]
])

/** Connects. The connection ends with the scope, with the socket, and with the first answer that does not come. */
export const open = Effect.fnUntraced(function*({ connect, password, timeouts, url }: LinkOptions) {
  const socket = yield* Socket.makeWebSocket(url.href, { openTimeout: connect })
  const { write } = yield* socket.writer
  const requests = yield* Ref.make<PendingRequests.PendingRequests<Waiter>>(PendingRequests.none())
  const opened = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<never, TseError>()
  const lose = (error: TseError) => Effect.asVoid(Deferred.fail(ended, Fault.cutShort(error)))
  const lost = Deferred.await(ended)
  const broken = (error: Socket.SocketError) =>
    Effect.flatMap(Deferred.isDone(opened), (wasOpen) => lose(faultOf(error, wasOpen, { password, url })))
  const ignore = yield* ignoring

  const receive = (message: string | Uint8Array) =>
    Effect.flatMap(
      Ref.modify(requests, (pending) => PendingRequests.receive(pending, message)),
      (received) => received._tag === "ignored" ? ignore(received.reason) : deliver(received, password)
    )

  const listen = Effect.scoped(Effect.gen(function*() {
    const reader = yield* socket.reader
    yield* Deferred.succeed(opened, undefined)
    return yield* Effect.forever(Effect.flatMap(reader.pull, (messages) => Effect.forEach(messages, receive)))
  }))
  yield* Effect.addFinalizer(() => lose(Fault.unreachable("ended")))
  // The socket is closed when the race is over, however it ended.
  yield* Effect.forkScoped(
    Effect.catch(listen, broken).pipe(
      Effect.ensuring(lose(Fault.unreachable("ended"))),
      Effect.raceFirst(Effect.ignore(lost))
    )
  )
  yield* Effect.raceFirst(Deferred.await(opened), lost)

  /** Sends a request and returns the fields of its answer. */
  const exchange = Effect.fnUntraced(function*(command: TseCommand.TseCommand) {
    if (yield* Deferred.isDone(ended)) return yield* lost
    const answered = yield* Deferred.make<TseFields, TseError>()
    const id = yield* Ref.modify(requests, (pending) => PendingRequests.issue(pending, { command, answered }))
    return yield* write(TseCommand.encode(command, id, password)).pipe(
      Effect.catch(broken),
      Effect.andThen(Deferred.await(answered)),
      Effect.timeoutOrElse({
        duration: timeouts.answer,
        orElse: () => Effect.andThen(lose(Fault.timedOut(command)), Effect.fail(Fault.timedOut(command)))
      }),
      Effect.raceFirst(Effect.mapError(lost, (error) => Fault.cutShort(error, command))),
      Effect.ensuring(Ref.update(requests, (pending) => PendingRequests.forget(pending, id)))
    )
  })

  const ask = asking(exchange, yield* Semaphore.make(1), yield* Ref.make(Option.none<TseError>()))
  yield* Effect.forkScoped(
    Effect.forever(Effect.delay(Effect.ignore(exchange(TseCommand.pingPong)), timeouts.ping)).pipe(
      Effect.raceFirst(Effect.ignore(lost))
    )
  )
  const link: Link = { ask, lose, lost }
  return link
})

/** The error of a connection that ended or could not be made. */
const faultOf = (
  error: Socket.SocketError,
  wasOpen: boolean,
  { password, url }: Pick<LinkOptions, "password" | "url">
) =>
  Fault.unreachable(
    wasOpen ? "ended" : failureOf(error),
    `${url.host}: ${withoutPassword(wordsOf(error), password).slice(0, longestWords)}`
  )

/** Longest reason of a closed connection that is logged, in characters. */
const longestWords = 200

type Exchange = (command: TseCommand.TseCommand) => Effect.Effect<TseFields, TseError>

/**
 * Sends a command, after the commands that the device requires before it. Commands with the password are sent one at a time, and
 * none after the password was refused: three wrong ones block the device.
 */
const asking = (exchange: Exchange, turn: Semaphore.Semaphore, refused: Ref.Ref<Option.Option<TseError>>) => {
  const persist = (command: TseCommand.TseCommand, done: ReadonlyArray<TseCommand.TseCommand>): ReturnType<Exchange> =>
    Effect.catch(exchange(command), (error) => {
      const remedy = remedies.get(error.code)
      if (remedy === undefined || remedy === command || done.includes(remedy)) return Effect.fail(error)
      return Effect.andThen(exchange(remedy), persist(command, [...done, remedy]))
    })

  const guarded = Effect.fnUntraced(function*(command: TseCommand.TseCommand) {
    const before = yield* Ref.get(refused)
    if (Option.isSome(before)) return yield* before.value
    return yield* Effect.tapError(
      persist(command, []),
      (error) => isRefusal(error) ? Ref.set(refused, Option.some(error)) : Effect.void
    )
  })

  return <A>(command: TseCommand.TseCommand, answer: Schema.ConstraintDecoder<A>): Effect.Effect<A, TseError> =>
    Effect.flatMap(
      command.needsPassword ? turn.withPermit(guarded(command)) : persist(command, []),
      (fields) =>
        Effect.mapError(Effect.fromResult(Schema.decodeUnknownResult(answer)(fields)), () => Fault.unreadable(command))
    )
}

const isRefusal = ({ kind }: TseError) => kind === "credentials_wrong" || kind === "credentials_blocked"

/** Logs ignored messages once for each reason and connection: a device that sends nonsense may never stop. */
const ignoring = Effect.map(Ref.make<ReadonlySet<PendingRequests.Ignored>>(new Set()), (logged) => {
  return (reason: PendingRequests.Ignored) =>
    Effect.flatMap(Ref.getAndUpdate(logged, (before) => new Set([...before, reason])), (before) => {
      // Devices send events unasked; any other message should not come.
      const log = reason === "event" || before.has(reason) ? Effect.logDebug : Effect.logWarning
      return Effect.annotateLogs(log("A message of the signing device was ignored"), { reason })
    })
})

const deliver = (
  { answer, fields, waiter }: PendingRequests.Answered<Waiter>,
  password: Redacted.Redacted
): Effect.Effect<unknown> => {
  if (answer.Status === "ok") return Deferred.succeed(waiter.answered, fields)
  const words = withoutPassword(answer.Desc ?? "", password)
  return Deferred.fail(waiter.answered, Fault.faultOf(waiter.command, answer.Code ?? null, words))
}

/** A device's text goes into errors and logs, and might repeat the password. */
const withoutPassword = (words: string, password: Redacted.Redacted): string => {
  const clear = Redacted.value(password)
  return clear === "" ? words : words.replaceAll(clear, "***").replaceAll(Base64.encode(clear), "***")
}

/** Why there was no connection; one to a forbidden address was not even attempted. */
const failureOf = ({ reason }: Socket.SocketError) => {
  const event = "cause" in reason ? reason.cause : undefined
  return Predicate.hasProperty(event, "error") && event.error instanceof DestinationRefused ? "refused" : "noConnection"
}

/** The message of a socket error, with that of its cause, such as ECONNREFUSED. */
const wordsOf = ({ reason }: Socket.SocketError): string => {
  if (reason._tag === "SocketCloseError") return `The connection ended (${reason.message})`
  const event = "cause" in reason ? reason.cause : undefined
  return Predicate.hasProperty(event, "message") && Predicate.isString(event.message) && event.message !== ""
    ? event.message
    : reason.message
}
