import { Cause, Context, Effect, Layer, Predicate } from "effect"
import { SqlClient } from "effect/sql"
import { type AccessDenied, NotFound } from "../base/Refusal.ts"
import { dieOnInfrastructure, type Infrastructure } from "../sql/Infrastructure.ts"
import type { AuditKind } from "./AuditKind.ts"
import { leftAsItWas } from "./AuditLog.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import type { Actor } from "./Caller.ts"
import { allow, NodeIsReadOnly, placeLast, ResourceNotAllowed } from "./Node.ts"
import { NodeRepository } from "./NodeRepository.ts"
import { Precondition, type StaleVersion } from "./Precondition.ts"

/** The audit entry of a change. */
export interface Change {
  readonly logType: AuditKind
  /** Stored as JSON, so secrets must be masked. */
  readonly content: unknown
  /** The node of the entry; by default the caller's. */
  readonly nodeId?: bigint
  /** Whether something was changed that the content masks or leaves out; then it has an entry even if the content shows no change. */
  readonly unseen?: boolean
}

export interface ChangeOptions {
  /** Locks the whole tree as well, for rules that span events. */
  readonly wholeTree?: boolean
  /** For data that bookings don't depend on and that unique keys protect: nothing is locked and the version stays. */
  readonly withoutVersion?: boolean
}

/**
 * Whether a transaction that makes several changes holds the locks of all that they change, and has raised the versions. Without
 * it, an event that is made would keep all others below the same node locked until its last change.
 */
export const LockedTogether = Context.Reference<boolean>("core/reference/LockedTogether", { defaultValue: () => false })

/**
 * Whether a change that fails has the transaction around it undone as well. Then it needs no savepoint, which costs two statements.
 */
export const UndoneTogether = Context.Reference<boolean>("core/reference/UndoneTogether", { defaultValue: () => false })

/**
 * Makes configuration changes one after the other. A change inside an event locks the event's row. A change above
 * events locks the root and every event below. A change that has an audit entry raises the version that bookings compare; one that leaves
 * everything as it was does not, as terminals would read their configuration again for nothing. Data that `effect`
 * reads can't change until the commit, so a rule such as a unique name needs no index. The change is refused if, since
 * the caller was admitted, its node was archived, deleted, or forbidden objects of the type. It is also refused if its
 * `Precondition` fails.
 */
export class Changes extends Context.Service<Changes>()("core/Changes", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const audit = yield* AuditLogRepository
    const nodes = yield* NodeRepository

    // This lock does not wait for the key-share locks of inserted rows that refer to the root.
    const lockTree = sql`select from node where id = 0 for no key update`

    /** Locks what the change concerns; returns the events whose versions it raises. */
    const lock = Effect.fnUntraced(function*(caller: Actor, options: ChangeOptions) {
      if (yield* LockedTogether) return []
      const { eventId, node } = caller
      if (eventId === null || options.wholeTree === true) yield* lockTree
      const concerned = eventId === null
        ? sql`event_id in (select id from node where event_id = id and parent_ids @> array[${node.id}::bigint])`
        : sql`event_id = ${eventId}`
      const locked = yield* sql<{ event_id: bigint }>`
        select event_id from event where ${concerned} order by event_id for no key update`
      return locked.map(({ event_id }) => event_id)
    })

    const raiseVersions = (eventIds: ReadonlyArray<bigint>) =>
      eventIds.length === 0
        ? Effect.void
        : sql`update event set version = version + 1 where event_id = any(${eventIds}::bigint[])`

    /** Changes that raise no version run beside each other; those with a precondition wait for one another. */
    const lockWithoutVersion = ({ eventId }: Actor) =>
      eventId === null ? lockTree : sql`select from event where event_id = ${eventId} for no key update`

    const stillAllowed = Effect.fnUntraced(
      function*({ requirement, node: { id } }: Actor): Effect.fn.Return<void, NodeChanged | Infrastructure> {
        // Under locks of all, no one else can have taken away what the caller was admitted for.
        if (requirement === undefined || (yield* LockedTogether)) return
        const node = placeLast(yield* nodes.chain(id))
        if (node === null) return yield* new NotFound({ element_type: "node", element_id: id })
        if (requirement.write && node.read_only) return yield* new NodeIsReadOnly({ node_id: id })
        if (requirement.objectType !== null) yield* Effect.fromResult(allow(node, requirement.objectType))
      }
    )

    const undoneAlone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(UndoneTogether, (together) => together ? effect : sql.withTransaction(effect))

    /**
     * Runs a change in one transaction: lock, change, version, audit entry. A failure of `effect` undoes everything. What changed nothing
     * has no entry and leaves the version: `describe` returns null, or a content whose earlier state is the later one.
     */
    const run = <A, E, R>(
      caller: Actor,
      describe: (result: A) => Change | null,
      effect: Effect.Effect<A, E, R>,
      options: ChangeOptions = {}
    ): Effect.Effect<A, Exclude<E, Defect> | Refused, R> =>
      Effect.gen(function*() {
        const precondition = yield* Precondition
        const concerned = options.withoutVersion === true ? [] : yield* lock(caller, options)
        if (options.withoutVersion === true && precondition !== null) yield* lockWithoutVersion(caller)
        yield* stillAllowed(caller)
        if (precondition !== null) yield* precondition
        const result = yield* Effect.provideService(effect, Precondition, null)
        const change = describe(result)
        if (change === null || (change.unseen !== true && leftAsItWas(change.content))) return result
        yield* raiseVersions(concerned)
        const { content, logType, nodeId } = change
        yield* audit.insert({
          nodeId: nodeId ?? caller.node.id,
          logType,
          userId: caller.userId,
          terminalId: caller.terminalId,
          content: caller.by === undefined || !Predicate.isObject(content) ? content : { ...content, by: caller.by }
        })
        return result
      }).pipe(undoneAlone, dieOnInfrastructure, dieOnMissingRow) as Effect.Effect<
        A,
        Exclude<E, Defect> | Refused,
        R
      >

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AuditLogRepository.layer, NodeRepository.layer])
  )
}

type NodeChanged = NodeIsReadOnly | NotFound | ResourceNotAllowed

/** Why a change may be refused whatever it changes. */
type Refused = NodeChanged | AccessDenied | StaleVersion

type Defect = Infrastructure | Cause.NoSuchElementError

// The rows of a change are locked, so one that is missing without a refusal is no mistake of the caller.
const dieOnMissingRow = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(effect, Cause.isNoSuchElementError, Effect.die)
