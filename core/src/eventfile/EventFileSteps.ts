import { Context, Effect, Layer, Redacted } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { Events } from "../event/Events.ts"
import { NewEvent } from "../event/EventSettings.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { NewNode } from "../organisation/Node.ts"
import { mayManage } from "../organisation/Place.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { namesIn } from "./EventFile.ts"
import { eventFileRules } from "./EventFileRules.ts"
import { settingsBody } from "./EventKinds.ts"
import { isSame, type Step } from "./EventPlan.ts"
import { EventSnapshots, idOf, note, registerAccount, type Snapshot } from "./EventSnapshots.ts"
import { type Refusal, request, type Stored, type Work } from "./Kind.ts"
import { variableOf } from "./SecretReference.ts"
import { type Entry, nodeOf, partsOf } from "./Section.ts"

/** The user in whose name an event is made as its file describes it. */
export interface Author {
  readonly userId: bigint
  /** The system account that runs the command, as user@host; absent for API calls. */
  readonly by?: string
}

/** The values of environment variables. */
export type Variables = { readonly [name: string]: string | undefined }

/** Where steps are done. */
export interface Site {
  readonly author: Author
  readonly variables: Variables
  /** The node below which a new event is made. */
  readonly parentId: bigint
}

const secretsOf = ({ after, fields, section }: Step, variables: Variables): Work["secret"] => (field) => {
  const reference = after?.[field] ?? null
  if (!section.secrets.includes(field) || !fields.includes(field) || reference === null) return undefined
  return Redacted.make(variables[variableOf(String(reference))] ?? "")
}

/** The node at which a step is done: that of its object, or the one above a new node. */
const nodeFor = (snapshot: Snapshot, { action, after, before, section }: Step) => {
  const entry = (after ?? before)!
  const path = section.name === "nodes" ? String(entry["path"]) : nodeOf(entry)
  const isNew = section.name === "nodes" && action === "create"
  return snapshot.nodes.get(isNew ? path.split("/").slice(0, -1).join("/") : path)
}

/** The steps of a file, done by the services of the office in the name of a user. */
export class EventFileSteps extends Context.Service<EventFileSteps>()("core/EventFileSteps", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const events = yield* Events
    const { kinds, read } = yield* EventSnapshots
    const registers = yield* CashRegisterRepository

    /** The entry of a step as the body of a request. */
    const bodyOf = Effect.fnUntraced(function*(snapshot: Snapshot | null, { after, before, section }: Step) {
      const entry = (after ?? before)!
      const at = nodeOf(entry)
      const idNamed = (to: string, name: string, field: string) => {
        const id = snapshot === null ? undefined : idOf(snapshot, to, name, at)
        return id === undefined
          ? InvalidArgument.of(eventFileRules.reference_unknown, { name, field })
          : Effect.succeed(String(id))
      }
      const withIds = Effect.fnUntraced(function*(named: Entry, references: Step["section"]["references"]) {
        const body: { [field: string]: Entry[string] } = {}
        for (const [field, value] of Object.entries(named)) {
          const reference = references[field]
          if (field === "at" || section.secrets.includes(field)) continue
          if (reference === undefined) {
            body[field] = value
            continue
          }
          const ids = yield* Effect.forEach(namesIn(value), (name) => idNamed(reference.to, name, field))
          body[reference.id] = reference.shape === "list" || reference.shape === "set" ? ids : ids[0] ?? null
        }
        return body
      })
      const body = yield* withIds(entry, section.references)
      const { parts } = section
      if (parts === null) return body
      const withParts = yield* Effect.forEach(partsOf(section, entry), (part) => withIds(part, parts.references))
      return { ...body, [parts.list]: withParts }
    })

    /** Returns the callers at nodes, each looked up once. */
    const callers = ({ by, userId }: Author) => {
      const known = new Map<string, AtEvent>()
      return Effect.fnUntraced(function*(snapshot: Snapshot, step: Step) {
        const nodeId = nodeFor(snapshot, step)
        if (nodeId === undefined) {
          const name = nodeOf((step.after ?? step.before)!)
          return yield* InvalidArgument.of(eventFileRules.reference_unknown, { name, field: "at" })
        }
        const { objectType, privileges } = kinds.get(step.section.name)!
        const key = `${step.section.name} ${nodeId}`
        const type = objectType === undefined ? {} : { objectType }
        const caller = known.get(key) ??
          (yield* access.atEvent({ userId }, nodeId, { privileges, write: true, ...type }))
        known.set(key, caller)
        return by === undefined ? caller : { ...caller, by }
      })
    }

    /** The settings that a file gives, as a request; undefined if no step writes them. */
    const settingsIn = Effect.fnUntraced(function*(steps: ReadonlyArray<Step>, variables: Variables) {
      const step = steps.find(({ section }) => section.name === "settings")
      if (step === undefined) return undefined
      return yield* settingsBody({ step, body: yield* bodyOf(null, step), secret: secretsOf(step, variables) })
    })

    /** Makes a new event with its settings, which are another of the steps. */
    const makeEvent = Effect.fnUntraced(
      function*({ author, parentId, variables }: Site, node: Step, steps: ReadonlyArray<Step>) {
        const input = yield* settingsIn(steps, variables)
        if (input === undefined) return yield* InvalidArgument.of(eventFileRules.settings_missing)
        const above = yield* access.at({ userId: author.userId }, parentId, { privileges: mayManage, write: true })
        const caller = author.by === undefined ? above : { ...above, by: author.by }
        return (yield* events.create(caller, new NewEvent({ ...input, ...yield* request(NewNode, node.after!) }))).id
      }
    )

    /** Others may name a new object from now on. */
    const noteNew = Effect.fnUntraced(function*(snapshot: Snapshot, { after, section }: Step, id: bigint) {
      const name = String(after?.[section.identity.at(-1) ?? ""])
      const at = nodeOf(after!)
      note(snapshot, section.name, { at, name, id })
      if (section.name === "nodes") snapshot.nodes.set(name, id)
      if (section.name !== "cash_registers") return
      const register = yield* Effect.orDie(registers.inEvent(snapshot.eventId, id))
      if (register !== undefined) {
        note(snapshot, "accounts", { at, name: registerAccount + name, id: register.account_id })
      }
    })

    /**
     * Does one step after the other. The first step of an event that does not exist yet (`first` is null) makes it; `eventId` tells its
     * id from then on.
     */
    const worker = (site: Site, first: Snapshot | null, steps: ReadonlyArray<Step>) => {
      let snapshot = first
      const made = new Map<string, Stored>()
      const callerOf = callers(site.author)

      const begin = Effect.fnUntraced(function*(step: Step) {
        const id = yield* makeEvent(site, step, steps)
        snapshot = yield* Effect.orDie(read(id))
        // What an event can't have from the start is changed at once.
        const before = snapshot.present.get("event")!.values().next().value!.entry
        const fields = Object.keys(before).filter((field) => !isSame(before[field], step.after?.[field]))
        if (fields.length > 0) yield* onStored(snapshot, { ...step, action: "change", before, fields })
      })

      const onStored = Effect.fnUntraced(function*(within: Snapshot, step: Step): Effect.fn.Return<unknown, Refusal> {
        const { action, key, section } = step
        const kind = kinds.get(section.name)!
        const work = {
          step,
          caller: yield* callerOf(within, step),
          body: yield* bodyOf(within, step),
          secret: secretsOf(step, site.variables)
        }
        if (action === "create") {
          const id = yield* kind.create(work)
          yield* noteNew(within, step, id)
          return made.set(`${section.name} ${key}`, { id, node_id: work.caller.node.id, values: {} })
        }
        const stored = made.get(`${section.name} ${key}`) ?? within.present.get(section.name)?.get(key)?.stored
        if (stored === undefined) return yield* Effect.die(new Error(`${section.name} has no ${key}`))
        return yield* kind[action]({ ...work, stored })
      })

      const perform = (step: Step): Effect.Effect<unknown, Refusal> =>
        step.section.name === "event" && step.action === "create"
          ? begin(step)
          : snapshot === null || (step.section.name === "settings" && step.action === "create")
          ? Effect.void
          : onStored(snapshot, step)
      return { perform, eventId: () => snapshot?.eventId ?? null }
    }

    return { settingsIn, worker }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, CashRegisterRepository.layer, EventSnapshots.layer, Events.layer])
  )
}
