import type { Drafts, Unsaved } from "./drafts.ts"
import { type Draft, type Field, type FieldsOf, keep, type Mistake } from "./Field.ts"

/** The fields of a form that a person types, in order. */
export type Entries = ReadonlyArray<readonly [name: string, field: Field<unknown>]>

export const entriesOf = <Body extends object>(fields: FieldsOf<Body>): Entries =>
  (Object.entries(fields) as ReadonlyArray<readonly [string, Field<unknown> | typeof keep]>).flatMap(([name, field]) =>
    field === keep ? [] : [[name, field] as const]
  )

export type Values = Readonly<Record<string, unknown>>

export const draftsOf = (entries: Entries, values: Values): Drafts =>
  Object.fromEntries(entries.map(([name, field]) => [name, field.draftOf(values[name])]))

/** What is typed, as values by field, and what is wrong with it. A field with a mistake has its earlier value. */
export const valuesOf = (entries: Entries, drafts: Drafts, before: Values) => {
  const values: Record<string, unknown> = {}
  const mistakes: Record<string, Mistake> = {}
  for (const [name, field] of entries) {
    const reading = field.read(drafts[name]!)
    values[name] = reading.ok ? reading.value : before[name]
    if (!reading.ok) mistakes[name] = reading.mistake
  }
  return { values, mistakes }
}

/** The call's body: what is typed, an empty value for entries that are not shown, and the earlier value of fields that are kept. */
export const bodyOf = <Body extends object>(
  fields: FieldsOf<Body>,
  values: Values,
  before: Values,
  isShown: (name: string) => boolean
): Body =>
  Object.fromEntries(
    (Object.entries(fields) as ReadonlyArray<readonly [string, Field<unknown> | typeof keep]>).map(([name, field]) => {
      if (field === keep) return [name, before[name]]
      if (isShown(name)) return [name, values[name]]
      const empty = field.read("")
      return [name, empty.ok ? empty.value : before[name]]
    })
  ) as Body

export const sameDrafts = (one: Drafts, other: Drafts): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The entries that differ from the stored ones, to be kept once their form is gone; `undefined` if none does. Secrets are not
 * kept.
 */
export const unsavedOf = (entries: Entries, drafts: Drafts, before: Drafts): Unsaved | undefined => {
  const names = entries.flatMap(([name, { look }]) =>
    look.kind === "secret" || same(drafts[name], before[name]) ? [] : [name]
  )
  const only = (all: Drafts): Drafts => Object.fromEntries(names.map((name) => [name, all[name]!]))
  return names.length === 0 ? undefined : { typed: only(drafts), before: only(before) }
}

/** An entry that two people changed at the same time, differently. */
export interface Conflict {
  readonly name: string
  readonly field: Field<unknown>
  readonly mine: Draft
  readonly theirs: Draft
}

const same = (one: Draft | undefined, other: Draft | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges what one person typed with what another saved meanwhile, both from the same beginning: a change by one of them is taken,
 * and where both changed the same entry differently, the person decides; until then their own entry stands.
 */
export const merged = (
  entries: Entries,
  { before, mine, theirs }: { readonly before: Drafts; readonly mine: Drafts; readonly theirs: Drafts }
): { readonly drafts: Drafts; readonly conflicts: ReadonlyArray<Conflict> } => {
  const drafts: Record<string, Draft> = {}
  const conflicts: Array<Conflict> = []
  for (const [name, field] of entries) {
    const [old, own, other] = [before[name]!, mine[name]!, theirs[name]!]
    const isMine = !same(own, old)
    const isContested = isMine && !same(other, old) && !same(own, other)
    const both = isContested ? field.merge?.(old, own, other) : undefined
    drafts[name] = both ?? (isMine ? own : other)
    if (isContested && both === undefined) conflicts.push({ name, field, mine: own, theirs: other })
  }
  return { drafts, conflicts }
}
