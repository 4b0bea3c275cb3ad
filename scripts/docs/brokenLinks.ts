/**
 * Finds broken links of pages that Docusaurus does not know: those that TypeDoc wrote, and those of other pages to them. Docusaurus
 * checks its own.
 */
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/** The folder of the site, and its address, in which pages of TypeDoc are. */
export const libraryFolder = "library"

const unescaped = (text: string) =>
  text.replaceAll("&quot;", "\"").replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

const valuesOf = (html: string, attribute: string): ReadonlyArray<string> =>
  Array.from(
    html.matchAll(new RegExp(`\\s${attribute}=(?:"([^"]*)"|([^\\s"'>]+))`, "g")),
    ([, quoted, bare]) => unescaped(quoted ?? bare ?? "")
  )

/** The file that a host sends for a path, if there is one. */
const fileOf = (path: string): string | undefined =>
  [path, join(path, "index.html"), `${path}.html`].find((file) => existsSync(file) && statSync(file).isFile())

/** The broken links of a built site to or from its pages of TypeDoc, each as `page: link`. */
export const brokenLinks = (site: string): ReadonlyArray<string> => {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (file: string) => {
    const found = anchors.get(file) ?? new Set(valuesOf(readFileSync(file, "utf8"), "id"))
    anchors.set(file, found)
    return found
  }
  const isBroken = (page: string, link: string): boolean => {
    const [path = "", anchor = ""] = link.replace(/\?[^#]*/, "").split("#")
    const file = path === ""
      ? page
      : fileOf(path.startsWith("/") ? join(site, decodeURI(path)) : join(dirname(page), decodeURI(path)))
    if (file === undefined) return true
    return anchor !== "" && file.endsWith(".html") && !anchorsOf(file).has(decodeURIComponent(anchor))
  }
  return globSync("**/*.html", { cwd: site }).toSorted().flatMap((name) => {
    const page = join(site, name)
    const isOfLibrary = name.startsWith(`${libraryFolder}/`)
    const links = new Set(valuesOf(readFileSync(page, "utf8"), "(?:href|src)"))
    return Array.from(links)
      .filter((link) => !/^[a-z]+:/.test(link) && (isOfLibrary || link.startsWith(`/${libraryFolder}/`)))
      .filter((link) => isBroken(page, link))
      .map((link) => `${relative(site, page)}: ${link}`)
  })
}
