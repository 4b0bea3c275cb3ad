// Which file may import which, with imports of types alone; `npm run check` holds it.
import { rooms, standInUsers } from "./rooms.js"

const oneOf = (names) => `(?:${names.join("|")})`
const exactly = (files) => `^${oneOf(files.map((file) => file.replaceAll(".", "\\.")))}$`

/** A room imports only the rooms before it in the list. */
const roomRules = rooms.slice(0, -1).map((room, at) => ({
  name: `${room} imports only rooms below it`,
  severity: "error",
  from: { path: `^core/src/${room}/` },
  to: { path: `^core/src/${oneOf(rooms.slice(at + 1))}/` }
}))

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no missing files",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, path: "^(?:\\.|@wristbank/)" }
    },
    ...roomRules,
    {
      name: "only entries import the files beside the rooms",
      severity: "error",
      from: { path: "^core/src/[^/]+/", pathNot: "^core/src/entries/" },
      to: { path: "^core/src/[^/]+$" }
    },
    {
      name: "core stands below http, cli and web",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "^(?:http|cli|web|test|scripts)/" }
    },
    {
      name: "stand-ins stand below cli and web",
      severity: "error",
      from: { path: "^cli/stand-ins/" },
      to: { path: "^(?:cli/src|web|test|scripts)/" }
    },
    {
      name: "http stands below cli and web",
      severity: "error",
      from: { path: "^http/" },
      to: { path: "^(?:cli|web|test|scripts)/" }
    },
    {
      name: "stand-ins are for the commands that run them",
      severity: "error",
      from: { path: "^(?:core|http|cli/src)/", pathNot: exactly(standInUsers) },
      to: { path: "^cli/stand-ins/" }
    },
    {
      name: "only the application imports the list of tasks",
      severity: "error",
      from: { path: "^web/administration/", pathNot: "^web/administration/Administration\\.tsx$" },
      to: { path: "^web/administration/Tasks\\.ts$" }
    }
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] }
  }
}
