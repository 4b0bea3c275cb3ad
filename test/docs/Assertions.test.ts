import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "rolldown/utils"

const folder = join(import.meta.dirname, "..")

/** A node of a syntax tree; the parser's own types differ for each kind of node. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** The parts that are evaluated: neither types, nor names of fields. */
const childrenOf = (node: SyntaxNode): ReadonlyArray<SyntaxNode> => {
  const named = node["computed"] === true ? undefined : node["property"] ?? node["key"]
  return Object.values(node).flat().filter(isNode).filter((child) => child !== named && !child.type.startsWith("TS"))
}

/** The node and all below it. */
const below = (node: SyntaxNode): ReadonlyArray<SyntaxNode> => {
  const found = [node]
  for (const one of found) found.push(...childrenOf(one))
  return found
}

const namesIn = (node: SyntaxNode): ReadonlySet<string> =>
  new Set(below(node).flatMap(({ name, type }) => type === "Identifier" ? [String(name)] : []))

/** The name that a call begins with: `it` of `it.each(rows)("title", test)`. */
const rootOf = (callee: unknown): string => {
  if (!isNode(callee)) return ""
  if (callee.type === "Identifier") return String(callee.name)
  return rootOf(callee["object"] ?? callee["callee"] ?? callee["tag"])
}

const isTitle = (argument: unknown): boolean =>
  isNode(argument) && ["Literal", "TemplateLiteral", "Identifier", "BinaryExpression"].includes(argument.type)

interface Case {
  readonly path: string
  readonly line: number
  readonly names: ReadonlySet<string>
  /** A line that must not compile is an assertion of the type check. */
  readonly comparesTypes: boolean
}

const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules"))
  .map((path) => {
    const text = readFileSync(join(folder, path), "utf8")
    const { errors, program } = parseSync(path, text)
    assert.isEmpty(errors, path)
    const top = program.body as ReadonlyArray<unknown> as ReadonlyArray<SyntaxNode>
    return { path, text, top }
  })

const cases = modules.filter(({ path }) => /\.test\.tsx?$/.test(path)).flatMap(({ path, text, top }) =>
  top.flatMap(below).flatMap((node): ReadonlyArray<Case> => {
    const given = node["arguments"]
    if (node.type !== "CallExpression" || !["it", "test"].includes(rootOf(node["callee"]))) return []
    if (!Array.isArray(given) || given.length < 2 || !isTitle(given[0])) return []
    const names = new Set(given.slice(1).filter(isNode).flatMap((argument) => [...namesIn(argument)]))
    const body = text.slice(node.start, Number(node["end"]))
    const line = text.slice(0, node.start).split("\n").length
    return [{ path, line, names, comparesTypes: body.includes("@ts-expect-error") }]
  })
)

/** A name with its module, and the names that its definition uses. */
type Link = readonly [name: string, used: ReadonlyArray<string>]

/** The names that a statement at the top of a module defines or imports. */
const linksOf = (path: string, statement: SyntaxNode): ReadonlyArray<Link> => {
  if (statement.type === "ImportDeclaration") {
    const from = String((statement["source"] as SyntaxNode)["value"])
    if (!from.startsWith(".")) return []
    return childrenOf(statement).flatMap(({ imported, local }) =>
      isNode(local) && isNode(imported)
        ? [[`${path} ${String(local["name"])}`, [`${join(path, "..", from)} ${String(imported["name"])}`]] as const]
        : []
    )
  }
  const declared = statement.type === "ExportNamedDeclaration" ? statement["declaration"] : statement
  if (!isNode(declared) || declared.type === "ClassDeclaration") return []
  const parts = declared.type === "VariableDeclaration" ? childrenOf(declared) : [declared]
  return parts.flatMap((part) => linkOf(path, part))
}

const linkOf = (path: string, definition: SyntaxNode): ReadonlyArray<Link> => {
  const { id } = definition
  if (!isNode(id) || id.type !== "Identifier") return []
  const names = [...namesIn(definition)].filter((name) => name !== id["name"])
  return [[`${path} ${String(id["name"])}`, names.map((name) => isAssertion(name) ? name : `${path} ${name}`)]]
}

/** Whether a definition, perhaps inside another one, is that of a function, which may be an argument of a call. */
const definesFunction = ({ init, type }: SyntaxNode): boolean =>
  type === "VariableDeclarator" && isNode(init) &&
  [init, ...childrenOf(init)].some((part) => /^(?:Arrow)?FunctionExpression$/.test(part.type))

const isAssertion = (name: string) => name === "assert" || name === "expect"

const links = modules.flatMap(({ path, top }) => [
  ...top.flatMap((statement) => linksOf(path, statement)),
  ...top.flatMap(below).filter(definesFunction).flatMap((definition) => linkOf(path, definition))
])

/** The names, with their modules, of all that asserts. */
const asserting = new Set(["assert", "expect"])
for (let before = -1; before < asserting.size;) {
  before = asserting.size
  for (const [name, used] of links) if (used.some((one) => asserting.has(one))) asserting.add(name)
}

const asserts = ({ comparesTypes, names, path }: Case) =>
  comparesTypes || names.values().some((name) => isAssertion(name) || asserting.has(`${path} ${name}`))

it("every test asserts something, itself or by what it calls", () => {
  assert.isAbove(cases.length, 1000)
  assert.deepStrictEqual(cases.filter((one) => !asserts(one)).map(({ line, path }) => `${path}:${line}`), [])
})
