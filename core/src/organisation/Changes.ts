import { Cause, Context, Effect, Layer, Predicate, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { NotFound } from "../primitives/Refusal.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import type { Actor } from "./Caller.ts"
import { allow, NodeIsReadOnly, placeLast, ResourceNotAllowed } from "./Node.ts"
import { NodeRepository } from "./NodeRepository.ts"

/** How the audit log shows a change. */
export interface Change {
  readonly logType: string
  /** Stored as JSON, so secrets are masked in it. */
  readonly content: unknown
  /** The node the entry is kept at; by default the caller's. */
  readonly nodeId?: bigint
}

export interface ChangeOptions {
  /** Takes the lock of the whole tree as well, for rules that span events. */
  readonly wholeTree?: boolean
  /** For what no booking decides on and unique keys keep right: nothing is locked and the version stays as it is. */
  readonly withoutVersion?: boolean
}

/**
 * Makes configuration changes one after the other. A change inside an event locks the event's row, one above events the
 * root and every event below; the version that bookings compare rises with it. What `effect` reads to decide can't change
 * until the commit, so a rule such as a unique name holds without an index. Nor can the node: one that was archived, deleted
 * or forbidden the objects in question after the caller was let in refuses the change.
 */
export class Changes extends Context.Service<Changes>()("core/Changes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* AuditLogRepository
    const nodes = yield* NodeRepository

    // Key share locks of inserted rows that refer to the root pass a lock for no key update.
    const lockTree = sql`select from node where id = 0 for no key update`

    const lock = Effect.fnUntraced(function*(caller: Actor, options: ChangeOptions) {
      if (caller.eventId !== null) {
        if (options.wholeTree === true) yield* lockTree
        return yield* sql`update event set version = version + 1 where event_id = ${caller.eventId}`
      }
      yield* lockTree
      return yield* sql`update event set version = version + 1
        where event_id in (select id from node where event_id = id and parent_ids @> array[${caller.node.id}::bigint])`
    })

    const stillAllowed = Effect.fnUntraced(
      function*({ requirement, node: { id } }: Actor): Effect.fn.Return<void, NodeChanged | Infrastructure> {
        if (requirement === undefined) return
        const node = placeLast(yield* nodes.chain(id))
        if (node === null) return yield* new NotFound({ element_type: "node", element_id: id })
        if (requirement.write && node.read_only) return yield* new NodeIsReadOnly({ node_id: id })
        if (requirement.objectType !== null) yield* Effect.fromResult(allow(node, requirement.objectType))
      }
    )

    /** One transaction: lock, change, audit entry. A failure of `effect` undoes everything. */
    const run = <A, E, R>(
      caller: Actor,
      describe: (result: A) => Change,
      effect: Effect.Effect<A, E, R>,
      options: ChangeOptions = {}
    ): Effect.Effect<A, Exclude<E, Infrastructure> | NodeChanged, R> =>
      Effect.gen(function*() {
        if (options.withoutVersion !== true) yield* lock(caller, options)
        yield* stillAllowed(caller)
        const result = yield* effect
        const { content, logType, nodeId } = describe(result)
        yield* audit.insert({
          nodeId: nodeId ?? caller.node.id,
          logType,
          userId: caller.userId,
          terminalId: caller.terminalId,
          content: caller.by === undefined || !Predicate.isObject(content) ? content : { ...content, by: caller.by }
        })
        return result
      }).pipe(sql.withTransaction, Effect.catchIf(isInfrastructure, Effect.die)) as Effect.Effect<
        A,
        Exclude<E, Infrastructure> | NodeChanged,
        R
      >

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

type NodeChanged = NodeIsReadOnly | NotFound | ResourceNotAllowed

// Not the caller's doing: the database is away, or a row that must be there is not or is not what it should be.
type Infrastructure = SqlError.SqlError | Schema.SchemaError | Cause.NoSuchElementError

const isInfrastructure = (error: unknown): error is Infrastructure =>
  SqlError.isSqlError(error) || Schema.isSchemaError(error) || Cause.isNoSuchElementError(error)
