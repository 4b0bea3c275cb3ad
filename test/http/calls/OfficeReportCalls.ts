import { Effect } from "effect"
import { always, type ValidCalls } from "./ValidCall.ts"

/** Not drawn: a PDF takes a second, and it has the same figures. */
const query = { format: "csv" }

/** Reports about the event and its nodes. */
export const reportCalls = Effect.sync((): ValidCalls => ({
  "POST /tree/events/{node_id}/generate-test-report": always({ query }),
  "POST /tree/events/{node_id}/generate-test-revenuereport": always({ query }),
  "POST /tree/events/{node_id}/generate-test-daily-report": always({ query })
}))
