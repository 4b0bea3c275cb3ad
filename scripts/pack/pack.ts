/** Makes the packages that are installed, as tarballs in `dist`: JavaScript, texts and SQL, with the declarations of core and http. */
import { Plugin } from "@oclif/core"
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../built.js"
import * as web from "../web/built.js"
import { contentsOf, faultsOf } from "./contents.ts"
import {
  entriesOf,
  folderOf,
  isLibrary,
  type Manifest,
  type PackageName,
  packages,
  publishedImports,
  publishedManifest
} from "./manifest.ts"

const dist = join(root, "dist")

/** What npm says of a tarball. */
interface Packed {
  readonly filename: string
  readonly files: ReadonlyArray<{ readonly path: string }>
}

const entries = Object.fromEntries(packages.map((name) => [name, entriesOf(name)]))

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

const run = (command: string, args: ReadonlyArray<string>, cwd = root) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })

const copyProgram = (name: PackageName, stage: string, version: string) => {
  const program = join(stage, "dist")
  cpSync(join(dist, "build", ...(isLibrary(name) ? [name] : [folderOf(name), "src"])), program, { recursive: true })
  // SQL, grammars, fonts, and whatever else a program reads from beside itself.
  cpSync(join(root, folderOf(name), "src"), program, { recursive: true, filter: (path) => !path.endsWith(".ts") })
  for (const file of readdirSync(program, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:js|d\.ts)$/.test(file)) continue
    const path = join(program, file)
    writeFileSync(path, publishedImports(readFileSync(path, "utf8"), entries, version))
  }
}

/** Describes all commands for oclif, so that a run loads one of them. Loads each, with the packages as they are published. */
const describeCommands = async (stage: string, stages: Readonly<Record<string, string>>) => {
  const scope = join(stage, "node_modules", "@wristbank")
  mkdirSync(scope, { recursive: true })
  for (const name of packages.filter((one) => one !== "cli")) symlinkSync(stages[name] ?? "", join(scope, name))
  const plugin = new Plugin({ root: stage, ignoreManifest: true, errorOnManifestCreate: true })
  await plugin.load()
  writeFileSync(join(stage, "oclif.manifest.json"), JSON.stringify(plugin.manifest))
  rmSync(join(stage, "node_modules"), { recursive: true })
}

const stagePackage = async (name: PackageName, common: Manifest) => {
  const stage = join(dist, "packages", name)
  mkdirSync(stage, { recursive: true })
  copyProgram(name, stage, common.version)
  const manifest = publishedManifest(name, readManifest(join(root, folderOf(name))), common)
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"))
  for (const file of ["README.md", "CHANGELOG.md"]) {
    // There is no changelog before the first release.
    const path = join(root, folderOf(name), file)
    if (existsSync(path)) cpSync(path, join(stage, file))
  }
  if (name === "cli") {
    cpSync(join(root, name, "bin"), join(stage, "bin"), { recursive: true })
    cpSync(await web.ensureBuilt(), join(stage, "web"), { recursive: true })
  }
  return stage
}

const common = readManifest(root)
for (const folder of ["build", "packages"]) rmSync(join(dist, folder), { recursive: true, force: true })
// The stand-ins are compiled with the command line.
run("tsc", ["-b", "cli/tsconfig.build.json"])
const stages: Record<string, string> = {}
for (const name of packages) stages[name] = await stagePackage(name, common)
await describeCommands(stages["cli"] ?? "", stages)
const webFolder = await web.ensureBuilt()
for (const name of packages) {
  const [packed]: ReadonlyArray<Packed> = JSON.parse(
    run("npm", ["pack", "--json", "--pack-destination", dist, "--loglevel=error"], stages[name])
  )
  const files = (packed?.files ?? []).map(({ path }) => path)
  const faults = faultsOf(contentsOf(name, webFolder), files)
  if (faults.length > 0) throw new Error(`${packed?.filename}:\n${faults.join("\n")}`)
  process.stdout.write(`${packed?.filename}, ${files.length} files\n`)
}
