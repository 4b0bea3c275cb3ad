import { parseAst } from "rolldown/parseAst"

/** A part of a source file, as ESTree describes it; `start` and `end` are places in the text. */
export interface Syntax {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Fields that hold types: they do nothing at run time. */
const typeFields = new Set([
  "implements",
  "returnType",
  "superTypeArguments",
  "typeAnnotation",
  "typeArguments",
  "typeParameters"
])

/** Parts of TypeScript that contain an expression; all others are types. */
const expressionsWithType = new Set([
  "TSAsExpression",
  "TSInstantiationExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression"
])

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value

export const parse = (text: string): Syntax => {
  const program: unknown = parseAst(text, { lang: "ts" })
  if (!isSyntax(program)) throw new Error("The parser returned no program")
  return program
}

/** The part in a field. */
export const part = (node: Syntax, field: string): Syntax | undefined => {
  const value = node[field]
  return isSyntax(value) ? value : undefined
}

/** The parts in a field that is a list. */
export const listed = (node: Syntax, field: string): ReadonlyArray<Syntax> => {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isSyntax) : []
}

/** The parts that do something at run time, in the order of the text, each with its field. */
export const children = (node: Syntax): ReadonlyArray<readonly [field: string, child: Syntax]> => {
  const isShorthand = node.type === "Property" && node["shorthand"] === true
  return Object.entries(node)
    .filter(([field]) => !typeFields.has(field) && !(isShorthand && field === "key"))
    .flatMap(([field, value]) => (Array.isArray(value) ? value : [value]).map((child) => [field, child] as const))
    .filter((pair): pair is readonly [string, Syntax] => isSyntax(pair[1]))
    .filter(([, { type }]) => !type.startsWith("TS") || expressionsWithType.has(type))
    .toSorted(([, a], [, b]) => a.start - b.start)
}

/** The name of a call, as `Money.add` or `filter`: the last two parts of what is called. */
export const calledName = (call: Syntax): { readonly of: string; readonly name: string } | undefined => {
  const callee = part(call, "callee")
  if (callee?.type === "Identifier") return { of: "", name: String(callee["name"]) }
  if (callee?.type !== "MemberExpression" || callee["computed"] === true) return undefined
  const object = part(callee, "object")
  return {
    of: object?.type === "Identifier" ? String(object["name"]) : "",
    name: String(part(callee, "property")?.["name"])
  }
}
