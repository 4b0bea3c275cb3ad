import { Equal } from "effect"
import { blank, type Contents } from "./EventFile.ts"
import { canonical, type Entry, keyed, partsOf, type Section } from "./Section.ts"
import { sections } from "./Sections.ts"

/** One change that makes an event as its file describes it. */
export interface Step {
  readonly action: "create" | "change" | "remove"
  readonly section: Section
  /** Tells the object apart from the others of its section. */
  readonly key: string
  /** Null for a new object. */
  readonly before: Entry | null
  /** Null for one that is removed. */
  readonly after: Entry | null
  /** The fields that change. */
  readonly fields: ReadonlyArray<string>
  /** The place of the object in its section of the file; null if the file lacks it. */
  readonly index: number | null
  /** Whether another step about the same object says what becomes of it. */
  readonly isPart: boolean
}

export interface PlanOptions {
  /** Removes nothing: what the file lacks stays. */
  readonly keep?: boolean
  /** Writes all secrets anew; otherwise those that are set stay, as they can't be compared. */
  readonly renewSecrets?: boolean
}

interface Wanted {
  readonly entry: Entry
  readonly index: number
}

/** The objects of a section by key: those that are there, and those that the file describes. */
interface Compared {
  readonly section: Section
  readonly current: ReadonlyMap<string, Entry>
  readonly wanted: ReadonlyMap<string, Wanted>
}

/** Whether two values of a file are the same; the order of the fields in an object has no meaning, and the database keeps none. */
export const isSame = (a: unknown, b: unknown) => Equal.equals(a, b)

/** The fields of an object that differ. Of secrets only the presence is compared, and an open field may be anything. */
const changedFields = (section: Section, before: Entry, after: Entry, { renewSecrets = false }: PlanOptions) =>
  Object.keys(after).filter((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    if (section.secrets.includes(field)) {
      return (was === null) !== (is === null) || (renewSecrets && section.isRenewable && is !== null)
    }
    return section.open.includes(field) && is === null ? false : !isSame(was, is)
  })

const keeping = (fields: ReadonlyArray<string>, one: Entry, other: Entry): Entry => ({
  ...one,
  ...Object.fromEntries(fields.filter((field) => one[field] === null).map((field) => [field, other[field] ?? null]))
})

/** The fields that the file leaves open keep their value. */
const settled = (section: Section, before: Entry, after: Entry): Entry => {
  const { open, parts } = section
  const kept = keeping(open, after, before)
  const openParts = parts?.open
  if (openParts === undefined) return kept
  const known = partsOf(section, before)
  const settledParts = partsOf(section, after).map((part) =>
    known.find((other) => isSame(other, keeping(openParts, part, other))) ?? part
  )
  return { ...kept, [parts!.list]: settledParts }
}

const depthOf = ({ entry }: Wanted) => typeof entry["path"] === "string" ? entry["path"].split("/").length : 0

const wantedIn = (section: Section, entries: ReadonlyArray<Entry>): ReadonlyMap<string, Wanted> => {
  const found = Array.from(
    keyed(section, entries.map((entry) => canonical(section, entry))),
    ([key, entry], index) => [key, { entry, index }] as const
  )
  // A node comes after the one above it.
  return new Map(found.toSorted(([, a], [, b]) => depthOf(a) - depthOf(b)))
}

/** Takes an exclusive reference from the objects that lose it, before others get it. */
const releases = ({ current, section, wanted }: Compared): ReadonlyArray<Step> => {
  const field = section.exclusive
  if (field === null) return []
  return Array.from(current).flatMap(([key, before]): ReadonlyArray<Step> => {
    const held = before[field] ?? null
    const isGiven = Array.from(wanted).some(([other, { entry }]) => other !== key && entry[field] === held)
    const found = wanted.get(key)
    return held === null || !isGiven || found?.entry[field] === held ? [] : [{
      action: "change",
      section,
      key,
      before,
      after: { ...before, [field]: null },
      fields: [field],
      index: found?.index ?? null,
      isPart: true
    }]
  })
}

const creation = (section: Section, key: string, { entry, index }: Wanted): ReadonlyArray<Step> => {
  const late = section.late.filter((field) => !isSame(entry[field], section.defaults[field]))
  const first = { ...entry, ...Object.fromEntries(late.map((field) => [field, section.defaults[field] ?? null])) }
  const create: Step = {
    action: "create",
    section,
    key,
    before: null,
    after: first,
    fields: Object.keys(entry),
    index,
    isPart: false
  }
  return late.length === 0
    ? [create]
    : [create, { ...create, action: "change", before: first, after: entry, fields: late, isPart: true }]
}

/** The steps of one section: those that release something, new objects, changed objects. */
const stepsOf = ({ current, section, wanted }: Compared, options: PlanOptions): ReadonlyArray<Step> => {
  const made = Array.from(wanted).filter(([key]) => !current.has(key))
    .flatMap(([key, one]) => creation(section, key, one))
  const changed = Array.from(wanted).flatMap(([key, { entry, index }]): ReadonlyArray<Step> => {
    const before = current.get(key)
    if (before === undefined) return []
    const after = settled(section, before, entry)
    const fields = changedFields(section, before, after, options)
    return fields.length === 0 ? [] : [{ action: "change", section, key, before, after, fields, index, isPart: false }]
  })
  const isLate = ({ isPart }: Step) => isPart
  return [
    ...releases({ current, section, wanted }),
    ...made.filter((step) => !isLate(step)),
    ...made.filter(isLate),
    ...changed
  ]
}

const removals = ({ current, section, wanted }: Compared): ReadonlyArray<Step> =>
  Array.from(current).toReversed().flatMap(([key, before]): ReadonlyArray<Step> =>
    section.single || wanted.has(key) || section.stays(before) ? [] : [{
      action: "remove",
      section,
      key,
      before,
      after: null,
      fields: [],
      index: null,
      isPart: false
    }]
  )

/**
 * Returns the steps that make an event as a file describes it, in the order in which they can be done: objects are made after
 * those that they refer to, and removed before them. `current` is null for an event that does not exist yet. Sections that
 * the file lacks stay as they are.
 */
export const plan = (current: Contents | null, wanted: Contents, options: PlanOptions = {}): ReadonlyArray<Step> => {
  const entriesOf = ({ name }: Section) => (current ?? blank)[name] ?? []
  const compared = sections.flatMap((section): ReadonlyArray<Compared> => {
    const entries = wanted[section.name]
    return entries === undefined ? [] : [{
      section,
      current: keyed(section, entriesOf(section).map((entry) => canonical(section, entry))),
      wanted: wantedIn(section, entries)
    }]
  })
  return [
    ...compared.flatMap((one) => stepsOf(one, options)),
    ...(options.keep === true ? [] : compared.toReversed().flatMap(removals))
  ]
}

/** The secrets that stay although the file has a reference to them: they can't be compared. */
export const keptSecrets = (current: Contents | null, wanted: Contents, steps: ReadonlyArray<Step>): number =>
  sections.reduce((count, section) => {
    const before = keyed(section, current?.[section.name] ?? [])
    const written = (key: string, field: string) =>
      steps.some((step) => step.section === section && step.key === key && step.fields.includes(field))
    return count +
      Array.from(keyed(section, wanted[section.name] ?? [])).reduce(
        (sum, [key, entry]) =>
          sum +
          section.secrets.filter((field) =>
            entry[field] !== null && (before.get(key)?.[field] ?? null) !== null && !written(key, field)
          ).length,
        0
      )
  }, 0)

/** The references to secrets that the steps write, each once. */
export const neededSecrets = (steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  Array.from(
    new Set(steps.flatMap(({ after, fields, section }) =>
      section.secrets.filter((field) => fields.includes(field)).flatMap((field) => {
        const reference = after?.[field] ?? null
        return reference === null ? [] : [String(reference)]
      })
    ))
  )
