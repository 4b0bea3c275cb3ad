import { hash } from "node:crypto"

/**
 * SHA-256 (hexadecimal) of a request's content without its uuid. It tells a repeated request from another one with the same
 * uuid. `flow` keeps requests of different calls apart. The content is the decoded request: an absent field equals null,
 * 2.0 equals 2, the order of fields does not matter, that of list items does.
 */
export const requestHash = (flow: string, content: object): string => {
  const { uuid: _, ...rest } = { uuid: undefined, ...content }
  return hash("sha256", `${canonical(flow)}${canonical(rest)}`)
}

/** Unambiguous text of a value: texts contain their length, lists and records their end. */
const canonical = (value: unknown): string => {
  if (value === null || value === undefined) return "-"
  switch (typeof value) {
    case "string":
      return `"${value.length}:${value}`
    case "number":
    case "bigint":
      return `#${value};`
    case "boolean":
      return value ? "+" : "!"
    case "object":
      return Array.isArray(value) ? list(value) : record(value as { readonly [key: string]: unknown })
    default:
      throw new TypeError(`A request can't hold a ${typeof value}`)
  }
}

// Every booking is hashed, and loops make no lists on the way.
const list = (values: ReadonlyArray<unknown>): string => {
  let text = "["
  for (const value of values) text += canonical(value)
  return `${text}]`
}

const record = (value: { readonly [key: string]: unknown }): string => {
  let text = "{"
  for (const key of Object.keys(value).toSorted()) {
    const field = value[key]
    if (field !== null && field !== undefined) text += canonical(key) + canonical(field)
  }
  return `${text}}`
}
