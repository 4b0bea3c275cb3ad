import type { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Stream } from "effect"
import type { SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { admission } from "../network/Admission.ts"
import { type Allowance, type AllowanceSize, mayTake, take } from "../network/Allowance.ts"

/** Connections for whoever has no verified token. */
export const anonymousConnections = 3

/** Statements and transactions of theirs that may wait for one. */
const mostWaiting = 32

/**
 * Statements and transactions of theirs at once, and then each second. Each takes about a millisecond of the server's one
 * thread for calls, which the connections alone would let them have to the last.
 */
const statements: AllowanceSize = { most: 300, perSecond: 100 }

/**
 * Keeps those who are not known away from the connections that bookings use: whoever sends calls without a token that was
 * verified has three connections to share, and who comes while too many wait for them is refused with `ServiceUnavailable`.
 */
export class AnonymousCalls extends Context.Service<AnonymousCalls, {
  /** Runs all statements and transactions of an effect on the connections of anonymous callers. */
  readonly apart: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Whether `apart` refuses whatever needs a connection now. */
  readonly isFull: () => boolean
  /** Whether anonymous callers have had as many statements as they may, at a time in milliseconds since 1970: new calls can wait. */
  readonly isUsedUp: (now: number) => boolean
  /** Within such an effect: what is done for somebody whose token was verified, on the connections of all others. */
  readonly known: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("core/AnonymousCalls") {}

/**
 * The usual client, made to follow `AnonymousCalls`, and that service. A client runs a statement on the connection that its
 * transaction service names; for anonymous callers that is one which borrows a real one for each statement.
 */
export const routed = (usual: PgClient.PgClient, own: PgClient.PgClient) => {
  const { isFull, run: admitted } = admission(anonymousConnections + mostWaiting)
  let left: Allowance | undefined
  const noted = Effect.map(Clock.currentTimeMillis, (now) => {
    left = take(left, statements, now)
  })
  // Who was let in owes what they take: a call that is half done is not refused for it.
  const admit = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchTag(admitted(Effect.result(Effect.andThen(noted, effect))), "ServiceUnavailable", Effect.die).pipe(
      Effect.flatMap(Effect.fromResult)
    )
  const borrowing = borrowingConnection((use) => admit(Effect.scoped(Effect.flatMap(own.reserve, use))))
  const lent = [borrowing, 0] as const

  const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    own.withTransaction(Effect.flatMap(
      Effect.serviceOption(own.transactionService),
      (held) =>
        Effect.updateContext(effect, (context: Context.Context<R>) =>
          Context.addOrOmit(context, usual.transactionService, held) as Context.Context<R>)
    ))
  const { withTransaction } = usual
  const client: PgClient.PgClient = Object.assign(usual, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.contextWith((context: Context.Context<never>) => {
        const held = Context.getOrUndefined(context, usual.transactionService)
        if (held === lent) return admit(transaction(effect))
        const isAnonymous = held !== undefined && Context.getOrUndefined(context, own.transactionService) === held
        return isAnonymous ? transaction(effect) : withTransaction(effect)
      })
  })
  const anonymous = AnonymousCalls.of({
    isFull,
    isUsedUp: (now) => !mayTake(left, statements, now),
    apart: Effect.provideService(usual.transactionService, lent),
    known: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.updateContext(
        effect,
        (context: Context.Context<R>) =>
          Context.getOrUndefined(context, usual.transactionService) === lent
            ? Context.omit(usual.transactionService)(context) as Context.Context<R>
            : context
      )
  })
  return { client, anonymous }
}

/** Runs each statement on a connection lent for it alone. */
const borrowingConnection = (
  lend: <A>(use: (connection: Connection) => Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>
): Connection => ({
  execute: (sql, params, transform) => lend((connection) => connection.execute(sql, params, transform)),
  executeRaw: (sql, params) => lend((connection) => connection.executeRaw(sql, params)),
  executeValues: (sql, params) => lend((connection) => connection.executeValues(sql, params)),
  executeValuesUnprepared: (sql, params) => lend((connection) => connection.executeValuesUnprepared(sql, params)),
  executeUnprepared: (sql, params, transform) =>
    lend((connection) => connection.executeUnprepared(sql, params, transform)),
  executeStream: (sql, params, transform) =>
    Stream.fromIterableEffect(lend((connection) => Stream.runCollect(connection.executeStream(sql, params, transform))))
})
