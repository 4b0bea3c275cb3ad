import { Context, Effect, Layer } from "effect"
import * as Batches from "../sql/Batches.ts"
import { guardsOf, type JournalEntry } from "./JournalEntry.ts"
import { LedgerStore } from "./LedgerStore.ts"

/** More entries in one statement gain nothing and delay the first of them. */
const batchLimit = 64

/** Stores journal entries of many requests in few statements. */
export class BookingBatches extends Context.Service<BookingBatches>()("core/BookingBatches", {
  make: Effect.gen(function*() {
    const ledger = yield* LedgerStore
    const store = yield* Batches.make({
      limit: batchLimit,
      together: ledger.storeAll,
      alone: ledger.store,
      keys: keysOf
    })
    return {
      /** Stores an entry; waits for at most one running statement. */
      store
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(LedgerStore.layer))
}

/** A guarded account or a uuid may appear only once in a statement. */
const keysOf = (entry: JournalEntry): ReadonlyArray<string> => {
  const accounts = guardsOf(entry).map((guard) => `${entry.eventId} ${guard.accountId}`)
  return entry.order === null ? accounts : [...accounts, `${entry.eventId} ${entry.order.uuid}`]
}
