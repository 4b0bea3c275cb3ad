/** An element that is drawn. */
export interface DrawnElement {
  readonly parent: DrawnElement | null
  /** The words by which style sheets can select it: its name, id and classes. */
  readonly names: ReadonlyArray<string>
  readonly id: string | undefined
  /** Ids of elements that it draws as well: those it uses, or is filled, clipped or masked with. */
  readonly refersTo: ReadonlyArray<string>
}

const reference = /url\(\s*["']?#([^\s"')]+)/gi

/** The ids to which CSS, or an attribute that may contain CSS, refers. */
export const references = (text: string): ReadonlyArray<string> => Array.from(text.matchAll(reference), ([, id]) => id!)

/**
 * Counts the elements that a viewer draws for the image. Each reference draws its target again, so a few nested
 * references can amount to billions. The result is infinite if an element refers to itself. Counting stops above the
 * limit, so its time depends only on the limit and the length of the image. The result is never too low: a rule of a
 * style sheet counts for every element that it might select.
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
    // Until the count is known: a reference back to this element is a cycle.
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
  /** The rule selects only elements with one of these words among their names; null if it might select any element. */
  readonly words: ReadonlySet<string> | null
}

/** The rules of a style sheet that refer to existing elements. */
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

/** A selector with anything but plain names might select any element. */
const wordsOf = (selector: string): Rule["words"] =>
  /[^\w\s.,#>+~-]/.test(selector) ? null : new Set(selector.match(/[\w-]+/g))

/** Indexes rules by word, so that not every element has to be compared with every rule. */
const stylesOf = (rules: ReadonlyArray<Rule>) => {
  const everywhere = rules.filter(({ words }) => words === null)
  const rulesByWord = new Map<string, Array<Rule>>()
  for (const rule of rules) {
    for (const word of rule.words ?? []) {
      const others = rulesByWord.get(word)
      if (others === undefined) rulesByWord.set(word, [rule])
      else others.push(rule)
    }
  }
  return ({ names }: DrawnElement): Iterable<Rule> =>
    new Set([...everywhere, ...names.flatMap((name) => rulesByWord.get(name) ?? [])])
}

/** The style sheet without comments and strings; strings in `url()` lose only their quotes. */
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
    // An unclosed comment is kept as text.
    if (end === -1) break
    if (end === undefined) at++
    else if (css[at] === "/") replace(end + 2, " ")
    else replace(end + 1, isAddress(css, at) ? css.slice(at + 1, end) : " ")
  }
  return kept.join("") + css.slice(begin)
}

const lineEnds = new Set("\n\r\f")

/** The end of the string that begins at this position; undefined if none begins or it does not end in its line. */
const stringEnd = (css: string, at: number): number | undefined => {
  const quote = css[at]
  if (quote !== "\"" && quote !== "'") return undefined
  let end = at + 1
  while (end < css.length && css[end] !== quote && !lineEnds.has(css[end]!)) end++
  return css[end] === quote ? end : undefined
}

/** Whether the string at this position is the argument of `url(`. */
const isAddress = (css: string, at: number): boolean => {
  let end = at
  while (end > 0 && css[end - 1]!.trim() === "") end--
  return css.slice(Math.max(0, end - 4), end).toLowerCase() === "url("
}
