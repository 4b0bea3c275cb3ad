// The manifests of the published packages. In a clone, the packages run from their sources and import each other's modules
// freely. Published, a package has its entries, which come with promises. All other modules are at a path that only the packages of
// the same version know.
import { createHash } from "node:crypto"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../built.js"

/** The published packages, each after those that it needs. */
export const packages = ["core", "http", "stand-ins", "cli"] as const
export type PackageName = typeof packages[number]

/** The packages that programs import. The others have no declarations. */
const libraries = ["core", "http"] as const satisfies ReadonlyArray<PackageName>

export const isLibrary = (name: PackageName): boolean => libraries.some((library) => library === name)

/** The folder of a package, below the root. */
export const folderOf = (name: PackageName): string => name === "stand-ins" ? "cli/stand-ins" : name

/** The part of a package.json that packing reads or writes. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly type: string
  readonly description?: string
  readonly private?: boolean
  readonly license?: string
  readonly bin?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
  readonly files?: ReadonlyArray<string>
  readonly sideEffects?: ReadonlyArray<string>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly oclif?: Readonly<Record<string, unknown>>
}

/** The entries of a package in a clone: the modules in its folder `entries`. The command line and the stand-ins have none. */
export const entriesOf = (name: PackageName): ReadonlyArray<string> =>
  isLibrary(name)
    ? readdirSync(join(root, name, "src", "entries")).map((file) => file.replace(/\.ts$/, "")).toSorted()
    : []

/** Programs that embed the packages must have the one copy of these that they use. */
const shared: ReadonlySet<string> = new Set(["effect"])

const target = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` })

/**
 * Where the modules that are no entries are for the packages of the same version. Node has no exports for some packages alone, so
 * each version has another path: a program that imports them ends with the next version, not only when they change.
 */
export const internalPath = (version: string): string =>
  `internal-${createHash("sha256").update(`wristbank ${version}`).digest("hex").slice(0, 16)}`

const exportsOf = (name: PackageName, version: string) => ({
  ...Object.fromEntries(entriesOf(name).map((entry) => [`./${entry}`, target(`entries/${entry}`)])),
  // No other package imports the command line.
  ...(name === "cli" ? {} : { [`./${internalPath(version)}/*`]: isLibrary(name) ? target("*") : "./dist/*.js" }),
  "./package.json": "./package.json"
})

/** The manifest that is published in place of the one in the clone, which `common` completes: the root's manifest. */
export const publishedManifest = (name: PackageName, own: Manifest, common: Manifest): Manifest => {
  const { devDependencies: _, oclif, private: __, ...kept } = own
  const isPeer = (dependency: string) => own.bin === undefined && shared.has(dependency)
  const wanted = Object.entries(own.dependencies ?? {}).map(([dependency, range]): [string, string] => [
    dependency,
    dependency.startsWith("@wristbank/") ? common.version : range
  ])
  const peers = wanted.filter(([dependency]) => isPeer(dependency)).map(([peer, range]) => [peer, `^${range}`])
  return {
    ...kept,
    version: common.version,
    ...(common.license !== undefined && { license: common.license }),
    ...(common.engines !== undefined && { engines: common.engines }),
    exports: exportsOf(name, common.version),
    dependencies: Object.fromEntries(wanted.filter(([dependency]) => !isPeer(dependency))),
    ...(peers.length > 0 && { peerDependencies: Object.fromEntries(peers) }),
    ...(oclif === undefined
      ? { files: ["dist", "CHANGELOG.md"], sideEffects: ["./dist/**/*Thread.js"] }
      : { files: ["bin", "dist", "web", "CHANGELOG.md", "oclif.manifest.json"], oclif: { ...oclif, ...builtCommands } })
  }
}

/** Where oclif finds the commands of the published command line. */
const builtCommands = {
  commands: "./dist/commands",
  helpClass: "./dist/shell/HelpByTask.js",
  hooks: { command_not_found: "./dist/shell/CommandNotFound.js" }
}

const specifier = /((?:\bfrom|\bimport)\s*\(?\s*["'])(@wristbank\/(core|http|stand-ins)\/([^"']+))(["'])/g

/** TypeScript writes `./Sale.js` for `./Sale.ts` in programs, and leaves it in declarations. */
const relative = /((?:\bfrom|\bimport)\s*\(?\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g

/** Rewrites the imports of a compiled file: other packages' modules that are no entries are at the path of the version. */
export const publishedImports = (
  text: string,
  entries: Readonly<Record<string, ReadonlyArray<string>>>,
  version: string
): string =>
  text
    .replace(specifier, (whole, before, _, name, module, after) =>
      entries[name]?.includes(module)
        ? whole
        : `${before}@wristbank/${name}/${internalPath(version)}/${module}${after}`)
    .replace(relative, "$1.js$2")
