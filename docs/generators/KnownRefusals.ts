/** Which refusals each call has: the table `docs/reference/refusals.json`, which `refusals.ts` makes from what the tests met. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** By API and call the refusals, each as status, id, and rule if it has one: `400 InvalidArgument order.top_up_too_small`. */
export type Refusals = { readonly [api: string]: { readonly [call: string]: ReadonlyArray<string> } }

/** A refusal as the tests write it down, a line each. */
export interface MetRefusal {
  readonly api: string
  readonly call: string
  readonly refusal: string
}

/** Refusals that follow from what a call needs and takes, or that any call has. The table leaves them out. */
const generalRefusals = [
  "401 NotAuthenticated",
  "401 Unauthorized",
  "403 AccessDenied organisation.privilege_missing",
  "422 InvalidRequest",
  "503 ServiceUnavailable"
] as const
export type GeneralRefusal = typeof generalRefusals[number]

/** The ids of further answers that any call may give: the request is too large, or something failed that no rule foresees. */
const ofEveryCall: ReadonlySet<string> = new Set(["BodyTooLarge", "InternalError", "InvalidRequest"])

/** Whether the table leaves out a refusal. */
export const isGeneral = (refusal: string): boolean =>
  (generalRefusals as ReadonlyArray<string>).includes(refusal) || ofEveryCall.has(refusal.split(" ")[1]!)

/** Where the table is stored. */
export const refusalsFile = fileURLToPath(new URL("../reference/refusals.json", import.meta.url))

/** The table as it is stored. */
export const knownRefusals = (): Refusals => JSON.parse(readFileSync(refusalsFile, "utf8"))

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => a < b ? -1 : 1

/** An object of groups of items, by the name of the group and in the order of the names. */
const grouped = <A, B>(items: ReadonlyArray<A>, nameOf: (item: A) => string, f: (items: ReadonlyArray<A>) => B) =>
  Object.fromEntries([...Map.groupBy(items, nameOf)].toSorted(byName).map(([name, some]) => [name, f(some)]))

const refusalsOf = (met: ReadonlyArray<MetRefusal>): ReadonlyArray<string> =>
  [...new Set(met.map(({ refusal }) => refusal))].toSorted()

/** A table of refusals, each once, everything in the order of its name. */
export const tableOf = (met: ReadonlyArray<MetRefusal>): Refusals =>
  grouped(met, ({ api }) => api, (ofApi) => grouped(ofApi, ({ call }) => call, refusalsOf))

/** The lines that a table consists of. */
export const linesOf = (table: Refusals): ReadonlyArray<MetRefusal> =>
  Object.entries(table).flatMap(([api, calls]) =>
    Object.entries(calls).flatMap(([call, refusals]) => refusals.map((refusal) => ({ api, call, refusal })))
  )
