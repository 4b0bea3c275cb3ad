// Releases the packages: `npm run release`. Raises their common version by what the files in `.changeset` describe, moves these into
// the changelogs (the first version is released as it is, without described changes), makes the tarballs, publishes them, and commits and tags the version. `--dry-run` does the same in a copy of
// the newest commit, with npm's own dry run, and leaves nothing behind. Needs the npm registry.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./built.js"
import { folderOf, packages } from "./pack/manifest.ts"

/** It runs at releases alone, so it is not installed with the project. */
const changesets = "@changesets/cli@3.0.3"

/** Files that name the version beside the manifests of the packages. */
const alsoNamed = [
  { file: "package.json", pattern: /(?<=^ {2}"version": ")[^"]+/m },
  { file: "http/src/api/ApiDocument.ts", pattern: /(?<=^export const version = ")[^"]+/m }
]

/** The version that a file names. */
const versionIn = (folder: string, { file, pattern }: typeof alsoNamed[number]): string => {
  const version = pattern.exec(readFileSync(join(folder, file), "utf8"))?.[0]
  if (version === undefined) throw new Error(`${file} names no version`)
  return version
}

/** The versions that a checkout names, by file; all are the same, but while a release is made. */
export const versionsOf = (folder: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(packages.map((name) => {
    const file = `${folderOf(name)}/package.json`
    return [file, JSON.parse(readFileSync(join(folder, file), "utf8")).version]
  })),
  ...Object.fromEntries(alsoNamed.map((place) => [place.file, versionIn(folder, place)]))
})

/** Releases what a checkout describes in `.changeset`. A trial publishes, commits and tags nothing. */
export const release = (folder: string, isTrial: boolean) => {
  const run = (command: string, ...args: ReadonlyArray<string>) =>
    execFileSync(command, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] })
  const described = readdirSync(join(folder, ".changeset")).filter((file) => file.endsWith(".md"))
  const isFirst = execFileSync("git", ["tag", "--list"], { cwd: folder, encoding: "utf8" }) === ""
  if (isFirst !== (described.length === 0)) {
    throw new Error(
      isFirst
        ? "The first version has no changes, but there are some in .changeset"
        : "No change is described in .changeset: npx @changesets/cli add"
    )
  }
  if (isTrial) run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
  if (!isFirst) run("npx", "--yes", "--loglevel=error", changesets, "version")
  const version: string = JSON.parse(readFileSync(join(folder, "core/package.json"), "utf8")).version
  for (const place of alsoNamed) {
    const path = join(folder, place.file)
    writeFileSync(path, readFileSync(path, "utf8").replace(place.pattern, version))
  }
  run("node", "docs/generators/changelog.ts")
  run("npm", "install", "--package-lock-only", "--no-audit", "--no-fund", "--loglevel=error")
  run("npm", "run", "--silent", "pack")
  for (const name of packages) {
    const trial = isTrial ? ["--dry-run"] : []
    run("npm", "publish", "--access=public", "--loglevel=error", ...trial, `./dist/wristbank-${name}-${version}.tgz`)
  }
  if (!isTrial) {
    if (!isFirst) run("git", "commit", "--all", "--quiet", "--message", `Release ${version}`)
    run("git", "tag", `v${version}`)
  }
  process.stdout.write(`${isTrial ? "Would release" : "Released"} ${version}: ${packages.join(", ")}\n`)
}

const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" })

const main = () => {
  const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } })
  if (values["dry-run"]) {
    const copy = mkdtempSync(join(tmpdir(), "wristbank-release-"))
    try {
      git("clone", "--quiet", "--no-hardlinks", ".", copy)
      release(copy, true)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  } else {
    if (git("status", "--porcelain") !== "") throw new Error("There are changes that are not committed")
    release(root, false)
  }
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    // Programs that it runs have said by then what is wrong.
    process.stderr.write(`The release was not made: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
