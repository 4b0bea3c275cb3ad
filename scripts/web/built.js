// The built web applications of a clone: whether they match their sources, and their build when they don't. It is plain
// JavaScript without dependencies, because it runs before each start and must cost next to nothing.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import { fileURLToPath } from "node:url"

const root = resolve(fileURLToPath(new URL("../..", import.meta.url)))

/** The folder of all builds. Each build is a folder in it; `.stamp` names the current one and what it was made of. */
export const builds = join(root, "web", "dist")

const skipped = new Set(["node_modules", "dist"])

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })

/**
 * The hash of everything that a build depends on: the sources of the applications, how they are built, the versions of all
 * packages, and the files of other workspaces that the last build contained.
 */
export const stampOf = (elsewhere) => {
  const own = [
    ...filesBelow(join(root, "web")),
    ...filesBelow(join(root, "scripts", "web")),
    join(root, "package-lock.json")
  ]
  const hash = createHash("sha256")
  for (const path of [...own, ...elsewhere.map((name) => join(root, name))].toSorted()) {
    hash.update(`${relative(root, path).split(sep).join("/")}\0`)
    hash.update(existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest() : "missing")
  }
  return hash.digest("hex")
}

/** The folder of the current build, or `undefined` when there is none that matches the sources. */
export const currentBuild = () => {
  try {
    const { elsewhere, folder, stamp } = JSON.parse(readFileSync(join(builds, ".stamp"), "utf8"))
    const path = join(builds, folder)
    return existsSync(path) && stampOf(elsewhere) === stamp ? path : undefined
  } catch {
    // A missing or unreadable record is a build that is not there.
    return undefined
  }
}

const run = (command, args) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    child.stdout.on("data", (text) => output += text)
    child.stderr.on("data", (text) => output += text)
    child.on("error", (error) => done({ code: 1, output: error.message }))
    child.on("close", (code) => done({ code, output }))
  })

/** The folder of a build that matches the sources, built now if need be. Fails with the output of a build that fails. */
export const ensureBuilt = async (announce = () => undefined) => {
  const current = currentBuild()
  if (current !== undefined) return current
  announce()
  const { code, output } = await run(join(root, "node_modules", ".bin", "node"), [join(root, "scripts/web/build.ts")])
  const built = currentBuild()
  if (code === 0 && built !== undefined) return built
  throw new Error(output.trim() || `the build ended with ${code}`)
}
