import { Exit, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { orElse, orNull } from "../base/OptionalField.ts"
import { say, type Text, text } from "../base/Sentence.ts"
import { atMost, Name } from "../base/Text.ts"
import { SecretReference } from "./SecretReference.ts"

/** An object of an event's file in its JSON form, with all fields. */
export type Entry = { readonly [field: string]: Schema.Json }

/** A field of the file that names other objects, in place of the ids that a request has. */
export interface Reference {
  /** The section of the objects that it names. */
  readonly to: string
  /** The field of the request. */
  readonly id: string
  /** `optional` may be null; the names of `set` have no order. */
  readonly shape: "one" | "optional" | "list" | "set"
  /** Whether a list needs a name, as the object is nothing without. */
  readonly needsOne?: boolean
}

/** A list of parts of an object. */
interface Parts {
  /** The field of the list. */
  readonly list: string
  /** The fields of a part that name other objects, in place of the ids that a request has. */
  readonly references: Section["references"]
  /**
   * For versions, each from its `valid_from` on: the fields that stay as they are in the version before, at first as in the object, where
   * one leaves them out. Other fields have null where they are left out.
   */
  readonly lasting?: ReadonlyArray<string>
  /** Fields of a part for which null means any value. */
  readonly open?: ReadonlyArray<string>
}

/** One kind of object in an event's file. */
export interface Section {
  readonly name: string
  /** The word for one object of it, in messages. */
  readonly singular: Text
  /** The schema of the JSON form of an object; decoding adds the defaults. */
  readonly schema: Schema.Codec<Entry, Entry>
  /** Whether the file has one such object instead of a list. */
  readonly single: boolean
  /** The fields that tell its objects apart. */
  readonly identity: ReadonlyArray<string>
  /** Whether two objects may have the same identity; they are told apart by their order. */
  readonly namesRepeat: boolean
  readonly references: { readonly [field: string]: Reference }
  /** The list of parts that an object has; null for most. */
  readonly parts: Parts | null
  /** Fields with references to environment variables: only whether there is one can be compared. */
  readonly secrets: ReadonlyArray<string>
  /** Whether other secrets can take the place of those that are set. */
  readonly isRenewable: boolean
  /** Lists whose order has no meaning. */
  readonly sets: ReadonlyArray<string>
  /** Fields for which null means any value. */
  readonly open: ReadonlyArray<string>
  /** Fields that are set once all objects of the section exist, as they name others of it. */
  readonly late: ReadonlyArray<string>
  /** The optional reference that two objects of the section can't share. */
  readonly exclusive: string | null
  /** The values of fields that the file may leave out. */
  readonly defaults: Entry
  /** Whether an object stays when the file lacks it, as every event has it. */
  readonly stays: (entry: Entry) => boolean
}

type Fields = { readonly [field: string]: Schema.Codec<unknown, unknown> }

/** The names of nodes from the event down, such as `Main stage/Left bar`; empty for the event itself. */
export const NodePath = Schema.String.check(atMost(4000))

const referenceTypes = {
  one: Name,
  optional: orNull(Name),
  list: orElse(Schema.Array(Name), []),
  set: orElse(Schema.Array(Name), [])
}

const referenceType = ({ needsOne = false, shape }: Reference) =>
  needsOne ? Schema.Array(Name).check(Schema.isMinLength(1, { expected: "at least one name" })) : referenceTypes[shape]

interface Description {
  readonly singular: Text
  /** The fields of the file that are those of the request, without references and secrets. */
  readonly fields: Fields
  /** Whether its objects belong to nodes; the others belong to the event as a whole. */
  readonly atNodes?: boolean
  readonly single?: boolean
  readonly identity?: ReadonlyArray<string>
  readonly namesRepeat?: boolean
  readonly references?: Section["references"]
  /** The schema of its list is among the fields. */
  readonly parts?: Parts
  readonly secrets?: ReadonlyArray<string>
  readonly isRenewable?: boolean
  readonly sets?: ReadonlyArray<string>
  readonly open?: ReadonlyArray<string>
  readonly late?: ReadonlyArray<string>
  readonly exclusive?: string
  readonly stays?: Section["stays"]
}

/** Describes a section. The fields that identify an object come first, and its node after them. */
export const section = (name: string, description: Description): Section => {
  const { atNodes = false, fields, identity = ["name"], references = {}, secrets = [], single = false } = description
  const { sets = [] } = description
  const named = Object.fromEntries(identity.filter((field) => field in fields).map((field) => [field, fields[field]!]))
  const all: Fields = {
    ...named,
    ...(atNodes ? { at: orElse(NodePath, "") } : {}),
    ...fields,
    ...Object.fromEntries(Object.entries(references).map(([field, reference]) => [field, referenceType(reference)])),
    ...Object.fromEntries(secrets.map((field) => [field, orNull(SecretReference)]))
  }
  return {
    name,
    singular: description.singular,
    schema: Schema.toCodecJson(Schema.Struct(all)) as unknown as Section["schema"],
    single,
    identity: single ? [] : atNodes ? ["at", ...identity.filter((field) => field !== "at")] : identity,
    namesRepeat: description.namesRepeat ?? false,
    references,
    parts: description.parts ?? null,
    secrets,
    isRenewable: description.isRenewable ?? true,
    sets: [...sets, ...setsIn(references)],
    open: description.open ?? [],
    late: description.late ?? [],
    exclusive: description.exclusive ?? null,
    defaults: defaultsOf(all),
    stays: description.stays ?? (() => false)
  }
}

const setsIn = (references: Section["references"]): ReadonlyArray<string> =>
  Object.keys(references).filter((field) => references[field]!.shape === "set")

const defaultsOf = (fields: Fields): Entry =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, schema]) => {
      const only = Schema.toCodecJson(Schema.Struct({ [field]: schema }))
      const decoded = Schema.decodeUnknownExit(only)({})
      return Exit.isSuccess(decoded) ? Object.entries(Schema.encodeSync(only)(decoded.value) as Entry) : []
    })
  )

/** The parts of an object. */
export const partsOf = ({ parts }: Section, entry: Entry): ReadonlyArray<Entry> =>
  parts === null ? [] : (entry[parts.list] ?? []) as ReadonlyArray<Entry>

/** Whether the parts of a section's objects are versions. */
export const hasVersions = ({ parts }: Section): boolean => parts?.lasting !== undefined

const isEqual = (one: Schema.Json | undefined, other: Schema.Json | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Changes each version of an object by what holds before it; `full` tells which of the two forms has all fields. */
const versionsBy = (
  of: Section,
  entry: Entry,
  change: (version: Entry, before: Entry) => Entry,
  full: "given" | "changed"
): Entry => {
  const { parts } = of
  const lasting = parts?.lasting
  if (lasting === undefined) return entry
  const lastingOf = (one: Entry): Entry => Object.fromEntries(lasting.map((field) => [field, one[field] ?? null]))
  let before = lastingOf(entry)
  const versions = partsOf(of, entry).map((version) => {
    const changed = change(version, before)
    before = lastingOf(full === "given" ? version : changed)
    return changed
  })
  return { ...entry, [parts!.list]: versions }
}

/** An object whose versions have all fields. */
export const filled = (of: Section, entry: Entry): Entry =>
  versionsBy(of, entry, (version, before) => {
    const own = Object.entries(version).filter(([field]) => !(field in before))
    const lasting = Object.entries(before).map(([field, value]) => [field, field in version ? version[field]! : value])
    return Object.fromEntries([...own, ...lasting])
  }, "changed")

/** An object whose versions have only what differs from what holds before them. */
const shortened = (of: Section, entry: Entry): Entry =>
  versionsBy(of, entry, (version, before) =>
    Object.fromEntries(
      Object.entries(version).filter(([field, value]) =>
        field in before ? !isEqual(value, before[field]) : value !== null
      )
    ), "given")

/** An object without the fields that have their default, as it is written. */
export const written = (of: Section, entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(shortened(of, entry)).filter(([field, value]) =>
      !(field in of.defaults) || !isEqual(value, of.defaults[field])
    )
  )

/** The versions of an object that change anything. */
export const withoutRepeats = (of: Section, entry: Entry): ReadonlyArray<Entry> => {
  const short = partsOf(of, shortened(of, entry))
  return partsOf(of, entry).filter((_, at) => Object.keys(short[at]!).some((field) => field !== "valid_from"))
}

const inOrder = (value: Schema.Json): Schema.Json =>
  Array.isArray(value) ? [...new Set(value.map(String))].toSorted() : value

const sorted = (entry: Entry, sets: ReadonlyArray<string>): Entry => ({
  ...entry,
  ...Object.fromEntries(sets.map((field) => [field, inOrder(entry[field] ?? null)]))
})

/** The form in which objects are compared: lists without an order are sorted. */
export const canonical = (of: Section, entry: Entry): Entry => {
  const { parts, sets } = of
  const setsOf = setsIn(parts?.references ?? {})
  return sorted(
    setsOf.length === 0
      ? entry
      : { ...entry, [parts!.list]: partsOf(of, entry).map((part) => sorted(part, setsOf)) },
    sets
  )
}

/** The node of an object: its own path for a node, empty for what belongs to the event. */
export const nodeOf = (entry: Entry): string => typeof entry["at"] === "string" ? entry["at"] : ""

/** The name of an object beside its node; empty for one that needs none. */
export const nameOf = ({ identity, single }: Section, entry: Entry): string =>
  single ? "" : identity.filter((field) => field !== "at").map((field) => String(entry[field])).join(" ")

const belowEvent = text({ en: "{object} at {node}", de: "{object} an {node}" })

/** How messages call the object of a section with a name and a node, such as `product Beer at Main stage`. */
export const objectLabel = ({ singular }: Section, name: string, node: string, language: Language = "en"): string => {
  const object = `${singular[language]} ${name}`.trimEnd()
  return node === "" ? object : say(belowEvent, { object, node })(language)
}

/** As `objectLabel`, for an entry of the file. */
export const labelOf = (of: Section, entry: Entry, language?: Language): string =>
  objectLabel(of, nameOf(of, entry), nodeOf(entry), language)

/** Objects by a key that tells them apart, in their order. */
export const keyed = <E extends Entry>({ identity }: Section, entries: ReadonlyArray<E>): ReadonlyMap<string, E> => {
  const found = new Map<string, E>()
  for (const entry of entries) {
    const key = JSON.stringify(identity.map((field) => entry[field]))
    let name = key
    for (let n = 2; found.has(name); n++) name = `${key} ${n}`
    found.set(name, entry)
  }
  return found
}
