import { rootId } from "./Node.ts"

/** A node as people name it. */
export interface NamedNode {
  readonly id: bigint
  readonly parent: bigint
  readonly name: string
  /** The event at or above the node; null above events. */
  readonly event_id: bigint | null
}

/** What a name leads to: one node, several that it may mean, or none. */
export type Naming<N> =
  | { readonly kind: "one"; readonly node: N }
  | { readonly kind: "several"; readonly nodes: ReadonlyArray<N> }
  | { readonly kind: "none" }

/** The names of each node and of those above it, without the root's, by id: `Harbour Club/Festival`. Empty for the root. */
export const namePaths = (all: ReadonlyArray<NamedNode>): ReadonlyMap<bigint, string> => {
  const byId = new Map(all.map((node) => [node.id, node]))
  const pathOf = (node: NamedNode): string => {
    if (node.id === rootId) return ""
    const parent = byId.get(node.parent)
    const above = parent === undefined ? "" : pathOf(parent)
    return above === "" ? node.name : `${above}/${node.name}`
  }
  return new Map(all.map((node) => [node.id, pathOf(node)]))
}

/**
 * The node that a person means, of those that qualify: by its names on the way from the root, by its id, or by the last of its names
 * if no other node has them. A name of digits is looked for before the id. `all` holds the nodes above those that qualify, too.
 */
export const nodeNamed = <N extends NamedNode>(
  given: string,
  all: ReadonlyArray<N>,
  qualifies: (node: N) => boolean
): Naming<N> => {
  const named = given.normalize("NFC").trim()
  const paths = namePaths(all)
  const candidates = all.filter(qualifies).map((node) => ({ node, path: paths.get(node.id)! }))
  const exact = candidates.find(({ path }) => path === named) ??
    candidates.find(({ node }) => String(node.id) === named)
  if (exact !== undefined) return { kind: "one", node: exact.node }
  if (named === "") return { kind: "none" }
  const [found, ...others] = candidates.filter(({ path }) => `/${path}`.endsWith(`/${named}`)).map(({ node }) => node)
  if (found === undefined) return { kind: "none" }
  return others.length === 0 ? { kind: "one", node: found } : { kind: "several", nodes: [found, ...others] }
}
