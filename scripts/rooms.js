// The order of the rooms of core, the place of stand-ins, and a search for imports that violate either.
import { readdirSync, readFileSync } from "node:fs"
import { join, posix, relative, sep } from "node:path"

/**
 * The rooms of `core/src`, the lowest first. A room imports only rooms before it. The files beside the rooms, such as
 * `Wristbank.ts`, import all, and of the rooms only the entries import those.
 */
export const rooms = [
  "config",
  "ledger",
  "primitives",
  "network",
  "sql",
  "tse",
  "organisation",
  "catalogue",
  "tag",
  "event",
  "mail",
  "card",
  "till",
  "order",
  "cash",
  "device",
  "presale",
  "fiscal",
  "payout",
  "doctor",
  "account",
  "portal",
  "report",
  "overview",
  "dsfinvk",
  "eventfile",
  "services",
  "entries"
]

const specifier = /\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g
const own = "@wristbank/core/"

/** The target of an import within core. Both paths are below `core/src`; `undefined` for targets elsewhere. */
const targetOf = (file, specified) =>
  specified.startsWith(".")
    ? posix.normalize(posix.join(posix.dirname(file), specified))
    : specified.startsWith(own)
    ? specified.slice(own.length)
    : undefined

/** Imports of rooms that are not below the importing one. Files are pairs of a path below `core/src` and a text. */
export const upwardImports = (files) =>
  files.flatMap(([file, text]) => {
    const [room, name] = file.split("/")
    if (name === undefined) return []
    const level = rooms.indexOf(room)
    if (level < 0) return [`${file}: the room ${room} is not in the order of rooms`]
    return Array.from(text.matchAll(specifier), ([, specified]) => targetOf(file, specified))
      .filter((target) => target !== undefined && target.split("/")[0] !== room)
      .filter((target) => target.includes("/") ? !(rooms.indexOf(target.split("/")[0]) < level) : room !== "entries")
      .map((target) => `${file} imports ${target}`)
  })

/** Simulated devices, providers and festivals. Only these files of the product run them. */
const standIns = "cli/src/stand-ins/"
const standInUsers = [
  "cli/src/ReconciliationsLayer.ts",
  "cli/src/Up.ts",
  "cli/src/WholeApplication.ts",
  "cli/src/commands/simulate.ts",
  "cli/src/commands/tse/simulate.ts",
  "cli/src/processes/AssignedServer.ts"
]

const isStandIn = (file, specified) =>
  specified.startsWith(".")
    ? posix.normalize(posix.join(posix.dirname(file), specified)).startsWith(standIns)
    : specified.startsWith("@wristbank/cli/stand-ins/")

/** Imports of stand-ins by files that do not run them. Files are pairs of a path below the root and a text. */
export const standInImports = (files) =>
  files
    .filter(([file]) => !file.startsWith(standIns) && !standInUsers.includes(file))
    .flatMap(([file, text]) =>
      Array.from(text.matchAll(specifier), ([, specified]) => specified)
        .filter((specified) => isStandIn(file, specified))
        .map((specified) => `${file} imports ${specified}`)
    )

/** The TypeScript files in a folder below the root, as pairs of a path below it and a text. */
const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(join(root, folder), path).split(sep).join("/"), readFileSync(path, "utf8")])
    .toSorted(([a], [b]) => a < b ? -1 : 1)

/** All files of core, as `upwardImports` takes them. */
export const filesOfCore = (root) => filesIn(root, "core/src")

/** All files of the packages that run at a festival, as `standInImports` takes them. */
export const filesOfProduct = (root) =>
  ["core/src", "http/src", "cli/src"].flatMap((folder) =>
    filesIn(root, folder).map(([path, text]) => [`${folder}/${path}`, text])
  )
