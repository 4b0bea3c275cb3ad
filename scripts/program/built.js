// The command line of a clone in few files: its sources are 1,300, and finding and reading them takes most of a start.
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { builtBy, root } from "../built.js"

export const { builds, currentBuild, ensureBuilt, stampOf } = builtBy({
  builds: join(root, "cli", "dist"),
  script: "scripts/program/build.ts",
  sources: ["core", "http", "cli", "scripts/program"]
})

/**
 * Marks a build as used by this process until it ends, as it loads some files only when it needs them. False when the build
 * can't be marked, so that it might be removed meanwhile.
 */
export const use = (build) => {
  const mark = join(build, `${hostname()}.${process.pid}.used`)
  try {
    writeFileSync(mark, "")
    process.on("exit", () => rmSync(mark, { force: true }))
    return existsSync(join(build, "package.json"))
  } catch {
    return false
  }
}
