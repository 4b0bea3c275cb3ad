/**
 * Writes the pages of what the packages promise, the entries of `core` and `http`, into `docs/site/library`: HTML of TypeDoc, which
 * `npm run docs` puts into the site as it is. `node docs/generators/library.ts` needs the packages of the site, which `npm run docs`
 * installs, and half a minute; it writes nothing while the sources are those of the pages that are there.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const site = join(root, "docs/site")
const pages = join(site, "library")

/** Whatever the pages are made of. */
const sources = [
  "{core,http}/src/**/*.ts",
  "package-lock.json",
  "docs/site/{package-lock,typedoc,tsconfig.library}.json",
  "docs/site/plugins/*.mts",
  "docs/site/src/css/library.css"
]

/** A hash of files: another one when a file changes, comes or goes. */
export const hashOf = (patterns: ReadonlyArray<string>, folder: string): string => {
  const hash = createHash("sha256")
  for (const path of globSync([...patterns], { cwd: folder }).toSorted()) {
    hash.update(`${path}\0`).update(createHash("sha256").update(readFileSync(join(folder, path))).digest())
  }
  return hash.digest("hex")
}

if (import.meta.main) {
  const typedoc = join(site, "node_modules/typedoc/bin/typedoc")
  if (!existsSync(typedoc)) throw new Error("The packages of the site are missing: npm run docs installs them")
  const stamp = join(site, "node_modules/.cache/library.sha256")
  const hash = hashOf(sources, root)
  const isFresh = existsSync(join(pages, "index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash
  if (!isFresh) {
    execFileSync(process.execPath, [typedoc, "--options", "typedoc.json"], { cwd: site, stdio: "inherit" })
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  }
}
