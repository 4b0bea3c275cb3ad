// What a clone builds from its sources for its starts: whether a build matches the sources, and a new one when it doesn't.
// It is plain JavaScript without dependencies, because it runs before each start and must cost next to nothing.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of the clone. */
export const root = resolve(fileURLToPath(new URL("..", import.meta.url)))

const skipped = new Set(["node_modules", "dist"])

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

const run = (command, args) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    child.stdout.on("data", (text) => output += text)
    child.stderr.on("data", (text) => output += text)
    child.on("error", (error) => done({ code: 1, output: error.message }))
    child.on("close", (code) => done({ code, output }))
  })

/**
 * The builds in a folder, made by a script. Each is a folder of its own; `.stamp` names the current one and what it was made
 * of: the files below `sources` and `scripts/built.js`, the versions of all packages, the place of the clone, and the files
 * elsewhere that the build contains.
 */
export const builtBy = ({ builds, script, sources }) => {
  const own = () => [
    ...sources.flatMap((name) => filesBelow(join(root, name))),
    ...["scripts/built.js", "scripts/publishBuild.ts", "package-lock.json"].map((name) => join(root, name))
  ]

  const stampOf = (elsewhere) => {
    const hash = createHash("sha256").update(root)
    for (const path of [...own(), ...elsewhere.map((name) => join(root, name))].toSorted()) {
      const content = existsSync(path) ? readFileSync(path) : undefined
      hash.update(`\0${relative(root, path).split(sep).join("/")}\0${content?.length ?? "missing"}\0`)
      if (content !== undefined) hash.update(content)
    }
    return hash.digest("hex")
  }

  /** The folder of the current build, or `undefined` when there is none that matches the sources. */
  const currentBuild = () => {
    try {
      const { elsewhere, folder, stamp } = JSON.parse(readFileSync(join(builds, ".stamp"), "utf8"))
      const path = join(builds, folder)
      return existsSync(path) && stampOf(elsewhere) === stamp ? path : undefined
    } catch {
      // A missing or unreadable record is a build that is not there.
      return undefined
    }
  }

  /** The folder of a build that matches the sources, built now if need be. Fails with the output of a build that fails. */
  const ensureBuilt = async (announce = () => undefined) => {
    const current = currentBuild()
    if (current !== undefined) return current
    announce()
    const { code, output } = await run(join(root, "node_modules", ".bin", "node"), [join(root, script)])
    const built = currentBuild()
    if (code === 0 && built !== undefined) return built
    throw new Error(output.trim() || `the build ended with ${code}`)
  }

  return { builds, stampOf, currentBuild, ensureBuilt }
}
