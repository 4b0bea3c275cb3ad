import { Context, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { chunksOf } from "../base/SlicedWork.ts"
import { Books } from "../journal/Books.ts"
import type { JournalEntry } from "../journal/JournalEntry.ts"
import * as Ledger from "../journal/Ledger.ts"

/** Postings by one user, for any number of customers. */
export interface BulkBooking {
  readonly eventId: bigint
  readonly userId: bigint
  readonly description: string
  readonly postings: ReadonlyArray<Ledger.Posting>
  /**
   * The side on which every posting has a customer. Each customer is in one posting only, and their accounts are locked.
   */
  readonly customers: "source" | "target" | "neither"
}

/** Customers of one entry. With entries of this size no statement nears its time limit, however many customers a run has. */
const customersAtOnce = 1000

/** The entry for some of the postings. No customer's balance may fall below 0; the accounts of the event are not guarded. */
export const entryOf = ({ customers, description, eventId, postings, userId }: BulkBooking): JournalEntry => ({
  eventId,
  version: null,
  order: null,
  conductingUserId: userId,
  description,
  postings,
  guards: customers === "neither" ? [] : postings.flatMap((posting) => {
    const customer = { id: posting[customers], minimum: Money.zero, maximum: null, userTagId: null }
    return Ledger.guards([posting], [customer])
  })
})

/** Books what payouts move, in the surrounding transaction. */
export class PayoutBookings extends Context.Service<PayoutBookings>()("core/PayoutBookings", {
  make: Effect.map(Books, (books) => {
    const book = Effect.fnUntraced(function*(booking: BulkBooking) {
      for (const postings of chunksOf(booking.postings, customersAtOnce)) {
        const { outcome } = yield* books.storeNow(entryOf({ ...booking, postings }))
        if (outcome !== "booked") return yield* Effect.die(new Error("A customer's account is not as it was locked"))
      }
    })
    /** Gives money back to customers, each in one of the postings. */
    const give = (
      by: Pick<BulkBooking, "eventId" | "userId">,
      description: string,
      postings: ReadonlyArray<Ledger.Posting>
    ) => book({ ...by, description, postings, customers: "target" })

    return { book, give }
  })
}) {
  static readonly layer = Layer.provide(Layer.effect(this, this.make), Books.layer)
}
