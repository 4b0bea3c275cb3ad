import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { Page } from "../sql/Page.ts"
import { pageById, type SortedPage } from "../sql/Sort.ts"
import { searchFor } from "../wristband/SearchTerm.ts"
import { canBlockPayouts, canViewCustomers, changePayout } from "./CustomerChange.ts"
import { type CustomerFilter, CustomerRepository } from "./CustomerRepository.ts"

/** What a list of customers is limited to. */
export interface CustomersWanted extends Pick<CustomerFilter, "balance" | "blocked" | "entered" | "staff" | "tagged"> {
  /** Part of a name, comment, PIN, chip number, e-mail, account holder or IBAN; blank text limits nothing. */
  readonly search?: string
}

/** The customers of an event with their preferences for the remaining balance. */
export class Customers extends Context.Service<Customers>()("core/Customers", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const customers = yield* CustomerRepository

    const scoped = (caller: AtEvent, privileges: ReadonlyArray<Privilege>) =>
      Effect.map(access.reach(caller, privileges), (nodes) => ({ eventId: caller.eventId, nodes }))

    const existing = Effect.fnUntraced(
      function*(caller: AtEvent, id: bigint, privileges: ReadonlyArray<Privilege>) {
        const [customer] = yield* customers.list({ ...yield* scoped(caller, privileges), id })
        return customer ?? (yield* new NotFound({ element_type: "customer", element_id: id }))
      }
    )

    const find = Effect.fn("Customers.find")((caller: AtEvent, id: bigint) =>
      dieOnInfrastructure(existing(caller, id, canViewCustomers))
    )

    /**
     * Finds customers by name, comment, PIN, chip number, e-mail, account holder or IBAN, ordered by account id; a
     * blank term finds none.
     */
    const search = Effect.fn("Customers.search")(function*(caller: AtEvent, text: string, page: Page) {
      const term = searchFor(text)
      if (term === undefined) return []
      return yield* Effect.orDie(
        customers.list({ ...yield* scoped(caller, canViewCustomers), term, page: pageById(page) })
      )
    })

    /** Customers who are excluded from payout runs, ordered by account id. */
    const blocked = Effect.fn("Customers.blocked")(function*(caller: AtEvent, page: Page) {
      const scope = yield* scoped(caller, canViewCustomers)
      return yield* Effect.orDie(customers.list({ ...scope, blocked: true, page: pageById(page) }))
    })

    /** The filter of a list: all customers whom the caller may see, or those that match a text. */
    const filtered = Effect.fnUntraced(function*(caller: AtEvent, { search: text, ...filter }: CustomersWanted) {
      const term = text === undefined ? undefined : searchFor(text)
      return { ...yield* scoped(caller, canViewCustomers), ...filter, ...(term === undefined ? {} : { term }) }
    })

    /** Customers in a given order. */
    const sortedPage = Effect.fn("Customers.sortedPage")(
      function*(caller: AtEvent, wanted: CustomersWanted, of: SortedPage) {
        return yield* Effect.orDie(customers.list({ ...yield* filtered(caller, wanted), page: of }))
      }
    )

    /** How many customers all pages have. */
    const count = Effect.fn("Customers.count")(function*(caller: AtEvent, wanted: CustomersWanted) {
      return yield* Effect.orDie(customers.count(yield* filtered(caller, wanted)))
    })

    /** Excludes a customer from payout runs, or includes them again. */
    const preventPayout = Effect.fn("Customers.preventPayout")((caller: AtEvent, id: bigint, prevented: boolean) =>
      Effect.asVoid(changes.run(
        caller,
        (customer) => ({
          logType: "customer_payout_prevention_changed",
          content: {
            customer_id: id,
            payout_prevented: prevented,
            old_payout_prevented: customer.payout_export === false
          },
          nodeId: customer.node_id
        }),
        Effect.gen(function*() {
          yield* customers.lock(caller.eventId, id)
          const customer = yield* existing(caller, id, canBlockPayouts)
          yield* Effect.fromResult(changePayout(customer))
          // The earlier block stays, with the user who made it and since when.
          if (prevented === (customer.payout_export === false)) return customer
          yield* prevented
            ? customers.blockPayout(caller.eventId, id, caller.userId)
            : customers.allowPayout(caller.eventId, id)
          return customer
        }),
        { withoutVersion: true }
      ))
    )

    return { blocked, count, find, preventPayout, search, sortedPage }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, CustomerRepository.layer])
  )
}
