// The order of the rooms of core and the users of stand-ins, which `imports.js` holds.
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"

/**
 * The rooms of `core/src`, the lowest first. A room imports only rooms before it. The files beside the rooms, such as
 * `Wristbank.ts`, import all, and of the rooms only the entries import those.
 */
export const rooms = [
  "base",
  "sql",
  "tse",
  "organisation",
  "event",
  "wristband",
  "mail",
  "journal",
  "card",
  "till",
  "sale",
  "cash",
  "presale",
  "fiscal",
  "payout",
  "guest",
  "report",
  "overview",
  "eventfile",
  "entries"
]

/** The files of the product that run simulated devices, providers and festivals. */
export const standInUsers = [
  "cli/src/serving/ReconciliationsLayer.ts",
  "cli/src/serving/Up.ts",
  "cli/src/serving/WholeApplication.ts",
  "cli/src/commands/simulate.ts",
  "cli/src/commands/tse/simulate.ts",
  "cli/src/simulation/LoadedServer.ts",
  "cli/src/simulation/OwnInstallation.ts",
  "cli/src/views/SimulationLines.ts",
  "cli/src/processes/AssignedServer.ts"
]

/** The TypeScript files in a folder below the root, as pairs of a path below it and a text. */
const filesIn = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(join(root, folder), path).split(sep).join("/"), readFileSync(path, "utf8")])
    .toSorted(([a], [b]) => a < b ? -1 : 1)

/** All files of the published packages, as pairs of a path and a text. */
export const filesOfProduct = (root) =>
  ["core/src", "http/src", "cli/src", "cli/stand-ins/src"].flatMap((folder) =>
    filesIn(root, folder).map(([path, text]) => [`${folder}/${path}`, text])
  )
