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
 * references can come to billions. Infinite where an element refers to itself. Never too little: a rule of a style sheet counts
 * for every element it might select.
 */
export const weightOf = (elements: ReadonlyArray<DrawnElement>, css: string): number => {
  const rules = rulesOf(css)
  const children = Map.groupBy(elements, ({ parent }) => parent)
  const byId = Map.groupBy(elements, ({ id }) => id)
  const known = new Map<DrawnElement, number>()
  const weigh = (element: DrawnElement): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    // Whoever comes back here meanwhile goes in a circle.
    known.set(element, Infinity)
    const styled = rules.filter(({ selects }) => selects(element)).flatMap(({ ids }) => ids)
    const referred = [...element.refersTo, ...styled].flatMap((id) => byId.get(id) ?? [])
    const parts = [...children.get(element) ?? [], ...referred]
    const weight = parts.reduce((sum, part) => sum + weigh(part), 1)
    known.set(element, weight)
    return weight
  }
  return (children.get(null) ?? []).reduce((sum, root) => sum + weigh(root), 0)
}

interface Rule {
  readonly ids: ReadonlyArray<string>
  readonly selects: (element: DrawnElement) => boolean
}

/** The rules of a style sheet that refer to elements. */
const rulesOf = (css: string): ReadonlyArray<Rule> => {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, " ")
    .replaceAll(/url\(\s*(["'])(.*?)\1\s*\)/gis, "url($2)")
    .replaceAll(/(["']).*?\1/gs, " ")
  const rules: Array<Rule> = []
  const open: Array<string> = []
  let text = ""
  for (const part of plain.split(/([{}])/)) {
    if (part === "{") open.push(text)
    else if (part === "}") open.pop()
    else {
      text = part
      const ids = references(part)
      if (ids.length > 0) rules.push({ ids, selects: selectedBy(open.length === 1 ? open[0]! : "*") })
    }
  }
  return rules
}

/** Whether a selector might select an element; one that is not of plain names might select any. */
const selectedBy = (selector: string): Rule["selects"] => {
  if (/[^\w\s.,#>+~-]/.test(selector)) return () => true
  const words = new Set(selector.match(/[\w-]+/g))
  return ({ names }) => names.some((name) => words.has(name))
}
