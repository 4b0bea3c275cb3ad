/** Searches beside the page, so that typing stays smooth. It is asked with a number, and answers with the same. */
import { searchIndexUrl } from "@easyops-cn/docusaurus-search-local/dist/client/client/utils/proxiedGeneratedConstants.js"
import { type Found, type Index, indexOf, search, type Text } from "./ranking.ts"

export interface Asked {
  readonly id: number
  readonly baseUrl: string
  /** What was typed; none to fetch the texts alone. */
  readonly input: string | undefined
  readonly limit: number
}

export type Answered =
  | { readonly id: number; readonly found: ReadonlyArray<Found> }
  | { readonly id: number; readonly error: string }

type File = ReadonlyArray<{ readonly documents: ReadonlyArray<Text> }>

const fetchIndex = async (baseUrl: string): Promise<Index> => {
  const response = await fetch(new URL(`${baseUrl}${searchIndexUrl.replace("{dir}", "")}`, self.location.origin))
  if (!response.ok) throw new Error(`The texts of the site could not be loaded: ${response.status}`)
  const [titles, headings, , , contents] = (await response.json() as File).map(({ documents }) => documents)
  return indexOf({ titles: titles ?? [], headings: headings ?? [], contents: contents ?? [] })
}

let fetched: Promise<Index> | undefined

/** The index, loaded once; again if that failed. */
const indexFor = (baseUrl: string): Promise<Index> => {
  fetched ??= fetchIndex(baseUrl).catch((error: unknown) => {
    fetched = undefined
    throw error
  })
  return fetched
}

const answer = async ({ baseUrl, id, input, limit }: Asked): Promise<Answered> => {
  try {
    const index = await indexFor(baseUrl)
    return { id, found: input === undefined ? [] : search(index, input, limit) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

self.addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  void answer(data).then((answered) => self.postMessage(answered, { transfer: [] }))
})
