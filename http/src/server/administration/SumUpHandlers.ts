import { CardAuthorisations } from "@wristbank/core/card/CardAuthorisations"
import { CardLists } from "@wristbank/core/card/CardLists"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { UnverifiedPayments } from "@wristbank/core/sale/UnverifiedPayments"
import { DateTime, Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { nothing } from "../answers/Handler.ts"
import { cutToPage, listPage, readAhead } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

/** The form in which `CardLists` reads cursors. */
const cursorAt = (at: DateTime.Utc, id: string) => `${DateTime.formatIso(at)}/${id}`

export const SumUpHandlers = groupHandlers(
  AdministrationApi,
  "sumup",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    // Archived events are refused, as the provider is not asked for them.
    const asking = inEvent({ write: true })
    const authorisations = yield* CardAuthorisations
    const payments = yield* UnverifiedPayments
    const lists = yield* CardLists
    const reconciliations = yield* Reconciliations
    return handlers.handleAll({
      checkouts: asking((caller, { query }) =>
        Effect.flatMap(
          lists.checkouts(caller, readAhead(query)),
          (found) => cutToPage(query, found, ({ date, id }) => cursorAt(date, id))
        )
      ),
      checkout: asking((caller, { params }) => lists.checkout(caller, params.checkout_id)),
      transactions: asking((caller, { query }) =>
        Effect.flatMap(
          lists.transactions(caller, readAhead(query)),
          (found) => cutToPage(query, found, ({ id, timestamp }) => cursorAt(timestamp, id))
        )
      ),
      reconciliations: reading((caller, { query }) => listPage(query, (page) => reconciliations.list(caller, page))),
      reconciliation: reading(Effect.fnUntraced(function*(caller, { params, query }) {
        const report = yield* reconciliations.get(caller, params.reconciliation_id, readAhead(query))
        return { ...report, entries: yield* cutToPage(query, report.entries, ({ n }) => BigInt(n)) }
      })),
      unverified: reading((caller, { query }) =>
        Effect.flatMap(
          payments.list(caller, readAhead(query)),
          (found) => cutToPage(query, found, ({ order_uuid }) => order_uuid)
        )
      ),
      settle: asking((caller, { params, payload }) => payments.settle(caller, params.order_uuid, payload)),
      beginAuthorization: asking((caller, { payload }) => authorisations.begin(caller, payload)),
      configureToken: nothing(asking((caller, { payload }) => authorisations.finish(caller, payload)))
    })
  })
)
