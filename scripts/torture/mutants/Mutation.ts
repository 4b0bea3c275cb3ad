import { calledName, listed, part, type Syntax } from "./SyntaxTree.ts"

/** A change of one expression: its new text. */
export type Replacement = string

/** Other operators for an operator. */
const operators: { readonly [operator: string]: ReadonlyArray<string> } = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "++": ["--"],
  "--": ["++"]
}

/** Calls of modules, and the function that is called instead; `null` leaves the first argument alone. */
const calls: { readonly [name: string]: string | null } = {
  "Math.min": "Math.max",
  "Math.max": "Math.min",
  "Money.add": "Money.subtract",
  "Money.subtract": "Money.add",
  "Money.negate": null,
  "Money.absolute": null,
  "DateTime.isGreaterThan": "DateTime.isGreaterThanOrEqualTo",
  "DateTime.isGreaterThanOrEqualTo": "DateTime.isGreaterThan",
  "DateTime.isLessThan": "DateTime.isLessThanOrEqualTo",
  "DateTime.isLessThanOrEqualTo": "DateTime.isLessThan"
}

/** Methods, and the method that is called instead; `null` leaves the object alone. */
const methods: { readonly [name: string]: string | null } = {
  every: "some",
  some: "every",
  filter: null,
  slice: null,
  toReversed: null,
  toSorted: null,
  trim: null
}

const isLiteral = (node: Syntax | undefined, kind: string) =>
  node?.type === "Literal" && typeof node["value"] === kind || (kind === "string" && node?.type === "TemplateLiteral")

/** Expressions that need no parentheses beside an operator. */
const simple = new Set(["CallExpression", "Identifier", "Literal", "MemberExpression", "TSNonNullExpression"])

const operandOf = (node: Syntax, text: string): string => {
  const source = text.slice(node.start, node.end)
  return simple.has(node.type) ? source : `(${source})`
}

const ofOperator = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const left = part(node, "left")!
  const right = part(node, "right")!
  const operator = String(node["operator"])
  // Without its operator, a text that is put together is no calculation.
  if (operator === "+" && (isLiteral(left, "string") || isLiteral(right, "string"))) return []
  const [a, b] = [left, right].map((operand) => operandOf(operand, text))
  if (operator === "??") return [a!, b!]
  return (operators[operator] ?? []).map((other) => `${a} ${other} ${b}`)
}

const ofUnary = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const argument = part(node, "argument")!
  return node["operator"] === "!" || node["operator"] === "-" ? [text.slice(argument.start, argument.end)] : []
}

const ofUpdate = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const argument = part(node, "argument")!
  const operator = operators[String(node["operator"])]![0]!
  const name = text.slice(argument.start, argument.end)
  return [node["prefix"] === true ? `${operator}${name}` : `${name}${operator}`]
}

const ofLiteral = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const source = text.slice(node.start, node.end)
  const { value } = node
  if (typeof value === "boolean") return [String(!value)]
  if (typeof value === "bigint" || typeof node["bigint"] === "string") {
    return [source === "1n" ? "0n" : `${source} + 1n`]
  }
  if (typeof value === "number") return [source === "1" ? "0" : `${source} + 1`]
  // Texts with spaces are for people. Names decide.
  return typeof value === "string" && value !== "" && !value.includes(" ") ? [`""`] : []
}

const ofCall = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const called = calledName(node)
  const callee = part(node, "callee")!
  if (called === undefined) return []
  const given = listed(node, "arguments")
  const between = text.slice(callee.end, node.end)
  const full = `${called.of}.${called.name}`
  if (full === "Money.sum") return ["Money.zero"]
  if (Object.hasOwn(calls, full)) {
    const other = calls[full]
    return [other === null ? text.slice(given[0]!.start, given[0]!.end) : `${other}${between}`]
  }
  if (callee.type !== "MemberExpression" || !Object.hasOwn(methods, called.name)) return []
  const object = part(callee, "object")!
  const other = methods[called.name]
  const before = text.slice(object.start, object.end)
  return [other === null ? before : `${before}.${other}${between}`]
}

/** The list without each of its elements. */
const ofList = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const elements = listed(node, "elements").map(({ end, start }) => text.slice(start, end))
  return elements.map((_, n) => `[${elements.toSpliced(n, 1).join(", ")}]`)
}

/** Without the check for a missing value. */
const ofChain = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  const source = text.slice(node.start, node.end)
  return source.split("?.").length === 2 ? [source.replace(/\?\.(?=[[(])/, "").replace("?.", ".")] : []
}

/** What an expression is replaced by, one after the other; it is parenthesised where it stands. */
export const replacements = (node: Syntax, text: string): ReadonlyArray<Replacement> => {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return ofOperator(node, text)
    case "UnaryExpression":
      return ofUnary(node, text)
    case "UpdateExpression":
      return ofUpdate(node, text)
    case "Literal":
      return ofLiteral(node, text)
    case "CallExpression":
      return ofCall(node, text)
    case "ArrayExpression":
      return ofList(node, text)
    case "ChainExpression":
      return ofChain(node, text)
    default:
      return []
  }
}

/** What the condition of an `if`, of a choice or of a loop is replaced by. A loop that never ends says nothing. */
export const conditions = (holder: Syntax): ReadonlyArray<Replacement> => {
  switch (holder.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return ["true", "false"]
    case "WhileStatement":
    case "ForStatement":
      return ["false"]
    default:
      return []
  }
}
