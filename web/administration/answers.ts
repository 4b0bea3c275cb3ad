import { QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { Kept } from "../kit/Answers.ts"
import type { Answer, CallOptions } from "../kit/Call.ts"
import { isTemporary, type Refusal } from "../kit/Refusal.ts"
import { useSubmit } from "../kit/Submit.ts"
import { call, type OfficeAnswer, type OfficeCall, type OfficeInput } from "./calls.ts"

declare module "@tanstack/react-query" {
  interface Register {
    readonly defaultError: Refusal
  }
}

/** All answers that screens have shown: a screen that opens again shows the earlier answer until the new one is there. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      retry: (failures, refusal) => failures < 2 && isTemporary(refusal) && refusal.retryAfterSeconds === undefined
    }
  }
})

/** The calls that change nothing. */
type Reading = Extract<
  OfficeCall,
  | `GET ${string}`
  | `POST ${string}/find-${string}`
  | `POST ${string}/fetch-pretix-${string}`
  | `POST ${string}/generate-test-bon`
  | "POST /payouts/preview"
>

interface ReadOptions {
  /** How often to ask again, in seconds, while the window is in front; only once unless given. */
  readonly everySeconds?: number | undefined
  /** Whether to ask at all; yes unless given. */
  readonly when?: boolean
}

type Arguments<Name extends OfficeCall> = unknown extends OfficeInput<Name> ? [input?: undefined, options?: ReadOptions]
  : [input: OfficeInput<Name>, options?: ReadOptions]

/** An answer on a screen, with a way to ask again. */
export type Loading<T> = Kept<T> & { readonly load: () => void }

/** The call with its types left out: those of a name that is still open can't be spread. */
const callAny = call as (name: OfficeCall, input: unknown, options: CallOptions) => Promise<Answer<unknown>>

const answerOf = async (name: OfficeCall, input: unknown, options: CallOptions): Promise<unknown> => {
  const answer = await callAny(name, input, options)
  if (!answer.ok) throw answer.refusal
  return answer.answer ?? null
}

/** The answer of a call that changes nothing. It is asked again when the window comes to the front, and after every change. */
export const useAnswer = <Name extends Reading>(
  name: Name,
  ...[input, { everySeconds, when = true } = {}]: Arguments<Name>
): Loading<OfficeAnswer<Name>> => {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => answerOf(name, input, { signal }),
    enabled: when,
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1000
  })
  return {
    data: data as OfficeAnswer<Name> | undefined,
    at: dataUpdatedAt,
    refusal: error ?? undefined,
    loading: isFetching,
    load: () => void refetch()
  }
}

/** The entries of a list, which some calls answer as ids with their entities. */
type RowOf<T> = T extends ReadonlyArray<infer Row> ? Row
  : T extends { readonly entities: { readonly [id: string]: infer Row } } ? Row
  : never

/** The answer of a call that lists all entries at once, in their order. */
export const useList = <Name extends Reading>(
  name: Name,
  ...rest: Arguments<Name>
): Loading<ReadonlyArray<RowOf<OfficeAnswer<Name>>>> => {
  const answer = useAnswer(name, ...rest)
  const data = useMemo(() => answer.data === undefined ? undefined : rowsOf<RowOf<OfficeAnswer<Name>>>(answer.data), [
    answer.data
  ])
  return { ...answer, data }
}

const rowsOf = <Row>(answer: unknown): ReadonlyArray<Row> => {
  if (Array.isArray(answer)) return answer
  const { entities, ids } = answer as { readonly ids: ReadonlyArray<number>; readonly entities: Record<string, Row> }
  return ids.map((id) => entities[id]!)
}

/** The rows of a long list that are loaded, and a way to load those after them. */
export interface Pages<Row> extends Loading<ReadonlyArray<Row>> {
  readonly more: (() => void) | undefined
  /** The number of rows of the whole list, if the call was asked to count them. */
  readonly total: number | undefined
  /** Reads all rows of the list, from its first on. */
  readonly all: () => Promise<Answer<ReadonlyArray<Row>>>
}

/** A page of a list: its rows, and the cursor of the page after it. */
interface PageOf<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly next: string | undefined
  readonly total: number | undefined
}

interface PagedInput {
  readonly query: object
}

/** Asks for the page after a cursor; for the first without one. */
const pageOf = async <Row>(
  name: OfficeCall,
  input: PagedInput,
  query: { readonly cursor: string | undefined; readonly limit: number; readonly count?: "false" | "true" },
  options: CallOptions
): Promise<Answer<PageOf<Row>>> => {
  let next: string | undefined
  let total: string | null = null
  const asked = await callAny(name, { ...input, query: { ...input.query, ...query } }, {
    ...options,
    onHeaders: (headers) => {
      next = cursorIn(headers.get("link"))
      total = headers.get("x-total-count")
    }
  })
  if (!asked.ok) return asked
  const rows = rowsOf<Row>(asked.answer)
  return { ok: true, answer: { rows, next, total: total === null ? undefined : Number(total) } }
}

/** The pages of a long list: the first at once, the next by `more`. The first is counted if the call counts its list. */
export const usePages = <Name extends Reading>(
  name: Name,
  input: OfficeInput<Name> & PagedInput,
  { counts = false }: { readonly counts?: boolean } = {}
): Pages<RowOf<OfficeAnswer<Name>>> => {
  type Row = RowOf<OfficeAnswer<Name>>
  const { data, dataUpdatedAt, error, fetchNextPage, hasNextPage, isFetching, refetch } = useInfiniteQuery({
    queryKey: [name, input, "pages"],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await pageOf<Row>(name, input, {
        cursor: pageParam,
        limit: pageParam === undefined ? firstPageSize : laterPageSize,
        ...(counts && pageParam === undefined && { count: "true" })
      }, { signal })
      if (!page.ok) throw page.refusal
      return page.answer
    },
    getNextPageParam: ({ next }) => next,
    // Rows are not compared with those before, which would take longer the more there are: only those on screen are drawn.
    structuralSharing: false
  })
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  return {
    data: rows,
    at: dataUpdatedAt,
    refusal: error ?? undefined,
    loading: isFetching,
    load: () => void refetch(),
    total: data?.pages[0]?.total,
    more: hasNextPage ? () => void (isFetching || fetchNextPage()) : undefined,
    all: () => allPages<Row>(name, input)
  }
}

const allPages = async <Row>(name: OfficeCall, input: PagedInput): Promise<Answer<ReadonlyArray<Row>>> => {
  const rows: Array<Row> = []
  let cursor: string | undefined
  do {
    const page = await pageOf<Row>(name, input, { cursor, limit: mostPerPage }, { timeoutMilliseconds: 60_000 })
    if (!page.ok) return page
    rows.push(...page.answer.rows)
    cursor = page.answer.next
  } while (cursor !== undefined)
  return { ok: true, answer: rows }
}

/** The first page fills the window soon; readers who continue get more at once, so that reading all again takes few calls. */
const firstPageSize = 100
const laterPageSize = 500
/** The most that the server answers at once. */
const mostPerPage = 1_000

/** The cursor of the next page in a `Link` header, such as `<?limit=200&cursor=90210>; rel="next"`. */
export const cursorIn = (link: string | null): string | undefined => {
  const [, target] = /^<\??([^>]*)>; rel="next"$/.exec(link ?? "") ?? []
  return target === undefined ? undefined : new URLSearchParams(target).get("cursor") ?? undefined
}

/** A change that a person starts; afterwards everything on screen is asked again. */
export const useChange = <T, Given extends ReadonlyArray<unknown> = []>(
  change: (...given: Given) => Promise<Answer<T>>,
  onDone: (answer: T) => void = () => {}
) =>
  useSubmit(change, (answer: T) => {
    void answers.invalidateQueries()
    onDone(answer)
  })

/** The options of a call that replaces a thing only if it still has this version. */
export const ifVersion = (version: string | undefined): CallOptions =>
  version === undefined ? {} : { headers: { "if-match": `"${version}"` } }

/** One change after the other, up to the first that is refused. */
export const inTurn = async <Thing, T>(
  things: ReadonlyArray<Thing>,
  change: (thing: Thing) => Promise<Answer<T>>
): Promise<Answer<ReadonlyArray<T>>> => {
  const done: Array<T> = []
  for (const thing of things) {
    const answer = await change(thing)
    if (!answer.ok) return answer
    done.push(answer.answer)
  }
  return { ok: true, answer: done }
}
