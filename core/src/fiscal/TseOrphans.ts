import { Context, Effect, Layer, Result } from "effect"
import { abortedReceipt, processType } from "../tse/ProcessData.ts"
import { type DeviceSession, withoutOrphans } from "./DeviceSession.ts"
import { countAlarm } from "./SigningMetrics.ts"
import { TseClients } from "./TseClients.ts"
import { type OpenOrphan, TseOrphanRepository } from "./TseOrphanRepository.ts"

/** Closes orphans: transactions that were started at a device and belong to no signed order. */
export class TseOrphans extends Context.Service<TseOrphans>()("core/TseOrphans", {
  make: Effect.gen(function*() {
    const clients = yield* TseClients
    const orphans = yield* TseOrphanRepository

    /** Closes a transaction as aborted, in the name of a client; `isAborted` is false if that client has no such transaction. */
    const abort = Effect.fnUntraced(function*(
      before: DeviceSession,
      orphan: OpenOrphan,
      clientId: string,
      number: bigint
    ) {
      const { connection, owner } = before.device
      const end = { number, clientId, processType, processData: abortedReceipt }
      const { answer, session } = yield* clients.ask(before, clientId, connection.finish(end))
      if (Result.isSuccess(answer)) return { session, isAborted: true }
      if (answer.failure.kind === "transaction_unknown") return { session, isAborted: false }
      yield* Effect.logWarning(`The transaction ${number} can't be closed now: ${answer.failure.message}`)
      yield* orphans.postpone(owner, orphan)
      return yield* answer.failure
    })

    /** Closes a transaction whose client is unknown, by trying each client that lost a start: the device tells whose it was. */
    const closeFound = Effect.fnUntraced(function*(before: DeviceSession, found: OpenOrphan, number: bigint) {
      const { owner } = before.device
      const lostStarts = before.transactions.orphans.filter(({ transaction_number }) => transaction_number === null)
      let session = before
      for (const client of new Set(lostStarts.map(({ client_id }) => client_id))) {
        if (client === null) continue
        const attempt = yield* abort(session, found, client, number)
        session = attempt.session
        const lost = lostStarts.find(({ client_id }) => client_id === client)
        if (!attempt.isAborted || lost === undefined) continue
        yield* orphans.closeMatched(owner, lost, found)
        return withoutOrphans(session, lost, found)
      }
      yield* Effect.logError(`An unknown client started the transaction ${number} of the signing device`)
      yield* countAlarm(owner, "strangers")
      yield* orphans.close(owner, found, "stranger")
      return withoutOrphans(session, found)
    })

    /** Closes the transactions that may be open at the device and belong to no order. */
    const close = Effect.fn("TseOrphans.close")(function*(before: DeviceSession) {
      let session = before
      for (const orphan of before.transactions.orphans) {
        const { client_id, transaction_number } = orphan
        if (transaction_number === null) continue
        if (client_id === null) session = yield* closeFound(session, orphan, transaction_number)
        else {
          const attempt = yield* abort(session, orphan, client_id, transaction_number)
          yield* orphans.close(session.device.owner, orphan, attempt.isAborted ? "aborted" : "gone")
          session = withoutOrphans(attempt.session, orphan)
        }
      }
      return session
    }, Effect.uninterruptible)

    return { close }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TseClients.layer, TseOrphanRepository.layer])
  )
}
