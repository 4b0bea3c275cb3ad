import { createHash } from "node:crypto"

/**
 * SHA-256 (hexadecimal) of what a request asks for, its uuid left out, so that a repeated request is distinguished from
 * another one that carries the same uuid. `flow` keeps requests to different calls apart. The content is the decoded
 * request: an absent field is the same as null, 2.0 the same as 2, and the order of fields is of no matter, that of list
 * items is.
 */
export const requestHash = (flow: string, content: object): string => {
  const { uuid: _, ...rest } = { uuid: undefined, ...content }
  return createHash("sha256").update(`${canonical(flow)}${canonical(rest)}`).digest("hex")
}

/** Unambiguous text of a value: texts carry their length, lists and records their end. */
const canonical = (value: unknown): string => {
  if (value === null || value === undefined) return "-"
  switch (typeof value) {
    case "string":
      return `"${value.length}:${value}`
    case "number":
    case "bigint":
      return `#${value === 0 ? 0 : value};`
    case "boolean":
      return value ? "+" : "!"
    case "object":
      return Array.isArray(value) ? `[${value.map(canonical).join("")}]` : record(value)
    default:
      throw new TypeError(`A request can't hold a ${typeof value}`)
  }
}

const record = (value: object): string =>
  `{${
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${canonical(key)}${canonical(field)}`)
      .join("")
  }}`
