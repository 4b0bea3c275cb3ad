import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Handler } from "../answers/Handler.ts"

interface Encoded {
  readonly children: ReadonlyArray<Encoded>
}

/** A node with its child nodes, as JSON. */
type Node = Schema.JsonObject & { readonly children: Schema.JsonArray }

const isNode = (json: Schema.Json): json is Node =>
  typeof json === "object" && json !== null && "children" in json && Array.isArray(json.children)

/** Answers a tree, which may be deeper than the server's JSON writer can handle. */
export const treeAnswer = <A, Tree extends Encoded>(schema: Schema.Codec<A, Tree>) => {
  const encode = Schema.encodeSync(Schema.toCodecJson(schema))
  return <Request, E, R>(handler: Handler<Request, A, E, R>) => (request: Request) =>
    Effect.map(
      handler(request),
      (tree) => HttpServerResponse.text(jsonOfTree(encode(tree)), { contentType: "application/json" })
    )
}

/** JSON of a tree of any depth. `JSON.stringify` is recursive and fails below some two thousand levels. */
const jsonOfTree = (tree: Schema.Json): string => {
  const parts: Array<string> = []
  const waiting: Array<{ readonly node: Schema.Json } | { readonly text: string }> = [{ node: tree }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ("text" in next) parts.push(next.text)
    else if (!isNode(next.node)) parts.push(JSON.stringify(next.node))
    else {
      const { children, ...own } = next.node
      parts.push(JSON.stringify(own).slice(0, -1), `,"children":[`)
      waiting.push({ text: "]}" })
      for (const [n, node] of children.toReversed().entries()) waiting.push(...(n === 0 ? [] : [comma]), { node })
    }
  }
  return parts.join("")
}

const comma = { text: "," }
