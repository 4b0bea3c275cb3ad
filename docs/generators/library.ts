/**
 * Writes the pages of what the packages promise, the entries of `core` and `http`, into `docs/site/library`:
 * `node docs/generators/library.ts`. Needs the packages of the site, which `npm run docs` installs, and half a minute.
 */
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const site = fileURLToPath(new URL("../site", import.meta.url))

if (import.meta.main) {
  const typedoc = join(site, "node_modules/typedoc/bin/typedoc")
  if (!existsSync(typedoc)) {
    throw new Error("The packages of the site are missing: npm run docs -- --library installs them")
  }
  execFileSync(process.execPath, [typedoc, "--options", "typedoc.json"], { cwd: site, stdio: "inherit" })
}
