import { LeftOutCustomers } from "@wristbank/core/payout/LeftOutCustomers"
import { PayoutFiles } from "@wristbank/core/payout/PayoutFiles"
import { PayoutRuns } from "@wristbank/core/payout/PayoutRuns"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { cutToPage, readAhead } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

export const PayoutHandlers = groupHandlers(
  AdministrationApi,
  "payouts",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const files = yield* PayoutFiles
    const leftOut = yield* LeftOutCustomers
    const runs = yield* PayoutRuns
    return handlers.handleAll({
      list: listed(reading(runs.list)),
      create: writing((caller, { payload }) => runs.create(caller, payload)),
      pending: reading(runs.pending),
      preview: reading((caller, { payload }) => runs.preview(caller, payload)),
      leftOut: reading((caller, { query }) =>
        Effect.flatMap(
          leftOut.list(caller, readAhead(query)),
          (found) => cutToPage(query, found, ({ customer_account_id }) => customer_account_id)
        )
      ),
      files: reading((caller, { params }) => files.list(caller, params.payout_run_id)),
      file: reading((caller, { params }) =>
        Effect.map(files.kept(caller, params.payout_run_id, params.file_id), ({ content }) => content)
      ),
      payouts: reading((caller, { params }) => runs.payoutsOf(caller, params.payout_run_id)),
      giveBack: nothing(
        writing((caller, { params, payload }) => runs.giveBack(caller, params.payout_run_id, params.payout_id, payload))
      ),
      csv: reading((caller, { params }) => files.csv(caller, params.payout_run_id)),
      sepaXml: writing((caller, { params, payload, query: { part, version } }) =>
        files.sepa(caller, params.payout_run_id, {
          executionDate: payload.execution_date,
          version,
          part: part ?? null
        })
      ),
      previousSepaXml: reading((caller, { params }) =>
        Effect.map(files.previous(caller, params.payout_run_id), ({ content }) => content)
      ),
      setDone: nothing(writing((caller, { params }) => runs.setDone(caller, params.payout_run_id))),
      revoke: nothing(
        writing((caller, { params, query }) => runs.revoke(caller, params.payout_run_id, query.force === "true"))
      )
    })
  })
)
