import { existsSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

interface Node {
  type: string
  url?: string
  value?: string
  children?: Array<Node>
}

const root = join(__dirname, "../../..")

const nodesIn = (node: Node): ReadonlyArray<Node> => [node, ...(node.children ?? []).flatMap(nodesIn)]

/** The file that a link of a page leads to if it is no page of the site, as a path in the project. */
const fileBehind = (page: string, url: string): string | undefined => {
  if (/^([a-z]+:|[/#])/.test(url)) return undefined
  const path = relative(root, resolve(dirname(page), url.replace(/[?#].*$/, "")))
  return path.startsWith("docs/") && path.endsWith(".md") ? undefined : path
}

/**
 * Pages link to programs, examples and files beside `docs/`. The site does not have them: these links lead to the source. Without an
 * address of it they are text.
 */
export default ({ source }: { readonly source: string | undefined }) =>
(tree: Node, { path: page }: { readonly path: string }) => {
  for (const parent of nodesIn(tree)) {
    if (parent.children === undefined) continue
    parent.children = parent.children.flatMap((node) => {
      const path = node.type === "link" ? fileBehind(page, node.url ?? "") : undefined
      if (path === undefined) return [node]
      if (!existsSync(join(root, path))) {
        throw new Error(`${relative(root, page)} links to ${node.url}, which does not exist`)
      }
      return source === undefined ? node.children ?? [] : [{ ...node, url: `${source}/blob/main/${path}` }]
    })
  }
}
