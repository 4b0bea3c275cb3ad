/** The content of an audit entry, which differs by its kind. */
export type Content = Readonly<Record<string, unknown>>

/** A field with its values before and after a change; `undefined` where it was not there. */
export interface Difference {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

const isRecord = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The values in a content by their fields; those of records inside it stand beside the others, by their own names. */
export const flatten = (content: Content): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(content).flatMap(([field, value]) =>
      isRecord(value) ? [...flatten(value)] : [[field, value] as const]
    )
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const between = (before: Content, after: Content): ReadonlyArray<Difference> => {
  const [old, current] = [flatten(before), flatten(after)]
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((field) => {
    const values = { before: old.get(field), after: current.get(field) }
    return isSame(values.before, values.after) ? [] : [{ field, ...values }]
  })
}

/**
 * The fields that a change replaced. Entries hold both states in one of three forms: `old` and `new`; the new state with `old` in
 * it; or single fields beside those of the same name with `old_`. A content without an earlier state has no differences.
 */
export const differencesOf = (content: Content): ReadonlyArray<Difference> => {
  const { new: after, old: before, ...rest } = content
  if (isRecord(after)) return isRecord(before) ? between(before, after) : []
  if (isRecord(before)) {
    const current = flatten(rest)
    return between(before, Object.fromEntries([...flatten(before).keys()].map((field) => [field, current.get(field)])))
  }
  return Object.keys(content).filter((field) => field.startsWith("old_")).flatMap((name) => {
    const field = name.slice("old_".length)
    const values = { before: content[name], after: content[field] ?? content[`new_${field}`] ?? null }
    return isSame(values.before, values.after) ? [] : [{ field, ...values }]
  })
}

const nameFields = ["name", "display_name", "login", "key"] as const

const firstOf = (content: Content, fields: ReadonlyArray<string>): unknown => {
  const values = flatten(content)
  return fields.map((field) => values.get(field)).find((value) => value !== undefined && value !== null && value !== "")
}

/** The name of the object that an entry is about; empty where the content has none. */
export const nameIn = (content: Content): string => String(firstOf(content, nameFields) ?? "")
