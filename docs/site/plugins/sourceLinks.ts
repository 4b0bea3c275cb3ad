import { existsSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

interface Node {
  readonly type: string
  url?: string
  readonly children?: ReadonlyArray<Node>
}

const root = join(__dirname, "../../..")

const linksIn = (node: Node): ReadonlyArray<Node> => [
  ...(node.type === "link" || node.type === "definition" ? [node] : []),
  ...(node.children ?? []).flatMap(linksIn)
]

/** The file that a link of a page leads to if it is no page of the site, as a path in the project. */
const fileBehind = (page: string, url: string): string | undefined => {
  if (/^([a-z]+:|[/#])/.test(url)) return undefined
  const path = relative(root, resolve(dirname(page), url.replace(/[?#].*$/, "")))
  return path.startsWith("docs/") && path.endsWith(".md") ? undefined : path
}

/** Pages link to programs, examples and files beside `docs/`. The site does not have them: these links lead to the source. */
export default ({ source }: { readonly source: string }) => (tree: Node, { path: page }: { readonly path: string }) => {
  for (const link of linksIn(tree)) {
    const path = fileBehind(page, link.url ?? "")
    if (path === undefined) continue
    if (!existsSync(join(root, path))) {
      throw new Error(`${relative(root, page)} links to ${link.url}, which does not exist`)
    }
    link.url = `${source}/blob/main/${path}`
  }
}
