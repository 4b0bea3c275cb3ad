import { DateTime } from "effect"
import needs from "../../web/administration/needs.json" with { type: "json" }
import type { Office } from "../support/DemoTill.ts"

/** What calls need beside the event. */
const queries = (): Readonly<Record<string, string>> => ({
  "/find": "&q=Bar",
  "/reports/daily": `&report_date=${DateTime.formatIsoDateUtc(DateTime.nowUnsafe())}`,
  "/stats/takings": "&by=hour"
})

/** The lists that have the ids of calls, where that is not the beginning of their address. */
const idLists: Readonly<Record<string, string>> = { "/orders/by-till": "/tills" }

/** Calls about the installation or the caller, about one object, and about settings: they have no list and no figures. */
const others = [
  /^\/(?:auth|config|health|media|public-config)\b/,
  /^\/tree\/(?!events\/1\/checklist|nodes\/1\/(?:audit-logs|open-closings))/,
  /\/:\w+(?:\/:\w+)?$/,
  /\/:\w+\/(?:location|second-factor|shifts\/.*)$/
]

const isOther = (path: string) => !path.includes("/by-") && others.some((pattern) => pattern.test(path))

/** The calls that list or count something at an event. */
export const contentCalls = Object.keys(needs).flatMap((call) => {
  const [method, path] = call.replaceAll(":node_id", "1").split(" ") as [string, string]
  return method !== "GET" || isOther(path) ? [] : [path]
})

/** Whether something is counted or named; ids, moments and zeros alone are nothing. */
const isSomething = (value: unknown, name = ""): boolean => {
  if (Array.isArray(value)) return value.some((one) => isSomething(one))
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).some(([field, one]) => isSomething(one, field))
  }
  if (/(?:^|_)(?:id|ids|time|at|date|start|end)$/.test(name)) return false
  return typeof value === "number" ? value !== 0 : typeof value === "string" && value !== ""
}

/** The lists in an answer by their names, or the answer itself if it has none. */
const partsOf = (answer: unknown): ReadonlyArray<readonly [name: string, part: unknown]> => {
  const lists = (value: unknown, name: string): ReadonlyArray<readonly [string, unknown]> =>
    Array.isArray(value)
      ? [[name, value]]
      : typeof value !== "object" || value === null
      ? []
      : "entities" in value
      ? [[name, Object.values(value.entities as object)]]
      : Object.entries(value).flatMap(([field, one]) => lists(one, `${name} ${field}`))
  const found = lists(answer, "")
  return found.length > 0 ? found : [["", answer]]
}

const idsOf = (list: unknown): ReadonlyArray<string> =>
  Array.isArray(list)
    ? list.map(({ id }) => String(id))
    : Object.keys((list as { readonly entities: object }).entities)

/** The parts of the calls' answers in which nothing is, each with its call; a call about an object is made for some of them. */
export const emptyParts = async (office: Office): Promise<ReadonlyArray<string>> => {
  const empty: Array<string> = []
  const emptyIn = async (path: string, address: string) => {
    const answer = await office<unknown>("GET", `${address}?node_id=1${queries()[path] ?? ""}`)
    return new Set(partsOf(answer).flatMap(([name, part]) => isSomething(part) ? [] : [path + name]))
  }
  for (const path of contentCalls) {
    const [list, parameter] = /^(.*)\/(:\w+)/.exec(path)?.slice(1) ?? []
    if (list === undefined || parameter === undefined) {
      empty.push(...await emptyIn(path, path))
      continue
    }
    const known = idLists[list] ?? (contentCalls.includes(list) ? list : `${list}/`)
    let least: ReadonlySet<string> = new Set([path])
    for (const id of idsOf(await office<unknown>("GET", `${known}?node_id=1`)).slice(0, 40)) {
      // Some objects of a list belong to a node above the event.
      const found = await emptyIn(path, path.replace(parameter, id)).catch(() => least)
      least = least.has(path) && least.size === 1 ? found : least.intersection(found)
      if (least.size === 0) break
    }
    empty.push(...least)
  }
  return empty
}
