// The order of the rooms of core, and a look for imports that go against it.
import { readdirSync, readFileSync } from "node:fs"
import { join, posix, relative, sep } from "node:path"

/**
 * The rooms of `core/src`, the lowest first. A room imports rooms before it and nothing else of core; the files beside them,
 * such as `Wristbank.ts`, import all.
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
  "fiscal",
  "payout",
  "doctor",
  "account",
  "portal",
  "report",
  "dsfinvk",
  "services"
]

const specifier = /\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g
const own = "@wristbank/core/"

/** Where a specifier in a file leads within core, both below `core/src`; undefined when it leads elsewhere. */
const targetOf = (file, specified) =>
  specified.startsWith(".")
    ? posix.normalize(posix.join(posix.dirname(file), specified))
    : specified.startsWith(own)
    ? specified.slice(own.length)
    : undefined

/** Imports of a room that is not below their own, of files as pairs of a path below `core/src` and a text. */
export const upwardImports = (files) =>
  files.flatMap(([file, text]) => {
    const [room, name] = file.split("/")
    if (name === undefined) return []
    const level = rooms.indexOf(room)
    if (level < 0) return [`${file}: the room ${room} is not in the order of rooms`]
    return Array.from(text.matchAll(specifier), ([, specified]) => targetOf(file, specified))
      .filter((target) => target !== undefined && target.split("/")[0] !== room)
      .filter((target) => !target.includes("/") || !(rooms.indexOf(target.split("/")[0]) < level))
      .map((target) => `${file} imports ${target}`)
  })

/** All files of core, as `upwardImports` takes them. */
export const filesOfCore = (root) => {
  const folder = join(root, "core", "src")
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join("/"), readFileSync(path, "utf8")])
    .toSorted(([a], [b]) => a < b ? -1 : 1)
}
