import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"

interface Encoded {
  readonly children: ReadonlyArray<Encoded>
}

/** Answers a tree, which may be deeper than what the server writes by itself. */
export const treeAnswer = <A, Tree extends Encoded>(schema: Schema.Codec<A, Tree>) => {
  const encode = Schema.encodeSync(Schema.toCodecJson(schema))
  return <E, R>(tree: Effect.Effect<A, E, R>) =>
    Effect.map(
      tree,
      (whole) =>
        HttpServerResponse.text(jsonOfTree(encode(whole) as unknown as Encoded), { contentType: "application/json" })
    )
}

/** JSON of a tree of any depth; `JSON.stringify` calls itself for each level and gives up below some two thousand. */
export const jsonOfTree = (tree: Encoded): string => {
  const parts: Array<string> = []
  const waiting: Array<Encoded | string> = [tree]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "string") {
      parts.push(next)
      continue
    }
    const { children, ...own } = next
    parts.push(JSON.stringify(own).slice(0, -1), `,"children":[`)
    waiting.push("]}")
    for (const [n, child] of children.toReversed().entries()) waiting.push(...(n === 0 ? [child] : [",", child]))
  }
  return parts.join("")
}
