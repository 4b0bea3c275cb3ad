import { createHash } from "node:crypto"

/**
 * The `content-security-policy` of one of our pages (CSP level 3). Only scripts and styles in the page, named by hash, may
 * run; calls may go to its own server only. Injected code has another hash and does not run.
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

/**
 * The contents of the elements with this name and without attributes. A script with a type holds data, to which the policy
 * does not apply.
 */
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
