/** Finds pages for what people type. Pure: the worker gives it the texts of the site, and a test those of the folder. */
import { paraphrasesOf, type Word, wordsOf } from "./words.ts"

/** A text of the site: the title of a page, a heading, or the text below one. */
export interface Text {
  readonly i: number
  /** The text itself. */
  readonly t: string
  /** The address of its page. */
  readonly u: string
  /** The part of the page, as `#notenoughfunds`; none at its beginning. */
  readonly h?: string
  /** The heading that a text is below. */
  readonly s?: string
  /** The number of the page's title. */
  readonly p?: number
  /** The sections of the site that the page is in. */
  readonly b?: ReadonlyArray<string>
}

export interface Texts {
  readonly titles: ReadonlyArray<Text>
  readonly headings: ReadonlyArray<Text>
  readonly contents: ReadonlyArray<Text>
}

type Kind = "title" | "heading" | "content"

export interface Found {
  readonly document: Text
  readonly kind: Kind
  /** The title of the page, unless it is the document. */
  readonly page: Text | undefined
  /** Where words of the question are in the text, as start and length. */
  readonly positions: ReadonlyArray<readonly [start: number, length: number]>
}

/** The beginning of a page, or what is below one of its headings. */
interface Place {
  readonly page: Text
  readonly heading: Text | undefined
  readonly content: Text | undefined
  readonly titleWords: ReadonlySet<string>
  readonly headingWords: ReadonlySet<string>
  /** Whether it is what there is to read about the one name in its heading. */
  readonly isNamed: boolean
  /** The words of the heading, as one text. */
  readonly headingLine: string
  readonly counts: ReadonlyMap<string, number>
  /** The words of the content, as one text. */
  readonly contentLine: string
  readonly size: number
}

export interface Index {
  readonly places: ReadonlyArray<Place>
  /** How many pages have a word. */
  readonly pagesOf: ReadonlyMap<string, number>
  readonly pageCount: number
  readonly meanSize: number
}

const formsOf = ({ parts, whole }: Word): ReadonlyArray<string> => parts.includes(whole) ? parts : [whole, ...parts]

const lineOf = (words: ReadonlyArray<Word>) => ` ${words.flatMap(({ parts }) => parts).join(" ")} `

/** Pages whose headings are names. */
const entries = /^\/docs\/reference\/(?!tables|event-file)/

const placeOf = (page: Text, heading: Text | undefined, content: Text | undefined): Place => {
  const titleWords = new Set(wordsOf(page.t).flatMap(formsOf))
  const headingTokens = wordsOf((heading ?? page).t)
  const contentTokens = wordsOf(content?.t ?? "")
  const counts = new Map<string, number>()
  for (const form of contentTokens.flatMap(formsOf)) counts.set(form, (counts.get(form) ?? 0) + 1)
  return {
    page,
    heading,
    content,
    titleWords,
    headingWords: new Set(headingTokens.flatMap(formsOf)),
    isNamed: entries.test(page.u) && !(heading ?? page).t.includes(" "),
    headingLine: lineOf(headingTokens),
    counts,
    contentLine: lineOf(contentTokens),
    size: contentTokens.length
  }
}

const keyOf = ({ h = "", u }: Text) => `${u}${h}`

/** What a search needs of the texts, made once. */
export const indexOf = ({ contents, headings, titles }: Texts): Index => {
  const pages = new Map(titles.map((title) => [title.i, title]))
  const headingAt = new Map(headings.map((heading) => [keyOf(heading), heading]))
  const contentAt = new Map(contents.map((content) => [keyOf(content), content]))
  const starts = new Map<string, Text>(titles.map((title) => [keyOf(title), title]))
  // The text below a title may have the mark of the title.
  for (const content of contents) if (!headingAt.has(keyOf(content))) starts.set(keyOf(content), content)
  const isBegun = new Set(contents.filter((content) => !headingAt.has(keyOf(content))).map(({ u }) => u))
  const places = [...starts, ...headingAt].flatMap(([key, text]) => {
    const page = pages.get(text.p ?? text.i)
    if (page === undefined || (text === page && isBegun.has(page.u) && !contentAt.has(key))) return []
    return [placeOf(page, headingAt.get(key), contentAt.get(key))]
  })
  const wordsOfPage = new Map<string, Set<string>>()
  for (const { counts, headingWords, page, titleWords } of places) {
    const words = wordsOfPage.get(page.u) ?? new Set(titleWords)
    for (const word of [...headingWords, ...counts.keys()]) words.add(word)
    wordsOfPage.set(page.u, words)
  }
  const pagesOf = new Map<string, number>()
  for (const words of wordsOfPage.values()) for (const word of words) pagesOf.set(word, (pagesOf.get(word) ?? 0) + 1)
  const meanSize = places.reduce((sum, { size }) => sum + size, 0) / Math.max(1, places.length)
  return { places, pagesOf, pageCount: wordsOfPage.size, meanSize }
}

/** How much a place counts by what its page is for: those that say how to do something come before those that list everything. */
const weights: ReadonlyArray<readonly [address: RegExp, weight: number]> = [
  [/^\/docs\/(start|intro)\b/, 1.3],
  [/^\/docs\/(user-guide|administrator-documentation)\b/, 1.25],
  [/^\/docs\/developer-documentation\/(api|decisions|asvs)/, 0.55],
  [/^\/docs\/developer-documentation\b/, 0.85],
  [/^\/docs\/reference\/(rules|tables|packages|changelog|order-of-checks)/, 0.35],
  [/^\/docs\/reference\b/, 0.75],
  [/^\/docs\b/, 1],
  [/^\/api\b/, 0.35],
  [/^\/(blog|source)\b/, 0.4]
]

const weightOf = (address: string) => weights.find(([pattern]) => pattern.test(address))?.[1] ?? 0.7

/** Whether two words differ in one letter, or in two that changed places. */
const isTypo = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restA === Array.from(restB).toReversed().join("")
}

/** A word of the question with the words of the site that may be meant. */
type Asked = ReadonlyArray<{ readonly word: string; readonly likeness: number }>

const askedFor = ({ pagesOf }: Index, word: string, isLast: boolean): Asked => {
  const known = Array.from(pagesOf.keys())
  const begun = isLast && word.length >= 2 ? known.filter((other) => other !== word && other.startsWith(word)) : []
  const meant = pagesOf.has(word) || begun.length > 0 || word.length < 5
    ? []
    : known.filter((other) => isTypo(word, other))
  return [
    { word, likeness: 1 },
    ...begun.slice(0, 200).map((other) => ({ word: other, likeness: 0.4 })),
    ...meant.map((other) => ({ word: other, likeness: 0.5 }))
  ]
}

const rarityOf = ({ pageCount, pagesOf }: Index, word: string) => {
  const pages = pagesOf.get(word) ?? 0
  return Math.log(1 + (pageCount - pages + 0.5) / (pages + 0.5))
}

const titleCounts = 3
const headingCounts = 2.5

/** How well one word of the question fits a place, from 0 to 6.5. */
const fitOf = ({ meanSize }: Index, { counts, headingWords, size, titleWords }: Place, word: string): number => {
  const count = counts.get(word) ?? 0
  const inContent = count / (count + 0.6 + 0.6 * size / Math.max(1, meanSize))
  return inContent + (headingWords.has(word) ? headingCounts : 0) + (titleWords.has(word) ? titleCounts : 0)
}

interface Question {
  readonly asked: ReadonlyArray<Asked>
  readonly rarities: ReadonlyArray<number>
  readonly line: string
  readonly size: number
}

const scoreOf = (index: Index, place: Place, { asked, line, rarities, size }: Question): number => {
  const fits = asked.map((words) =>
    words.reduce((best, { likeness, word }) => Math.max(best, likeness * fitOf(index, place, word)), 0)
  )
  const all = rarities.reduce((sum, rarity) => sum + rarity, 0)
  const covered = fits.reduce((sum, fit, at) => sum + (fit > 0 ? rarities[at]! : 0), 0) / all
  if (covered === 0) return 0
  const sum = fits.reduce((total, fit, at) => total + fit * rarities[at]!, 0)
  const weight = weightOf(place.page.u)
  // A heading that is the question is about it, and if it is a name, about nothing else; a text that says a longer one word for word, too.
  if (place.headingLine === line) return sum * (place.isNamed ? 4 * Math.max(0.9, weight) : 2 * weight)
  if (size >= 3 && place.contentLine.includes(line)) return (sum + 12) * Math.max(1, weight)
  const headingSize = Math.max(place.headingWords.size, 1)
  const headed = asked.filter((words) => words.some(({ word }) => place.headingWords.has(word))).length
  return sum * covered ** 2 * weight * (1 + 0.5 * headed / Math.max(headingSize, size))
}

const questionOf = (index: Index, words: ReadonlyArray<string>, line: string): Question => ({
  asked: words.map((word, at) => askedFor(index, word, at === words.length - 1)),
  rarities: words.map((word) => rarityOf(index, word)),
  line,
  size: words.length
})

/** What was typed, with a name as the site has it, otherwise with its parts; and the same in other words. */
const questionsOf = (index: Index, input: string): ReadonlyArray<Question> => {
  const tokens = wordsOf(input)
  const parts = tokens.flatMap((token) => token.parts)
  const typed = tokens.flatMap((token) => index.pagesOf.has(token.whole) ? [token.whole] : token.parts)
  return [
    questionOf(index, typed, lineOf(tokens)),
    ...paraphrasesOf(parts).map((words) => questionOf(index, words, ` ${words.join(" ")} `))
  ]
}

const positionsIn = (text: string, words: ReadonlySet<string>) =>
  wordsOf(text).filter((word) => formsOf(word).some((form) => words.has(form)))
    .map(({ length, start }): readonly [number, number] => [start, length])

const foundAt = ({ content, heading, headingWords, page }: Place, words: ReadonlySet<string>): Found => {
  const isHeaded = content === undefined || Array.from(headingWords).some((word) => words.has(word))
  const document = isHeaded ? heading ?? page : content
  const kind = document === page ? "title" : document === heading ? "heading" : "content"
  return { document, kind, page: kind === "title" ? undefined : page, positions: positionsIn(document.t, words) }
}

/** The best places for a question: the best of each page first, then the others. */
export const search = (index: Index, input: string, limit: number): ReadonlyArray<Found> => {
  const questions = questionsOf(index, input).filter(({ size }) => size > 0)
  if (questions.length === 0) return []
  const scored = index.places
    .map((place) => ({ place, score: Math.max(...questions.map((question) => scoreOf(index, place, question))) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const seen = new Set<string>()
  const isFirstOfPage = scored.map(({ place: { page } }) => !seen.has(page.u) && seen.add(page.u) !== undefined)
  const ordered = [...scored.filter((_, at) => isFirstOfPage[at]), ...scored.filter((_, at) => !isFirstOfPage[at])]
  const words = new Set(questions.flatMap(({ asked }) => asked.flat().map(({ word }) => word)))
  return ordered.slice(0, limit).map(({ place }) => foundAt(place, words))
}
