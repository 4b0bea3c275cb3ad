import { readFileSync } from "node:fs"
import { glob } from "node:fs/promises"
import { join } from "node:path"

/** A page that is longer is read by no one to its end. */
const most = 120

/** Pages of rows to look up, which may be longer: those of the reference, and a row for each requirement of a standard. */
const isLookedUp = (page: string) => page.startsWith("reference/") || page === "developer-documentation/asvs.md"

/** Pages that are too long, each with its lines. */
export const longPages = (pages: ReadonlyArray<readonly [page: string, text: string]>): ReadonlyArray<string> =>
  pages
    .map(([page, text]) => ({ page, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines, page }) => lines > most && !isLookedUp(page))
    .map(({ lines, page }) => `docs/${page} has ${lines} lines; a page has ${most} at most`)

/** The pages of a folder of documentation, without those that the site makes itself. */
export const pagesIn = async (folder: string): Promise<ReadonlyArray<readonly [page: string, text: string]>> => {
  const found = await Array.fromAsync(glob("**/*.md", { cwd: folder, exclude: ["site/**"] }))
  return found.toSorted().map((page) => [page, readFileSync(join(folder, page), "utf8")])
}
