import type { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Option, Stream } from "effect"
import type { SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { admission } from "../base/limits/Admission.ts"
import { type Allowance, mayTake, take } from "../base/limits/Allowance.ts"
import { allowances, type AllowanceSize, anonymousConnections, places } from "../base/limits/Limits.ts"
import { ServiceUnavailable } from "../base/Refusal.ts"

/** What anonymous callers may use up in a process. */
export interface AnonymousShare {
  /** Connections that callers without a verified token share. */
  readonly connections: number
  /** Statements and transactions of anonymous callers that may wait for a connection. */
  readonly mostWaiting: number
  /** Statements and transactions of anonymous callers: at once, and then each second. */
  readonly statements: AllowanceSize
}

/** The share of each process of a server. From four processes on it stays the same: less would refuse single sign-ins. */
export const shareOf = (processes: number): AnonymousShare => {
  const parts = Math.min(processes, 4)
  const { most, perSecond } = allowances.anonymousStatements
  return {
    connections: Math.ceil(anonymousConnections / parts),
    mostWaiting: Math.ceil(places.anonymousStatements / parts),
    statements: { most: most / parts, perSecond: perSecond / parts }
  }
}

/**
 * Keeps anonymous callers away from the connections that bookings use. Calls without a verified token share a few
 * connections. While too many wait for one, further calls fail as `ServiceUnavailable`.
 */
export class AnonymousCalls extends Context.Service<AnonymousCalls, {
  /** Runs all statements and transactions of an effect on the connections of anonymous callers. */
  readonly asAnonymous: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs an effect of `asAnonymous` on the usual connections after all, for a caller who turns out to be known. */
  readonly asKnown: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Whether `asAnonymous` would refuse an effect that needs a connection now. */
  readonly isFull: () => boolean
  /**
   * Whether anonymous callers have used up their statements at this time (milliseconds since 1970), so that new calls
   * have to wait.
   */
  readonly isUsedUp: (now: number) => boolean
  /**
   * Counts an answer that needs no statement, by its bytes: sending 64 KiB takes about as much of the process's thread. Fails as
   * `ServiceUnavailable`, and counts nothing, while the statements are used up.
   */
  readonly countAnswer: (bytes: number) => Effect.Effect<void, ServiceUnavailable>
}>()("core/AnonymousCalls") {}

const bytesPerStatement = 65_536

/**
 * Returns the usual client, extended to obey `AnonymousCalls`, and that service. A client runs a statement on the
 * connection that its transaction service names. For anonymous callers that is a substitute, which borrows a real
 * connection for each statement.
 */
export const routedClients = (usual: PgClient.PgClient, own: PgClient.PgClient, share: AnonymousShare) => {
  const { statements } = share
  const { isFull, run: admitted } = admission(share.connections + share.mostWaiting)
  let left: Allowance | undefined
  const noted = Effect.map(Clock.currentTimeMillis, (now) => {
    left = take(left, statements, now)
  })
  // Every statement of an admitted call is counted, but none is refused for it: the call would be left half done.
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
    countAnswer: (bytes) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (!mayTake(left, statements, now)) return new ServiceUnavailable()
        left = take(left, statements, now, Math.ceil(bytes / bytesPerStatement))
        return Effect.void
      }),
    asAnonymous: Effect.provideService(usual.transactionService, lent),
    asKnown: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(
        Effect.serviceOption(usual.transactionService),
        (held) =>
          Effect.updateContext(effect, (context: Context.Context<R>) =>
            Context.addOrOmit(
              context,
              usual.transactionService,
              Option.filter(held, (connection) => connection !== lent)
            ) as Context.Context<R>)
      )
  })
  return { client, anonymous }
}

/** Runs each statement on a connection borrowed for it alone. */
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
