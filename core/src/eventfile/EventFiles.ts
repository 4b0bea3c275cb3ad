import { Context, Data, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { InvalidArgument } from "../base/Refusal.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { ReadInTransaction } from "../event/EventConfigurations.ts"
import type { UpdateEvent } from "../event/EventSettings.ts"
import { VersionRefused } from "../event/VersionPlan.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { LockedTogether, UndoneTogether } from "../organisation/Changes.ts"
import { rootId } from "../organisation/Node.ts"
import { namePaths, nodeNamed } from "../organisation/NodeName.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { mayManage } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { inSnapshot } from "../sql/Snapshot.ts"
import type { Contents } from "./EventFile.ts"
import { EventFileRepository } from "./EventFileRepository.ts"
import { eventFileRules } from "./EventFileRules.ts"
import { type Author, EventFileSteps, type Site, type Variables } from "./EventFileSteps.ts"
import { keptSecrets, neededSecrets, plan, type PlanOptions, type Step } from "./EventPlan.ts"
import { describedBy, EventSnapshots, fileOf } from "./EventSnapshots.ts"
import type { Refusal } from "./Kind.ts"
import { variableOf } from "./SecretReference.ts"

/** The event of a file whatever names the file has: one that exists, or a new one below a node. */
export type Target = { readonly eventId: bigint } | { readonly below: bigint }

/** What is to become of an event. */
export interface EventFileRequest {
  readonly author: Author
  readonly contents: Contents
  /** The event that becomes as the file describes it; by default the one with the names in the file. */
  readonly target?: Target | undefined
  readonly variables: Variables
  readonly options?: PlanOptions
  /**
   * Refuses settings that lead to a ticket shop which does not answer as it should: `PresaleSettings.check`. Called outside of
   * any transaction; the caller is null for a new event.
   */
  readonly checkShop: (caller: AtEvent | null, settings: UpdateEvent) => Effect.Effect<void, Refusal>
}

/** The steps that make an event as its file describes it. */
export interface EventFilePlan {
  /** Null for an event that does not exist yet. */
  readonly eventId: bigint | null
  readonly steps: ReadonlyArray<Step>
  /** Tells plans with different steps apart. */
  readonly fingerprint: string
  /** How many secrets stay, as they can't be compared. */
  readonly keptSecrets: number
  /** Environment variables that the steps need and that are not set. */
  readonly missingVariables: ReadonlyArray<string>
}

/** A step that a service refuses. */
export interface RefusedStep {
  readonly step: Step
  readonly refusal: Refusal
  /** The part of the object that is refused, by its path in it; absent for the whole object. */
  readonly part?: ReadonlyArray<string | number>
}

const refusedStep = (step: Step, refusal: Refusal): RefusedStep =>
  refusal instanceof VersionRefused
    ? { step, refusal: refusal.refusal as Refusal, part: ["versions", refusal.index] }
    : { step, refusal }

/** Where a file's event is, or will be. */
interface Place {
  /** The node above the event. */
  readonly parentId: bigint
  /** Null for an event that does not exist yet. */
  readonly eventId: bigint | null
  readonly contents: Contents
}

/** Ends a transaction that is undone. */
class Undone extends Data.TaggedError("Undone")<{ readonly refused: ReadonlyArray<RefusedStep> }> {}

/** Events as files: written from what is stored, and made by the services of the office. */
export class EventFiles extends Context.Service<EventFiles>()("core/EventFiles", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const facts = yield* EventFileRepository
    const nodes = yield* NodeRepository
    const snapshots = yield* EventSnapshots
    const sql = yield* SqlClient.SqlClient
    const { settingsIn, worker } = yield* EventFileSteps

    const everyNode = Effect.orDie(nodes.subtree(rootId))

    /** The node that a person names, of those that qualify; undefined if the name fits none or several. */
    const named = Effect.fnUntraced(function*(name: string, isEvent: boolean) {
      const all = yield* everyNode
      const naming = nodeNamed(name, all, ({ event_id, id }) => isEvent ? event_id === id : event_id === null)
      return naming.kind === "one" ? naming.node.id : undefined
    })

    /** The id of a node above events, which is named as `find` names events. */
    const findOrganisation = Effect.fn("EventFiles.findOrganisation")(function*(path: string) {
      return (yield* named(path, false)) ?? (yield* InvalidArgument.of(eventFileRules.organisation_unknown, { path }))
    })

    /** The event with an id, or with a name and as many of those of the nodes above it as tell it from others. */
    const find = Effect.fn("EventFiles.find")(function*(event: string) {
      return (yield* named(event, true)) ?? (yield* InvalidArgument.of(eventFileRules.event_unknown, { event }))
    })

    /** A new event below a node; the file may be that of an event of another organisation. */
    const placeBelow = Effect.fnUntraced(function*(contents: Contents, below: bigint) {
      const [event] = contents["event"] ?? []
      const name = String(event?.["name"])
      if ((yield* Effect.orDie(facts.child(below, name))) !== undefined) {
        return yield* InvalidArgument.of(eventFileRules.name_taken, { name })
      }
      const chain = yield* Effect.orDie(nodes.chain(below))
      const organisation = chain.slice(1).map((node) => node.name).join("/")
      return { parentId: below, eventId: null, contents: { ...contents, event: [{ ...event, organisation }] } }
    })

    /** The place of a file's event: the node above it, its id if it exists, and the contents for that place. */
    const placeOf = Effect.fnUntraced(
      function*(
        { contents, target }: Pick<EventFileRequest, "contents" | "target">
      ): Effect.fn.Return<Place, InvalidArgument> {
        if (target !== undefined && "below" in target) return yield* placeBelow(contents, target.below)
        const { name, organisation } = contents["event"]?.[0] ?? {}
        const path = String(organisation ?? "")
        const all = yield* everyNode
        const paths = namePaths(all)
        const above = all.find(({ id }) => paths.get(id) === path)
        if (target !== undefined) return { parentId: above?.id ?? rootId, eventId: target.eventId, contents }
        if (above === undefined) return yield* InvalidArgument.of(eventFileRules.organisation_unknown, { path })
        const found = yield* Effect.orDie(facts.child(above.id, String(name)))
        return { parentId: above.id, eventId: found?.isEvent === true ? found.id : null, contents }
      }
    )

    /** The event of the caller, who must administer it, as a file. */
    const write = Effect.fn("EventFiles.write")(function*({ eventId, ...caller }: AtEvent) {
      yield* access.requireAt({ ...caller, eventId }, eventId, mayManage)
      return fileOf(yield* dieOnInfrastructure(inSnapshot(sql, snapshots.read(eventId))))
    })

    /** Reads the event and compares it with the file. */
    const compare = Effect.fnUntraced(function*(request: EventFileRequest, { contents, eventId }: Place) {
      const snapshot = eventId === null ? null : yield* snapshots.read(eventId)
      const current = snapshot === null ? null : describedBy(snapshot, contents)
      const steps = plan(current, contents, request.options)
      const missingVariables = neededSecrets(steps).map(variableOf).filter((name) => !request.variables[name])
      const kept = keptSecrets(current, contents, steps)
      const fingerprint = fingerprintOf(eventId, steps)
      const made: EventFilePlan = { eventId, steps, fingerprint, keptSecrets: kept, missingVariables }
      return { snapshot, made }
    })

    const mayLook = ({ userId }: Author, nodeId: bigint) => access.at({ userId }, nodeId, { privileges: mayManage })

    /** The steps that make the event as the file describes it; changes nothing. */
    const planned = Effect.fn("EventFiles.plan")(function*(request: EventFileRequest) {
      const place = yield* placeOf(request)
      yield* mayLook(request.author, place.eventId ?? place.parentId)
      return (yield* dieOnInfrastructure(inSnapshot(sql, compare(request, place)))).made
    })

    /** Does the steps that were planned, in the transaction, under the locks of the event and the tree. */
    const inTransaction = <A, E>(
      request: EventFileRequest,
      expected: EventFilePlan,
      work: (worker: ReturnType<EventFileSteps["Service"]["worker"]>) => Effect.Effect<A, E>
    ) =>
      Effect.gen(function*() {
        const place = yield* placeOf(request)
        yield* mayLook(request.author, place.eventId ?? place.parentId)
        yield* facts.lock(place.eventId)
        // Progress is that of the steps.
        const { made, snapshot } = yield* Effect.provideService(compare(request, place), WorkDone, () => Effect.void)
        if (made.fingerprint !== expected.fingerprint) {
          return yield* InvalidArgument.of(eventFileRules.changed_meanwhile)
        }
        const variables = made.missingVariables
        if (variables.length > 0) {
          return yield* InvalidArgument.of(eventFileRules.variables_missing, { variables })
        }
        const site: Site = { author: request.author, variables: request.variables, parentId: place.parentId }
        return yield* work(worker(site, snapshot, made.steps))
      }).pipe(
        sql.withTransaction,
        Effect.provideService(ReadInTransaction, new Map()),
        Effect.provideService(LockedTogether, true),
        dieOnInfrastructure
      )

    /** Checks the ticket shop to which the settings lead; returns the step whose settings are refused. */
    const checkShop = Effect.fnUntraced(
      function*({ author, checkShop: check, variables }: EventFileRequest, { eventId, steps }: EventFilePlan) {
        const step = steps.find(({ section }) => section.name === "settings")
        if (step === undefined) return []
        const inEvent = { privileges: mayManage, write: true }
        const caller = eventId === null ? null : yield* access.atEvent({ userId: author.userId }, eventId, inEvent)
        return yield* Effect.flatMap(settingsIn([step], variables), (settings) => check(caller, settings!)).pipe(
          Effect.match({
            onSuccess: (): ReadonlyArray<RefusedStep> => [],
            onFailure: (refusal): ReadonlyArray<RefusedStep> => [{ step, refusal }]
          })
        )
      }
    )

    /**
     * Does the steps in one transaction, and undoes all of them if services refuse any. `each` goes on after a refusal to find the
     * others, and every change has a savepoint for it; else the first refusal ends it.
     */
    const attempt = (
      request: EventFileRequest,
      expected: EventFilePlan,
      { each, shop, undo }: {
        readonly each: boolean
        readonly undo: boolean
        readonly shop: ReadonlyArray<RefusedStep>
      }
    ) =>
      inTransaction(request, expected, ({ eventId, perform }) =>
        Effect.gen(function*() {
          const refused: Array<RefusedStep> = [...shop]
          const workDone = yield* WorkDone
          for (const [at, step] of expected.steps.entries()) {
            yield* workDone(at, expected.steps.length)
            const outcome = yield* Effect.result(dieOnInfrastructure(perform(step)))
            if (Result.isSuccess(outcome)) continue
            refused.push(refusedStep(step, outcome.failure))
            // Nothing else can be tried without the event.
            if (!each || (step.section.name === "event" && step.action === "create")) break
          }
          if (undo || refused.length > 0) return yield* new Undone({ refused })
          return { eventId: eventId(), refused }
        }).pipe(Effect.provideService(UndoneTogether, !each))).pipe(
          Effect.catchTag("Undone", ({ refused }) => Effect.succeed({ eventId: expected.eventId, refused }))
        )

    /**
     * Does the steps, and undoes all of them if services refuse any, which it returns. With `undo` they are undone in any case, so
     * that nothing changes. The id of the event is that of a new one if it was made.
     */
    const apply = Effect.fn("EventFiles.apply")(
      function*(request: EventFileRequest, expected: EventFilePlan, { undo = false } = {}) {
        const shop = yield* checkShop(request, expected)
        const outcome = yield* attempt(request, expected, { each: false, shop, undo })
        return outcome.refused.length === shop.length
          ? outcome
          : yield* attempt(request, expected, { each: true, shop, undo })
      }
    )

    /** The node at whose place the caller's rights count: the event, or the node below which it is made. */
    const nodeOf = (request: Pick<EventFileRequest, "contents" | "target">) =>
      Effect.map(placeOf(request), ({ eventId, parentId }) => eventId ?? parentId)

    return { apply, find, findOrganisation, nodeOf, plan: planned, write }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventFileSteps.layer, EventSnapshots.layer]),
    Layer.provide([EventFileRepository.layer, NodeRepository.layer])
  )
}

const fingerprintOf = (eventId: bigint | null, steps: ReadonlyArray<Step>): string => {
  const essence = steps.map(({ action, after, before, key, section }) => [action, section.name, key, before, after])
  return createHash("sha256").update(JSON.stringify([String(eventId), essence])).digest("hex")
}
