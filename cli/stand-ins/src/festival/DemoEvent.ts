import { rootId } from "@wristbank/core/organisation/Node"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const festivalName = "Demo Festival"

/** The description of the festival until it is complete; it marks an interrupted start. */
export const unfinished = "Is being set up"
export const finished = "A festival to try everything with; none of it is real."

/** Whether this database has or may get the demo. A database with other events may not. */
export const canHoldDemo = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const events = yield* sql<{ name: string; parent: bigint }>`
    select name, parent from node where event_id = id and not deleted`
  return events.length === 0 || events.some(({ name, parent }) => name === festivalName && parent === rootId)
})

/** The merchant at the stand-in of the card provider. */
export const merchantCode = "DEMO"

/** For how many hours the festival has been open when the demo is made: the two days of its past begin with noon. */
export const openFor = 38
