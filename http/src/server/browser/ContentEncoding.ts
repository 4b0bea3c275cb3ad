/** Forms in which a file is kept, the best first. `identity` is the file itself. */
const encodings = ["br", "gzip", "identity"] as const
export type Encoding = typeof encodings[number]

/**
 * The best of the available encodings that a client accepts by its `Accept-Encoding` (RFC 9110, section 12.5.3). A client
 * that accepts none of them, or says nothing, gets the file itself.
 */
export const bestEncoding = (accepted: string | undefined, available: ReadonlySet<Encoding>): Encoding => {
  const weights = new Map<string, number>()
  for (const element of (accepted ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith("q="))
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)))
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0
  return encodings.find((encoding) => available.has(encoding) && weightOf(encoding) > 0) ?? "identity"
}

/** Whether `If-None-Match` names this entity tag; a proxy may have made it weak (RFC 9110, section 13.1.2). */
export const isNamedBy = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").map((one) => one.trim().replace(/^W\//, "")).some((one) => one === "*" || one === tag)
