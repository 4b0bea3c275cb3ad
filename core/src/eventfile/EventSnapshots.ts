import { Context, Effect, Layer, Schema } from "effect"
import { WorkDone } from "../base/WorkDone.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { catalogueKinds, catalogueKindServices } from "./CatalogueKinds.ts"
import { type Contents, sees } from "./EventFile.ts"
import { EventFileRepository } from "./EventFileRepository.ts"
import { eventKinds, eventKindServices, pathsOf } from "./EventKinds.ts"
import type { Kind, Stored } from "./Kind.ts"
import { peopleKinds, peopleKindServices } from "./PeopleKinds.ts"
import { referenceTo } from "./SecretReference.ts"
import { canonical, type Entry, keyed, nameOf, type Reference, type Section } from "./Section.ts"
import { sections } from "./Sections.ts"
import { tillKinds, tillKindServices } from "./TillKinds.ts"

/** An object that others can name. */
interface Named {
  readonly at: string
  readonly name: string
  readonly id: bigint
}

/** An object of the event, and its entry in the file. */
interface Present {
  readonly entry: Entry
  readonly stored: Stored
}

/** An event as it is stored, by the names of the file. */
export interface Snapshot {
  readonly eventId: bigint
  /** The ids of the nodes by path. */
  readonly nodes: Map<string, bigint>
  /** The objects of each section by their key in the file. */
  readonly present: ReadonlyMap<string, ReadonlyMap<string, Present>>
  /** The objects of each section that others can name. */
  readonly named: Map<string, Array<Named>>
}

/**
 * Returns the id of the object that a name means at a node: the nearest one on the way up to the event. Nodes are named by their paths,
 * wherever they are.
 */
export const idOf = ({ named }: Pick<Snapshot, "named">, section: string, name: string, at: string) =>
  named.get(section)?.filter((one) => one.name === name && (section === "nodes" || sees(at, one.at)))
    .toSorted((a, b) => b.at.length - a.at.length)[0]?.id

/** Notes an object that others can name from now on. */
export const note = ({ named }: Pick<Snapshot, "named">, section: string, one: Named) => {
  const known = named.get(section)
  if (known === undefined) named.set(section, [one])
  else known.push(one)
}

/** The objects that a file describes; of those that every event has, only the ones that `wanted` describes too. */
export const describedBy = ({ present }: Snapshot, wanted: Contents): Contents =>
  Object.fromEntries(sections.map((section) => {
    const keys = new Set(keyed(section, wanted[section.name] ?? []).keys())
    const found = Array.from(present.get(section.name) ?? [])
    return [
      section.name,
      found.filter(([key, { stored }]) => stored.inFiles !== "if_described" || keys.has(key)).map(([, { entry }]) =>
        entry
      )
    ]
  }))

/** The objects of an event's file. */
export const fileOf = ({ present }: Snapshot): Contents =>
  Object.fromEntries(sections.map((section) => {
    const found = Array.from(present.get(section.name)?.values() ?? []).filter(({ stored }) =>
      stored.inFiles === undefined
    )
    const defaultsFor = (fields: ReadonlyArray<string>) =>
      Object.entries(section.defaults).filter(([field]) => fields.includes(field))
    return [
      section.name,
      found.map(({ entry, stored }): Entry => ({ ...entry, ...Object.fromEntries(defaultsFor(stored.derived ?? [])) }))
    ]
  }))

/** Reads events as their files describe them. */
export class EventSnapshots extends Context.Service<EventSnapshots>()("core/EventSnapshots", {
  make: Effect.gen(function*() {
    const facts = yield* EventFileRepository
    const nodes = yield* NodeRepository
    const registers = yield* CashRegisterRepository
    const all = (yield* Effect.all([catalogueKinds, eventKinds, peopleKinds, tillKinds])).flat()
    const kinds = new Map<string, Kind>(all.map((kind) => [kind.section.name, kind]))

    /** Must run in a transaction that sees one state, or under the event's lock. */
    const read = Effect.fn("EventSnapshots.read")(function*(eventId: bigint) {
      const below = yield* nodes.subtree(eventId)
      const paths = pathsOf(below, eventId)
      const chain = yield* nodes.chain(eventId)
      const everywhere = { eventId, nodeId: eventId, pathIds: [...chain, ...below.slice(1)].map(({ id }) => id) }
      const named = new Map<string, Array<Named>>()
      const present = new Map<string, ReadonlyMap<string, Present>>()
      const entries = entriesWith(named, paths)
      const accounts = [...yield* facts.systemAccounts(eventId)].map(({ id, type }) => ({ at: "", name: type, id }))
      const drawers = (yield* registers.list(everywhere)).map(({ account_id, name, node_id }) => ({
        at: paths.get(node_id) ?? "",
        name: `${registerAccount}${name}`,
        id: account_id
      }))
      named.set("accounts", [...accounts, ...drawers])
      const workDone = yield* WorkDone
      for (const [done, section] of sections.entries()) {
        yield* workDone(done, sections.length)
        const stored = yield* kinds.get(section.name)!.list(everywhere)
        const found = stored.map((one) => ({ entry: entries(section, one), stored: one }))
        named.set(
          section.name,
          found.map(({ entry, stored: { id, node_id } }) => ({
            at: paths.get(node_id) ?? "",
            name: nameOf(section, entry),
            id
          }))
        )
        const described = found.filter((one) => one.stored.inFiles !== "never")
        const keys = Array.from(keyed(section, described.map(({ entry }) => entry)).keys())
        present.set(section.name, new Map(described.map((one, at) => [keys[at]!, one])))
      }
      const snapshot: Snapshot = {
        eventId,
        nodes: new Map(Array.from(paths, ([id, path]) => [path, id])),
        named,
        present
      }
      return snapshot
    })

    return { kinds, read }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([catalogueKindServices, eventKindServices, peopleKindServices, tillKindServices]),
    Layer.provide([CashRegisterRepository.layer, EventFileRepository.layer, NodeRepository.layer])
  )
}

/** What files call the account of a cash register, before the register's name. Products may have one from before that was refused. */
export const registerAccount = "cash register "

/** Makes entries of stored objects. Each secret gets a variable of its own. */
const entriesWith = (named: ReadonlyMap<string, ReadonlyArray<Named>>, paths: ReadonlyMap<bigint, string>) => {
  const variables = new Set<string>()
  const variable = (words: ReadonlyArray<string>) => {
    let reference = referenceTo(...words)
    for (let n = 2; variables.has(reference); n++) reference = referenceTo(...words, String(n))
    variables.add(reference)
    return reference
  }
  const nameById = (to: string, id: bigint) =>
    // An account that is no one's and no register's can't be named; its number leads to it in the same event.
    named.get(to)?.find((one) => one.id === id)?.name ?? `${to} ${id}`
  const namesAt = ({ id: field, shape, to }: Reference, values: { readonly [field: string]: unknown }) => {
    const value = values[field] ?? null
    const isMany = shape === "list" || shape === "set"
    if (!isMany) return value === null ? null : nameById(to, value as bigint)
    return ((value ?? []) as ReadonlyArray<bigint>).map((id) => nameById(to, id))
  }
  const referring = (references: Section["references"], values: { readonly [field: string]: unknown }) =>
    Object.fromEntries(Object.entries(references).map(([field, reference]) => [field, namesAt(reference, values)]))
  const partsAt = ({ parts }: Section, values: { readonly [field: string]: unknown }) => {
    if (parts === null) return {}
    const list = (values[parts.list] ?? []) as ReadonlyArray<{ readonly [field: string]: unknown }>
    return { [parts.list]: list.map((part) => ({ ...part, ...referring(parts.references, part) })) }
  }
  return (section: Section, { node_id, secrets = {}, values }: Stored): Entry => {
    const given = {
      ...values,
      at: paths.get(node_id) ?? "",
      ...referring(section.references, { ...values }),
      ...partsAt(section, { ...values }),
      ...Object.fromEntries(section.secrets.map((field) => {
        const words = secrets[field]
        return [field, words === undefined ? null : variable(words)]
      }))
    }
    return canonical(section, Schema.encodeUnknownSync(section.schema)(given))
  }
}
