import { Context, Effect, Layer, Result } from "effect"
import { abortedReceipt, processType } from "../tse/ProcessData.ts"
import type { ConnectedTse } from "./ConnectedTse.ts"
import { countAlarm } from "./SigningMetrics.ts"
import { TseClients } from "./TseClients.ts"
import { type OpenOrphan, TseOrphanRepository } from "./TseOrphanRepository.ts"

/** Closes transactions that were started at a device and belong to no signed order. */
export class TseOrphans extends Context.Service<TseOrphans>()("core/TseOrphans", {
  make: Effect.gen(function*() {
    const clients = yield* TseClients
    const orphans = yield* TseOrphanRepository

    /** Closes a transaction as aborted; `false`: the device has no such transaction of the client. */
    const abort = Effect.fnUntraced(function*(
      device: ConnectedTse,
      orphan: OpenOrphan,
      clientId: string,
      number: bigint
    ) {
      const end = { number, clientId, processType, processData: abortedReceipt }
      const answer = yield* clients.ask(device, clientId, device.connection.finish(end))
      if (Result.isSuccess(answer)) return true
      if (answer.failure.kind === "transaction_unknown") return false
      yield* Effect.logWarning(`The transaction ${number} can't be closed now: ${answer.failure.message}`)
      yield* orphans.postpone(device.owner, orphan)
      return yield* answer.failure
    })

    /** Finds out whose start got a number, by closing it in the name of each client that lost a start. */
    const match = Effect.fnUntraced(function*(device: ConnectedTse, found: OpenOrphan, number: bigint) {
      const lost = device.orphans.filter((orphan) => orphan.transaction_number === null)
      for (const client of new Set(lost.map(({ client_id }) => client_id))) {
        if (client === null || !(yield* abort(device, found, client, number))) continue
        const own = lost.find(({ client_id }) => client_id === client)
        if (own === undefined) continue
        yield* orphans.matched(device.owner, own, found)
        device.orphans = device.orphans.filter((orphan) => orphan !== own && orphan !== found)
        return
      }
      yield* Effect.logError(`Somebody else began the transaction ${number} of the signing device`)
      yield* countAlarm(device.owner, "strangers")
      yield* orphans.close(device.owner, found, "stranger")
    })

    /** Closes the transactions that may be open at the device and belong to no order. */
    const close = Effect.fn("TseOrphans.close")(function*(device: ConnectedTse) {
      for (const orphan of device.orphans) {
        const { client_id, transaction_number } = orphan
        if (transaction_number === null) continue
        device.orphans = device.orphans.filter((other) => other !== orphan)
        if (client_id === null) yield* match(device, orphan, transaction_number)
        else {
          const isAborted = yield* abort(device, orphan, client_id, transaction_number)
          yield* orphans.close(device.owner, orphan, isAborted ? "aborted" : "gone")
        }
      }
    }, Effect.uninterruptible)

    return { close }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
