import { conditions, replacements } from "./Mutation.ts"
import { calledName, children, parse, part, type Syntax } from "./SyntaxTree.ts"

/** One defect that can be switched on in a file. */
export interface Mutant {
  readonly id: number
  readonly file: string
  /** The innermost named function or class around it; empty at the top of the file. */
  readonly within: string
  readonly line: number
  readonly from: string
  readonly to: string
  /** Which of the mutants that are otherwise described alike it is, from 0. */
  readonly nth: number
}

export interface MutatedSource {
  readonly mutants: ReadonlyArray<Mutant>
  /** The file with all its mutants; `globalThis.isMutated(id)` says which is active. */
  readonly text: string
}

/** What surrounds an expression. */
interface Place {
  readonly within: string
  /** A change here would not be a defect that a test of decisions can find, or no valid program. */
  readonly kept: boolean
  /** Strings and lists here describe data, such as the fields of a schema or all accounts, and decide nothing. */
  readonly describing: boolean
}

/** Parts of a file that are left as they are. */
const keptTypes = new Set(["ExportAllDeclaration", "ImportDeclaration", "TemplateElement"])

const nameOf = (node: Syntax): string | undefined => {
  const name = part(node, "id")?.["name"]
  return node.type === "VariableDeclarator" || node.type === "FunctionDeclaration" || node.type === "ClassDeclaration"
    ? typeof name === "string" ? name : undefined
    : node.type === "MethodDefinition"
    ? String(part(node, "key")?.["name"])
    : undefined
}

/** Whether the call describes data: a schema, an error class, or the texts of rules. */
const describesData = (node: Syntax): boolean => {
  if (node.type !== "CallExpression") return false
  const called = calledName(node)
  if (called === undefined) {
    return part(node, "callee")?.type === "CallExpression" && describesData(part(node, "callee")!)
  }
  return called.of.startsWith("Schema") || /^(annotate|brand|define\w*|text|centsThat|pick|omit)$/.test(called.name)
}

/** The fields of a part that are kept: what a name, a target of an assignment or a called function is. */
const keptFields = (node: Syntax): ReadonlyArray<string> => {
  switch (node.type) {
    case "Property":
      // The status of a refusal is a matter of HTTP, and tested there.
      if (part(node, "key")?.["name"] === "httpApiStatus") return ["key", "value"]
      return node["computed"] === true ? [] : ["key"]
    case "PropertyDefinition":
    case "MethodDefinition":
      return node["computed"] === true ? [] : ["key"]
    case "AssignmentExpression":
    case "ForOfStatement":
      return ["left"]
    case "UpdateExpression":
      return ["argument"]
    default:
      return []
  }
}

/** Puts all mutants into a file. Numbers of mutants begin at `firstId`. */
export const mutate = (file: string, text: string, firstId: number): MutatedSource => {
  const mutants: Array<Mutant> = []
  const alike = new Map<string, number>()

  const add = (node: Syntax, within: string, to: string): string => {
    const from = text.slice(node.start, node.end).replaceAll(/\s+/g, " ")
    const described = { file, within, from, to: to.replaceAll(/\s+/g, " ") }
    const key = JSON.stringify(described)
    const nth = alike.get(key) ?? 0
    alike.set(key, nth + 1)
    const id = firstId + mutants.length
    mutants.push({ id, ...described, line: text.slice(0, node.start).split("\n").length, nth })
    return `globalThis.isMutated(${id}) ? (${to}) : `
  }

  /** The text of an expression with its mutants; `isSpine` where parentheses would change what a chain of calls means. */
  const emit = (node: Syntax, place: Place, more: ReadonlyArray<string>, isSpine: boolean): string => {
    if (keptTypes.has(node.type) || (node.type === "ExpressionStatement" && "directive" in node && node["directive"])) {
      return text.slice(node.start, node.end)
    }
    const within = nameOf(node) ?? place.within
    const isData = place.describing && (node.type === "ArrayExpression" || typeof node["value"] === "string")
    const own = place.kept || isSpine || isData ? [] : [...replacements(node, text), ...more]
    const describing = (place.describing || describesData(node)) && !node.type.includes("Function")
    const inner = { within, kept: place.kept, describing }
    const kept = keptFields(node)
    let written = ""
    let at = node.start
    for (const [field, child] of children(node)) {
      const below = { ...inner, kept: inner.kept || kept.includes(field) }
      const spine = field === "callee" || field === "tag" || field === "quasi" ||
        ((isSpine || node.type === "ChainExpression") && (field === "object" || field === "expression"))
      written += text.slice(at, child.start)
      written += emit(child, below, field === "test" ? conditions(node) : [], spine)
      at = child.end
    }
    written += text.slice(at, node.end)
    if (node.type === "ExpressionStatement") return `{ ${removable(node, place, written)} }`
    return own.length === 0 ? written : `(${own.map((to) => add(node, place.within, to)).join("")}(${written}))`
  }

  /** A statement that calls something can be left out. */
  const removable = (statement: Syntax, { kept, within }: Place, written: string): string => {
    const expression = part(statement, "expression")!
    const isCall = expression.type === "CallExpression" || expression.type === "YieldExpression"
    return isCall && !kept ? `(${add(expression, within, "void 0")}(${written.trim()}))` : written
  }

  const written = emit(parse(text), { within: "", kept: false, describing: true }, [], false)
  return { mutants, text: written }
}
