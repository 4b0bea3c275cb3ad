import { Context, Effect, Layer } from "effect"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { NotFound } from "../primitives/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { Page } from "../sql/Page.ts"
import { searchFor } from "../tag/SearchTerm.ts"
import { canBlockPayouts, canViewCustomers, changePayout } from "./CustomerChange.ts"
import { CustomerRepository } from "./CustomerRepository.ts"

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
      return yield* Effect.orDie(customers.list({ ...yield* scoped(caller, canViewCustomers), term, page }))
    })

    /** Customers who are excluded from payout runs, ordered by account id. */
    const blocked = Effect.fn("Customers.blocked")(function*(caller: AtEvent, page: Page) {
      return yield* Effect.orDie(customers.list({ ...yield* scoped(caller, canViewCustomers), blocked: true, page }))
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
          yield* customers.setPayoutExport(caller.eventId, id, !prevented)
          return customer
        }),
        { withoutVersion: true }
      ))
    )

    return { blocked, find, preventPayout, search }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
