import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { always, type ValidCalls } from "./ValidCall.ts"

/** Not drawn: a PDF takes a second, and it has the same figures. */
const query = { format: "csv" }

/** Reports about the event and its nodes. */
export const reportCalls = Effect.map(Festival, ({ configure, event }): ValidCalls => {
  const dated = configure({
    start_date: "2026-06-29T00:00:00Z",
    end_date: "2026-07-03T00:00:00Z",
    daily_end_time: "06:00"
  })
  const file = Effect.as(dated, { query })
  const shown = Effect.as(dated, {})
  const day = { report_date: "2026-06-30" }
  return {
    "POST /tree/events/{node_id}/generate-test-report": always({ query }),
    "POST /tree/events/{node_id}/generate-test-revenuereport": always({ query }),
    "POST /tree/events/{node_id}/generate-test-daily-report": always({ query }),
    "POST /tree/nodes/{node_id}/generate-revenue-report": file,
    "POST /tree/nodes/{node_id}/generate-daily-report": Effect.as(dated, {
      query,
      body: { ...day, relevant_node_ids: [event] }
    }),
    "POST /tree/nodes/{node_id}/generate-payout-report": file,
    "POST /tree/nodes/{node_id}/generate-settlement-report": file,
    "GET /reports/daily": Effect.as(dated, { query: day }),
    "GET /reports/revenue": shown,
    "GET /reports/payout": shown,
    "GET /reports/settlement": shown
  }
})
