/** What a search finds: a page, a heading, or the text below one. */
export interface Found {
  readonly document: {
    /** Its text. */
    readonly t: string
    /** The heading that its text is below. */
    readonly s?: string
    /** The address of its page. */
    readonly u: string
    /** The part of the page, as `#notenoughfunds`. */
    readonly h?: string
  }
  readonly isInterOfTree?: boolean
  readonly isLastOfTree?: boolean
}

/** Words of a text without marks at their ends. Numbers and names in braces say nothing: a refusal has others each time. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text.toLowerCase().replaceAll(/\{[^}]*\}/g, " ").split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "" && !/^[\d.,:]+$/.test(word))

/** What the index is asked for. An input of nothing but numbers stays as it is. */
export const queryOf = (input: string): string => wordsOf(input).join(" ") || input

/** Pages that say what one name means. */
const isReference = (address: string) => /^\/docs\/reference\/(?!changelog|packages|tables)/.test(address)

/** The smaller, the earlier. Text about the very words comes before text in which they are scattered. */
const rankOf = ({ document: { s, t, u } }: Found, query: string): number => {
  const phrase = ` ${query} `
  const says = (text: string) => ` ${wordsOf(text).join(" ")} `.includes(phrase)
  const isEntry = isReference(u)
  if (wordsOf(s ?? t).join(" ") === query) return isEntry ? 0 : 1
  if (says(t)) return isEntry ? 2 : 4
  return isEntry ? 3 : 5
}

const placeOf = ({ document: { h = "", u } }: Found) => `${u}${h}`

/** The best results for an input, each place once. */
export const ranked = <A extends Found>(results: ReadonlyArray<A>, input: string, limit: number): ReadonlyArray<A> => {
  const query = queryOf(input)
  const ranks = new Map(results.map((result) => [result, rankOf(result, query)]))
  const sorted = results.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)
  const once = new Map(sorted.toReversed().map((result) => [placeOf(result), result]))
  return sorted.filter((result) => once.get(placeOf(result)) === result).slice(0, limit)
    .map((result) => ({ ...result, isInterOfTree: false, isLastOfTree: false }))
}
