/** Asks `worker.ts`, in place of the module of this name that comes with the search (`plugins/search.ts`). */
import type { Found, Text } from "./ranking.ts"
import type { Answered, Asked } from "./worker.ts"

/** A result as the search bar and the page of results show it. */
interface Result {
  readonly document: Text
  readonly type: number
  readonly page: Text | undefined
  readonly metadata: { readonly found: { readonly t: { readonly position: Found["positions"] } } }
  readonly tokens: ReadonlyArray<string>
  readonly score: number
}

/** Numbers of the kinds in the search that this stands in for. */
const types = { title: 0, heading: 1, content: 4 }

let worker: Worker | undefined
let asked = 0

const workerOfSite = () => worker ??= new Worker(new URL("./worker.ts", import.meta.url))

const ask = (question: Omit<Asked, "id">) => {
  const id = asked += 1
  const asking = workerOfSite()
  return new Promise<ReadonlyArray<Found>>((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent<Answered>) => {
      if (data.id !== id) return
      asking.removeEventListener("message", onMessage)
      if ("error" in data) reject(new Error(data.error))
      else resolve(data.found)
    }
    asking.addEventListener("message", onMessage)
    asking.postMessage({ ...question, id } satisfies Asked, [])
  })
}

/** The texts exist in a built site alone. */
const isBuilt = process.env["NODE_ENV"] === "production"

export const fetchIndexesByWorker = async (baseUrl: string) => {
  if (isBuilt) await ask({ baseUrl, input: undefined, limit: 0 })
}

export const searchByWorker = async (
  baseUrl: string,
  _context: string,
  input: string,
  limit: number
): Promise<ReadonlyArray<Result>> => {
  if (!isBuilt) return []
  const found = await ask({ baseUrl, input, limit })
  return found.map(({ document, kind, page, positions }, place) => ({
    document,
    type: types[kind],
    page,
    // A text without a word of the question begins where it begins.
    metadata: { found: { t: { position: positions.length > 0 ? positions : [[0, 0]] } } },
    tokens: input.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""),
    score: found.length - place
  }))
}
