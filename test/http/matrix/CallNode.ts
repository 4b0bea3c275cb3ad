import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"

/** A node that calls name. */
export interface CallNode {
  readonly id: number
  /** Ids from the root down to the node. */
  readonly path: ReadonlyArray<number>
  readonly archived: boolean
}

/** The node with its path. */
export const callNode = Effect.fnUntraced(function*(id: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* Effect.orDie(sql<{ parents: ReadonlyArray<string>; archived: boolean }>`
    select parent_ids::text[] as parents, read_only as archived from node where id = ${id}`)
  const node: CallNode = {
    id,
    path: Array.from(new Set([...row!.parents.map(Number), id])),
    archived: row!.archived
  }
  return node
})

/** The festival's event, a node below it, an archived node below it, and another event. */
export const callNodes = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const under = (name: string) => created(admin("POST", `/tree/nodes/${event}/create-node`, { name, description: "" }))
  const part = yield* under("Stage")
  const archived = yield* under("Last year")
  done(yield* admin("POST", `/tree/nodes/${archived}/archive-node`))
  const elsewhere = yield* created(
    admin("POST", "/tree/nodes/0/create-event", { ...eventSettings, name: "Another event", description: "" })
  )
  return {
    root: yield* callNode(0),
    event: yield* callNode(event),
    part: yield* callNode(part),
    archived: yield* callNode(archived),
    elsewhere: yield* callNode(elsewhere)
  }
})
export type CallNodes = Effect.Success<typeof callNodes>
