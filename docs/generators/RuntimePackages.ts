/** The packages that the lockfile installs to run Wristbank: all that `core`, `http`, `cli`, its stand-ins and the project itself depend on. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

interface Entry {
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
  readonly peerDependenciesMeta?: { readonly [name: string]: { readonly optional?: boolean } }
}
type Names = { readonly [name: string]: string }

export interface Lockfile {
  readonly packages: { readonly [path: string]: Entry }
}

/** A package at run time; one that is installed in two versions is two of them. */
export interface RuntimePackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** As npm writes it: the algorithm, a dash and the hash in base64. */
  readonly integrity: string | undefined
  /** The packages that Wristbank itself depends on through which it comes; its own name if it is one of them. */
  readonly through: ReadonlySet<string>
  /** Names and versions of what it depends on. */
  readonly needs: ReadonlySet<string>
}

/** The project and its workspaces that run; `""` is the project. */
const workspaces = ["", "core", "http", "cli/stand-ins", "cli"]

/** The lockfile of the project. */
export const lockfile = (): Lockfile =>
  JSON.parse(readFileSync(fileURLToPath(new URL("../../package-lock.json", import.meta.url)), "utf8"))

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

/** Names a package for good: two packages of one version are the same wherever they are installed. */
export const refOf = ({ name, version }: Pick<RuntimePackage, "name" | "version">) => `${name}@${version}`

/** Where a package finds another one: in its own folder of packages, else in that of a folder above. */
const find = ({ packages }: Lockfile, from: string, name: string): string | undefined => {
  const path = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (packages[path] !== undefined) return path
  if (from === "") return undefined
  const parent = from.lastIndexOf("/node_modules/")
  return find(lockfileOf(packages), parent === -1 ? "" : from.slice(0, parent), name)
}

const lockfileOf = (packages: Lockfile["packages"]): Lockfile => ({ packages })

/** The dependencies of an entry where it is installed; a peer that may be missing is not counted. */
const needsOf = (entry: Entry): ReadonlyArray<string> => {
  const peers = Object.keys(entry.peerDependencies ?? {})
    .filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true)
  return [...Object.keys(entry.dependencies ?? {}), ...Object.keys(entry.optionalDependencies ?? {}), ...peers]
}

/** Every package that runs, by name and version. */
export const runtimePackages = (locked: Lockfile): ReadonlyArray<RuntimePackage> => {
  const found = new Map<string, RuntimePackage & { readonly through: Set<string>; readonly needs: Set<string> }>()
  const visit = (path: string, direct: string, seen: Set<string>): string => {
    const entry = locked.packages[path]!
    const name = nameOf(path)
    const ref = refOf({ name, version: entry.version })
    const { integrity, license = "unknown", version } = entry
    const known = found.get(ref) ?? { name, version, license, integrity, through: new Set(), needs: new Set() }
    found.set(ref, known)
    known.through.add(direct)
    if (seen.has(path)) return ref
    seen.add(path)
    for (const needed of needsOf(entry)) {
      const there = find(locked, path, needed)
      if (there !== undefined) known.needs.add(visit(there, direct, seen))
    }
    return ref
  }
  for (const workspace of workspaces) {
    for (const name of needsOf(locked.packages[workspace]!)) {
      const path = find(locked, workspace, name)
      if (path === undefined || locked.packages[path]!.link === true) continue
      visit(path, name, new Set())
    }
  }
  return Array.from(found.values()).toSorted((a, b) => refOf(a) < refOf(b) ? -1 : 1)
}
