import { Configuration } from "@wristbank/core/base/Configuration"
import { withoutEndSlashes } from "@wristbank/core/base/Text"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { PresaleCases } from "@wristbank/core/presale/PresaleCases"
import { PresaleShops } from "@wristbank/core/presale/PresaleShops"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { PresaleTickets } from "@wristbank/core/presale/PresaleTickets"
import { PresaleWebhooks } from "@wristbank/core/presale/PresaleWebhooks"
import { keyIn, type PretixEntry } from "@wristbank/core/presale/PretixShop"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { nothing } from "../answers/Handler.ts"
import { cutToPage, listPage, readAhead } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { answerPresaleTickets, given } from "./LongLists.ts"

const Presale = groupHandlers(
  AdministrationApi,
  "presale",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const looking = inEvent()
    const changing = inEvent({ write: true })
    const changingTickets = inEvent({ write: true, objectType: "ticket" })
    const cases = yield* PresaleCases
    const { administrationUrl } = yield* Configuration
    const shops = yield* PresaleShops
    const statuses = yield* PresaleStatuses
    const tickets = yield* PresaleTickets
    const webhooks = yield* PresaleWebhooks
    return handlers.handleAll({
      tickets: looking((caller, { query }) => {
        const wanted = given({
          search: query.search,
          state: query.state,
          checkedIn: query.checked_in,
          withCredit: query.with_credit
        })
        return answerPresaleTickets(query, {
          read: (page) => tickets.sortedPage(caller, wanted, page),
          count: tickets.count(caller, wanted)
        }, (entries) => entries)
      }),
      stats: looking((caller, { query }) => tickets.stats(caller, query.as_of ?? null)),
      status: looking(statuses.get),
      read: nothing(changing((caller, { payload }) => statuses.requestReading(caller, payload.everything))),
      cases: looking((caller, { query }) => listPage(query, (page) => cases.list(caller, query.settled ?? null, page))),
      settle: nothing(
        changing((caller, { params, payload }) =>
          cases.settle(caller, params.case_id, payload.comment, payload.cancel_ticket)
        )
      ),
      brokenOrders: looking((caller, { query }) =>
        Effect.flatMap(
          statuses.brokenOrders(caller, readAhead(query)),
          (found) => cutToPage(query, found, ({ code }) => code)
        )
      ),
      stoppedCheckIns: looking((caller, { query }) =>
        Effect.flatMap(
          statuses.stoppedCheckIns(caller, readAhead(query)),
          (found) => cutToPage(query, found, ({ ticket_voucher_id }) => ticket_voucher_id)
        )
      ),
      retryCheckIn: nothing(changing((caller, { params }) => statuses.retryCheckIn(caller, params.ticket_voucher_id))),
      checkConnection: changing((caller: AtEvent) => shops.test(caller)),
      fetchProducts: changing((caller, { payload }) => shops.products(caller, enteredIn(payload))),
      fetchCheckInLists: changing((caller, { payload }) => shops.checkInLists(caller, enteredIn(payload))),
      generateWebhookUrl: changingTickets(Effect.fnUntraced(function*(caller) {
        const address = yield* officeAddress(Option.getOrNull(administrationUrl))
        const token = Redacted.value(yield* webhooks.renew(caller))
        return { webhook_url: `${address}/webhooks/hook?token=${encodeURIComponent(token)}` }
      })),
      revokeWebhookUrl: nothing(changingTickets((caller) => webhooks.revoke(caller)))
    })
  })
)

const enteredIn = (entry: typeof PretixEntry.Type) => {
  const { event, organizer, url } = entry
  const key = keyIn(entry)
  return { event, organizer, url, key: key === null ? null : Redacted.make(key) }
}

/**
 * The public address of this API: that of the configuration, else only its path, which the office completes with its own. The header
 * `Host` is the caller's word: with it, the shop would be told to send the secret to whatever a caller names.
 */
const officeAddress = Effect.fnUntraced(function*(configured: URL | null) {
  if (configured !== null) return withoutEndSlashes(configured.href)
  const { originalUrl } = yield* HttpServerRequest.HttpServerRequest
  const { pathname } = new URL(originalUrl, "http://localhost")
  return pathname.slice(0, pathname.indexOf("/tree/events/"))
})

const Webhooks = groupHandlers(
  AdministrationApi,
  "webhooks",
  Effect.fnUntraced(function*(handlers) {
    const webhooks = yield* PresaleWebhooks
    return handlers.handleAll({
      trigger: nothing((
        { payload, query }: { readonly payload: unknown; readonly query: { readonly token: string } }
      ) => webhooks.receive(query.token, payload))
    })
  })
)

/** The handlers of the presale, and of what its shops report. */
export const PresaleHandlers = Layer.merge(Presale, Webhooks)
