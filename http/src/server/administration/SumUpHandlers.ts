import { CardAuthorisations } from "@wristbank/core/card/CardAuthorisations"
import { CardLists } from "@wristbank/core/card/CardLists"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { UnverifiedPayments } from "@wristbank/core/order/UnverifiedPayments"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { cutToPage, listPage, readAhead } from "../ListPage.ts"
import { callerAt, type NodeRequirement } from "./CallerAt.ts"

/** The provider is not asked for events in the archive. */
const current: NodeRequirement = { write: true }

/** As `CardLists` reads cursors. */
const cursorAt = (at: DateTime.Utc, id: string) => `${DateTime.formatIso(at)}/${id}`

export const SumUpHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "sumup",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const authorisations = yield* CardAuthorisations
    const desk = yield* UnverifiedPayments
    const lists = yield* CardLists
    const reconciliations = yield* Reconciliations

    return handlers.handleAll({
      checkouts: ({ query }) =>
        atEvent(query.node_id, current).pipe(
          Effect.flatMap((caller) => lists.checkouts(caller, readAhead(query))),
          Effect.flatMap((found) => cutToPage(query, found, ({ date, id }) => cursorAt(date, id)))
        ),
      checkout: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id, current), (caller) => lists.checkout(caller, params.checkout_id)),
      transactions: ({ query }) =>
        atEvent(query.node_id, current).pipe(
          Effect.flatMap((caller) => lists.transactions(caller, readAhead(query))),
          Effect.flatMap((found) => cutToPage(query, found, ({ id, timestamp }) => cursorAt(timestamp, id)))
        ),
      reconciliations: ({ query }) =>
        Effect.flatMap(
          atEvent(query.node_id),
          (caller) => listPage(query, (page) => reconciliations.list(caller, page))
        ),
      reconciliation: ({ params, query }) =>
        Effect.gen(function*() {
          const caller = yield* atEvent(query.node_id)
          const report = yield* reconciliations.get(caller, params.reconciliation_id, readAhead(query))
          return { ...report, entries: yield* cutToPage(query, report.entries, ({ n }) => BigInt(n)) }
        }),
      unverified: ({ query }) =>
        atEvent(query.node_id).pipe(
          Effect.flatMap((caller) => desk.list(caller, readAhead(query))),
          Effect.flatMap((found) => cutToPage(query, found, ({ order_uuid }) => order_uuid))
        ),
      settle: ({ params, payload, query }) =>
        Effect.flatMap(atEvent(query.node_id, current), (caller) => desk.settle(caller, params.order_uuid, payload)),
      beginAuthorization: ({ params, payload }) =>
        Effect.flatMap(atEvent(params.node_id, current), (caller) => authorisations.begin(caller, payload)),
      configureToken: ({ params, payload }) =>
        Effect.as(
          Effect.flatMap(atEvent(params.node_id, current), (caller) => authorisations.finish(caller, payload)),
          null
        )
    })
  })
)
