import { Effect, Layer, Redacted, Struct } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Events } from "../event/Events.ts"
import { secretFields } from "../event/EventSecrets.ts"
import { UpdateEvent } from "../event/EventSettings.ts"
import { Nodes } from "../event/Nodes.ts"
import { EventFiscalSettings } from "../fiscal/EventFiscalSettings.ts"
import { UpdateFiscalSettings } from "../fiscal/FiscalSettings.ts"
import { FiscalSettingsRepository } from "../fiscal/FiscalSettingsRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { NewNode, type StoredNode } from "../organisation/Node.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { mayManage } from "../organisation/Place.ts"
import { SecondFactors } from "../organisation/SecondFactors.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { UpdateNodeFee } from "../report/NodeFee.ts"
import { NodeFeeRepository } from "../report/NodeFeeRepository.ts"
import { NodeFees } from "../report/NodeFees.ts"
import { NodeArchives } from "../till/NodeArchives.ts"
import { NewUserTagSecret } from "../wristband/UserTagSecret.ts"
import { UserTagSecretRepository } from "../wristband/UserTagSecretRepository.ts"
import { UserTagSecrets } from "../wristband/UserTagSecrets.ts"
import { designKind, designKindServices } from "./DesignKind.ts"
import { EventFileRepository } from "./EventFileRepository.ts"
import { eventFileRules } from "./EventFileRules.ts"
import { type Kind, request, type Work } from "./Kind.ts"
import { sectionNamed } from "./Sections.ts"

/** The names of a node below the event, from the event down; empty for the event. */
export const pathsOf = (nodes: ReadonlyArray<StoredNode>, eventId: bigint): ReadonlyMap<bigint, string> => {
  const paths = new Map<bigint, string>([[eventId, ""]])
  for (const { id, name, parent } of nodes) {
    const above = paths.get(parent)
    if (id !== eventId && above !== undefined) paths.set(id, above === "" ? name : `${above}/${name}`)
  }
  return paths
}

/** The services that the kinds of the event and its nodes need. */
export const eventKindServices = Layer.mergeAll(
  Access.layer,
  EventFileRepository.layer,
  EventFiscalSettings.layer,
  EventRepository.layer,
  Events.layer,
  FiscalSettingsRepository.layer,
  NodeArchives.layer,
  NodeFeeRepository.layer,
  NodeFees.layer,
  NodeRepository.layer,
  Nodes.layer,
  SecondFactors.layer,
  UserTagSecretRepository.layer,
  UserTagSecrets.layer,
  designKindServices
)

/** Changes of nodes that the event's node shares with those below it. */
const nodeChanges = Effect.gen(function*() {
  const access = yield* Access
  const fees = yield* NodeFees
  const nodes = yield* Nodes
  const factors = yield* SecondFactors

  /** The caller at another node of the event. */
  const at = Effect.fnUntraced(function*({ by, userId }: AtEvent, nodeId: bigint) {
    const there = yield* access.atEvent({ userId }, nodeId, { privileges: mayManage, write: true })
    return { ...there, ...(by === undefined ? {} : { by }) }
  })

  /** Sets what is no setting of the node itself. */
  const setMore = Effect.fnUntraced(function*(caller: AtEvent, { step: { after, before } }: Work) {
    const [fee, required] = ["fee", "second_factor_required"].map((field) => after?.[field] ?? null)
    if (fee !== (before?.["fee"] ?? null)) yield* fees.set(caller, yield* request(UpdateNodeFee, { fee }))
    if (required !== (before?.["second_factor_required"] ?? false)) {
      yield* factors.setSetting(caller, required === true)
    }
  })

  const change = Effect.fnUntraced(function*(caller: AtEvent, work: Work, name: string) {
    const isOwn = work.step.fields.some((field) => field !== "fee" && field !== "second_factor_required")
    if (isOwn) yield* nodes.update(caller, yield* request(NewNode, { ...work.step.after, name }))
    yield* setMore(caller, work)
  })

  return { at, change, setMore }
})

/** What the nodes of an event have beside their rows. */
const nodeValues = Effect.gen(function*() {
  const facts = yield* EventFileRepository
  const fees = yield* NodeFeeRepository
  return Effect.fnUntraced(function*(eventId: bigint) {
    const stored = yield* fees.fees(eventId, null)
    const factors = yield* facts.withSecondFactor(eventId)
    return (id: bigint) => ({ fee: stored.get(id) ?? null, second_factor_required: factors.has(id) })
  })
})

const eventKind = Effect.gen(function*() {
  const { change } = yield* nodeChanges
  const more = yield* nodeValues
  const nodes = yield* NodeRepository
  const kind: Kind = {
    section: sectionNamed("event"),
    privileges: mayManage,
    list: Effect.fnUntraced(function*({ eventId }) {
      const chain = yield* nodes.chain(eventId)
      const organisation = chain.slice(1, -1).map(({ name }) => name).join("/")
      const values = { ...chain.at(-1)!, organisation, ...(yield* more(eventId))(eventId) }
      return [{ id: eventId, node_id: eventId, values }]
    }),
    // A new event is made together with its settings, so its place in the tree is known there.
    create: () => Effect.die(new Error("an event is made with its settings")),
    change: (work) =>
      work.step.fields.includes("organisation")
        ? Effect.fail(InvalidArgument.of(eventFileRules.event_moved))
        : change(work.caller, work, String(work.step.after?.["name"])),
    remove: () => Effect.die(new Error("a file never removes its event"))
  }
  return kind
})

/** The path of the node above, and the node's own name. */
const splitPath = (path: string) => {
  const names = path.split("/")
  return { above: names.slice(0, -1).join("/"), name: names.at(-1) ?? "" }
}

const nodeKind = Effect.gen(function*() {
  const { at, change, setMore } = yield* nodeChanges
  const archives = yield* NodeArchives
  const more = yield* nodeValues
  const nodes = yield* Nodes
  const stored = yield* NodeRepository
  const kind: Kind = {
    section: sectionNamed("nodes"),
    privileges: mayManage,
    list: Effect.fnUntraced(function*({ eventId }) {
      const found = yield* stored.subtree(eventId)
      const paths = pathsOf(found, eventId)
      const moreOf = yield* more(eventId)
      return found.filter(({ id }) => id !== eventId).map((node) => ({
        id: node.id,
        node_id: node.id,
        values: { ...node, path: paths.get(node.id), ...moreOf(node.id) }
      }))
    }),
    create: Effect.fnUntraced(function*(work) {
      const { name } = splitPath(String(work.step.after?.["path"]))
      const { id } = yield* nodes.create(work.caller, yield* request(NewNode, { ...work.step.after, name }))
      yield* setMore(yield* at(work.caller, id), work)
      return id
    }),
    change: (work) => change(work.caller, work, splitPath(String(work.step.after?.["path"])).name),
    remove: ({ caller }) => archives.remove(caller)
  }
  return kind
})

/** The secrets in a request: those that stay are marked, those that the file lacks are removed. */
const settingsSecrets = ({ secret, step: { after, before } }: Pick<Work, "secret" | "step">) =>
  Object.fromEntries(
    Struct.keys(secretFields).map((field) => {
      const anew = secret(field)
      const isKept = after?.[field] !== null && (before?.[field] ?? null) !== null
      return [field, anew !== undefined ? Redacted.value(anew) : isKept ? secretMarker : null]
    })
  )

/** The body of a request for an event's settings. */
export const settingsBody = (work: Pick<Work, "body" | "secret" | "step">) =>
  request(UpdateEvent, { ...work.body, ...emptyWhenAbsent(settingsSecrets(work)) })

/** Some secrets of requests are empty text where there is none, and others null. */
const emptyWhenAbsent = ({ email_smtp_password, pretix_api_key, ...others }: { [field: string]: string | null }) => ({
  email_smtp_password,
  pretix_api_key,
  ...Object.fromEntries(Object.entries(others).map(([field, secret]) => [field, secret ?? ""]))
})

const never = () => Effect.die(new Error("an event always has its settings"))

const settingsKinds = Effect.gen(function*() {
  const events = yield* Events
  const fiscal = yield* EventFiscalSettings
  const keys = yield* UserTagSecrets
  const storedEvents = yield* EventRepository
  const storedFiscal = yield* FiscalSettingsRepository
  const storedKeys = yield* UserTagSecretRepository
  const kinds: ReadonlyArray<Kind> = [{
    section: sectionNamed("settings"),
    privileges: mayManage,
    list: ({ eventId }) =>
      Effect.map(storedEvents.list([eventId]), (found) =>
        found.map(({ secrets, settings }) => ({
          id: eventId,
          node_id: eventId,
          values: { customer_portal_feedback_url: null, ...settings },
          secrets: Object.fromEntries(
            Struct.keys(secretFields).filter((name) => secrets[name] !== undefined)
              .map((name) => [name, [name]])
          )
        }))),
    create: never,
    change: (work) => Effect.flatMap(settingsBody(work), (input) => events.update(work.caller, input)),
    remove: never
  }, {
    section: sectionNamed("fiscal_settings"),
    privileges: mayManage,
    list: ({ eventId }) =>
      Effect.map(storedFiscal.get(eventId), (values) => [{ id: eventId, node_id: eventId, values }]),
    create: never,
    change: ({ body, caller }) =>
      Effect.flatMap(request(UpdateFiscalSettings, body), (input) => fiscal.update(caller, input)),
    remove: never
  }, {
    section: sectionNamed("user_tag_secret"),
    objectType: "user_tag",
    privileges: mayManage,
    list: ({ eventId }) =>
      Effect.map(storedKeys.list(eventId), (found) =>
        found.map((row) => ({
          id: row.id,
          node_id: row.node_id,
          values: row,
          secrets: { key0: ["USER_TAG_KEY0"], key1: ["USER_TAG_KEY1"] }
        }))),
    create: Effect.fnUntraced(function*({ body, caller, secret }) {
      const [key0, key1] = [secret("key0"), secret("key1")].map((key) => key === undefined ? "" : Redacted.value(key))
      return (yield* keys.create(caller, yield* request(NewUserTagSecret, { ...body, key0, key1 }))).id
    }),
    change: () => Effect.fail(InvalidArgument.of(eventFileRules.keys_fixed)),
    remove: never
  }]
  return kinds
})

/** The event itself, its nodes and its settings. */
export const eventKinds = Effect.map(
  Effect.all([eventKind, nodeKind, settingsKinds, designKind]),
  ([event, nodes, settings, design]) => [event, nodes, ...settings, design]
)
