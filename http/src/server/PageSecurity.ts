import { createHash } from "node:crypto"

/**
 * The `content-security-policy` of a page of ours (CSP level 3): it runs and shows what stands in it, named by hash, calls its
 * own server, and nothing else. What somebody might smuggle into it has another hash and is not run.
 */
export const policyOf = (html: string): string =>
  [
    "default-src 'none'",
    ...sourcesOf(html, "script"),
    ...sourcesOf(html, "style"),
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const sourcesOf = (html: string, element: "script" | "style"): ReadonlyArray<string> => {
  const hashes = insidesOf(html, element).map((text) =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  )
  return hashes.length === 0 ? [] : [`${element}-src ${hashes.join(" ")}`]
}

/** What stands in the elements of a name that have no attributes; one with a type holds data, which no policy is asked about. */
const insidesOf = (html: string, element: string): ReadonlyArray<string> => {
  const [opening, closing] = [`<${element}>`, `</${element}>`]
  const insides: Array<string> = []
  for (let at = html.indexOf(opening); at !== -1; at = html.indexOf(opening, at)) {
    const start = at + opening.length
    at = html.indexOf(closing, start)
    insides.push(html.slice(start, at))
  }
  return insides
}
