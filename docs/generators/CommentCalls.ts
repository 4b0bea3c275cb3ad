/**
 * Comments of schemas and endpoints are lost when a program runs. This puts them into calls of the functions of
 * `SourceComments.ts`, so that they stay with fields that are spread, picked or wrapped, and with endpoints that a function makes.
 */
import { parseSync } from "rolldown/utils"

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

/** A piece of text to be put into the source. */
interface Insertion {
  readonly at: number
  readonly text: string
  /** Of two at the same place, the smaller one comes first. */
  readonly order: number
}

const isNode = (u: unknown): u is Node => typeof u === "object" && u !== null && "type" in u && "start" in u

const childrenOf = (node: Node): ReadonlyArray<Node> =>
  Object.entries(node).flatMap(([name, value]) =>
    name === "parent" ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
  )

const functions: ReadonlySet<string> = new Set(["ArrowFunctionExpression", "FunctionExpression"])

/** The places in an expression where a field of this name is taken from another schema, as `product.price` for `price`. */
const takenFrom = (name: string, node: Node): ReadonlyArray<Node> => {
  if (functions.has(node.type)) return []
  const { computed, property } = node as { readonly computed?: boolean; readonly property?: Node }
  return node.type === "MemberExpression" && computed !== true && property?.["name"] === name
    ? [node]
    : childrenOf(node).flatMap((child) => takenFrom(name, child))
}

/** The lines of a doc comment without their stars. */
const textOf = (comment: string): string =>
  comment.replace(/^\*/, "").split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd()).join("\n").trim()

/** Doc comments by the place of what follows them. */
const commentsByPlace = (source: string, comments: ReadonlyArray<Comment>): ReadonlyMap<number, string> => {
  const after = new Map(comments.map(({ end, start }) => [start, end]))
  const placeAfter = (at: number): number => {
    const next = at + /^\s*/.exec(source.slice(at))![0].length
    const end = after.get(next)
    return end === undefined ? next : placeAfter(end)
  }
  return new Map(
    comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"))
      .map(({ end, value }) => [placeAfter(end), textOf(value)])
  )
}

interface Comment {
  readonly type: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/** What a node of the program and the comment before it come to. */
class Calls {
  readonly insertions: Array<Insertion> = []
  readonly #path: string
  readonly #source: string
  readonly #comments: ReadonlyMap<number, string>

  constructor(path: string, source: string, comments: ReadonlyArray<Comment>) {
    this.#path = path
    this.#source = source
    this.#comments = commentsByPlace(source, comments)
  }

  visit(node: Node): void {
    if (node.type === "ExportNamedDeclaration") this.#exported(node["declaration"], node.start)
    if (node.type === "ClassDeclaration") this.#class(node, node.start)
    if (node.type === "CallExpression") this.#endpoints(node)
    if (node.type === "ObjectExpression") {
      for (const property of node["properties"] as ReadonlyArray<Node>) this.#field(property)
    }
    for (const child of childrenOf(node)) this.visit(child)
  }

  #exported(node: unknown, start: number) {
    if (!isNode(node)) return
    this.#class(node, start)
    if (node.type !== "VariableDeclaration") return
    const [{ init }] = node["declarations"] as [{ readonly init: unknown }]
    if (isNode(init) && init.type === "CallExpression") this.#declared(init, start)
  }

  #class(node: Node, start: number) {
    if (node.type === "ClassDeclaration" && isNode(node["superClass"])) this.#declared(node["superClass"], start)
  }

  #declared(value: Node, start: number) {
    if (this.#comments.has(start)) this.#wrap("declared", value, start)
  }

  #endpoints(node: Node) {
    const { arguments: given, callee } = node as unknown as {
      readonly arguments: ReadonlyArray<Node>
      readonly callee: Node
    }
    const { property } = callee as { readonly property?: Node }
    if (callee.type === "MemberExpression" && property?.["name"] === "add") {
      for (const endpoint of given) {
        if (endpoint.type !== "SpreadElement") this.#wrap("endpoint", endpoint, endpoint.start)
      }
    }
  }

  #field(property: Node) {
    const { computed, key, shorthand, value } = property as unknown as {
      readonly computed?: boolean
      readonly key?: Node
      readonly shorthand?: boolean
      readonly value?: Node
    }
    if (property.type !== "Property" || computed === true || key === undefined || value === undefined) return
    if (functions.has(value.type) || value.type.endsWith("Literal")) return
    const name = String(key["name"] ?? key["value"])
    const sources = takenFrom(name, value).map(({ end, start }) => this.#source.slice(start, end))
    if (shorthand === true) this.insertions.push({ at: value.start, text: `${name}: `, order: 0 })
    this.#wrap("field", value, property.start, sources)
  }

  #wrap(call: string, { end, start }: Node, at: number, sources: ReadonlyArray<string> = []) {
    const line = this.#source.slice(0, at).split("\n").length
    const from = sources.length === 0 ? "" : `, () => [${sources.join(", ")}]`
    const given = `${JSON.stringify(this.#comments.get(at) ?? null)}, ${JSON.stringify(`${this.#path}:${line}`)}${from}`
    this.insertions.push({ at: start, text: `sourceComments.${call}(`, order: 1 }, {
      at: end,
      text: `, ${given})`,
      order: -start
    })
  }
}

/** The source of a module with its comments in calls; lines and types stay as they are. */
export const withCommentCalls = (path: string, source: string): string => {
  const { comments, errors, program } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const calls = new Calls(path, source, comments)
  calls.visit(program as unknown as Node)
  const sorted = calls.insertions.toSorted((a, b) => a.at - b.at || a.order - b.order)
  const pieces = sorted.map(({ at, text }, index) => source.slice(sorted[index - 1]?.at ?? 0, at) + text)
  const own = `import * as sourceComments from ${
    JSON.stringify(new URL("./SourceComments.ts", import.meta.url).href)
  }; `
  return own + pieces.join("") + source.slice(sorted.at(-1)?.at ?? 0)
}
