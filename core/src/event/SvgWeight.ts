/** An element of an image that is drawn. */
export interface DrawnElement {
  readonly parent: DrawnElement | null
  /** By which style sheets may select it: its name, id and classes. */
  readonly names: ReadonlyArray<string>
  readonly id: string | undefined
  /** Ids of what it draws as well: what it uses, is filled, clipped or masked with. */
  readonly refersTo: ReadonlyArray<string>
}

const reference = /url\(\s*["']?#([^\s"')]+)/gi

/** The ids that CSS, or an attribute that may hold some, refers to. */
export const references = (text: string): ReadonlyArray<string> => Array.from(text.matchAll(reference), ([, id]) => id!)

/**
 * How many elements a program draws for the image, as it draws what is referred to once for each reference: a few nested
 * references can come to billions. Infinite where an element refers to itself, and above the limit, which ends the count: it
 * takes no longer than the limit and the length of the image say. Never too little: a rule of a style sheet counts for every
 * element it might select.
 */
export const weightOf = (elements: ReadonlyArray<DrawnElement>, css: string, limit: number): number => {
  const children = Map.groupBy(elements, ({ parent }) => parent)
  const byId = Map.groupBy(elements, ({ id }) => id)
  const styled = stylesOf(rulesOf(css, byId))
  const known = new Map<DrawnElement, number>()
  const sumOf = (parts: Iterable<DrawnElement>, before: number): number => {
    let sum = before
    for (const part of parts) {
      if (sum > limit) return Infinity
      sum += weigh(part)
    }
    return sum
  }
  const weigh = (element: DrawnElement): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    // Whoever comes back here meanwhile goes in a circle.
    known.set(element, Infinity)
    let weight = sumOf(children.get(element) ?? [], 1)
    for (const id of element.refersTo) weight = sumOf(byId.get(id) ?? [], weight)
    if (weight > limit) return weight
    for (const { ids } of styled(element)) {
      for (const id of ids) weight = sumOf(byId.get(id) ?? [], weight)
      if (weight > limit) return weight
    }
    known.set(element, weight)
    return weight
  }
  return sumOf(children.get(null) ?? [], 0)
}

interface Rule {
  readonly ids: ReadonlyArray<string>
  /** Of these words one stands in the names of each element that the rule selects; null: it might select any. */
  readonly words: ReadonlySet<string> | null
}

/** The rules of a style sheet that refer to elements which are there. */
const rulesOf = (css: string, there: ReadonlyMap<string | undefined, unknown>): ReadonlyArray<Rule> => {
  const rules: Array<Rule> = []
  const open: Array<string> = []
  const plain = plainOf(css)
  let begin = 0
  for (let at = 0; at <= plain.length; at++) {
    const mark = plain[at]
    if (mark !== "{" && mark !== "}" && mark !== undefined) continue
    const text = plain.slice(begin, at)
    const ids = text === "" ? [] : references(text).filter((id) => there.has(id))
    if (ids.length > 0) rules.push({ ids, words: open.length === 1 ? wordsOf(open[0]!) : null })
    if (mark === "{") open.push(text)
    else open.pop()
    begin = at + 1
  }
  return rules
}

/** A selector that is not of plain names might select any element. */
const wordsOf = (selector: string): Rule["words"] =>
  /[^\w\s.,#>+~-]/.test(selector) ? null : new Set(selector.match(/[\w-]+/g))

/** Finds the rules that might select an element by its names, so that no element is held against each rule. */
const stylesOf = (rules: ReadonlyArray<Rule>) => {
  const everywhere = rules.filter(({ words }) => words === null)
  const byWord = new Map<string, Array<Rule>>()
  for (const rule of rules) {
    for (const word of rule.words ?? []) {
      const others = byWord.get(word)
      if (others === undefined) byWord.set(word, [rule])
      else others.push(rule)
    }
  }
  return ({ names }: DrawnElement): Iterable<Rule> =>
    new Set([...everywhere, ...names.flatMap((name) => byWord.get(name) ?? [])])
}

/** A style sheet without comments and strings; the texts of addresses lose their quotes alone. */
const plainOf = (css: string): string => {
  const kept: Array<string> = []
  let begin = 0
  let at = 0
  const replace = (end: number, replacement: string) => {
    kept.push(css.slice(begin, at), replacement)
    begin = at = end
  }
  while (at < css.length) {
    const end = css.startsWith("/*", at) ? css.indexOf("*/", at + 2) : stringEnd(css, at)
    // A comment without an end is read as if it were none.
    if (end === -1) break
    if (end === undefined) at++
    else if (css[at] === "/") replace(end + 2, " ")
    else replace(end + 1, isAddress(css, at) ? css.slice(at + 1, end) : " ")
  }
  return kept.join("") + css.slice(begin)
}

const lineEnds = new Set("\n\r\f")

/** Where the string ends that begins here; undefined when none begins, or it has no end in its line. */
const stringEnd = (css: string, at: number): number | undefined => {
  const quote = css[at]
  if (quote !== "\"" && quote !== "'") return undefined
  let end = at + 1
  while (end < css.length && css[end] !== quote && !lineEnds.has(css[end]!)) end++
  return css[end] === quote ? end : undefined
}

/** Whether the string that begins here is the text of an address: `url(` stands before it. */
const isAddress = (css: string, at: number): boolean => {
  let end = at
  while (end > 0 && css[end - 1]!.trim() === "") end--
  return css.slice(Math.max(0, end - 4), end).toLowerCase() === "url("
}
