import type { HtmlNode } from "./HtmlNode.ts"

/** Elements that parts of the theme render: they have state, or the theme must know of them. */
const rendered = new Set(["admonition", "details", "h1", "h2", "h3", "h4", "h5", "h6", "head", "img", "mermaid"])

const isStatic = ({ children = [], properties, tagName = "", type }: HtmlNode): boolean => {
  if (type !== "element") return type === "text" || type === "comment"
  // Footnotes and other parts with an anchor of their own are checked by the theme.
  return !rendered.has(tagName) && properties?.["id"] === undefined && children.every(isStatic)
}

const isBlank = ({ type, value = "" }: HtmlNode): boolean =>
  type === "comment" || (type === "text" && value.trim() === "")

/** Links to other sites open beside the page, as the theme does it. */
const withTargets = (node: HtmlNode): HtmlNode => {
  const children = node.children?.map(withTargets)
  const href = String(node.properties?.["href"] ?? "")
  const isForeign = node.tagName === "a" && /^[a-z]+:/.test(href)
  return {
    ...node,
    ...children !== undefined && { children },
    ...isForeign && { properties: { ...node.properties, target: "_blank", rel: ["noopener", "noreferrer"] } }
  }
}

type ToHtml = (tree: never) => string

const component = (nodes: ReadonlyArray<HtmlNode>, toHtml: ToHtml): HtmlNode => {
  const html = toHtml({ type: "root", children: nodes.map(withTargets) } as never)
  const attribute = { type: "mdxJsxAttribute", name: "html", value: html }
  return { type: "mdxJsxFlowElement", name: "StaticHtml", attributes: [attribute], children: [] } as HtmlNode
}

/** Neighbours that are static become one component. */
const grouped = (nodes: ReadonlyArray<HtmlNode>, toHtml: ToHtml): Array<HtmlNode> => {
  const groups: Array<HtmlNode | Array<HtmlNode>> = []
  for (const node of nodes) {
    const last = groups.at(-1)
    if (!isStatic(node)) groups.push(node)
    else if (Array.isArray(last)) last.push(node)
    else groups.push([node])
  }
  return groups.flatMap((group) => {
    if (!Array.isArray(group)) return [group]
    return group.every(isBlank) ? [] : [component(group, toHtml)]
  })
}

/**
 * Makes text, tables and code of a page HTML that React leaves as it is. As components, each cell and link of a page costs a phone time
 * before the page reacts.
 */
export default () => async (tree: HtmlNode): Promise<HtmlNode> => {
  const { toHtml } = await import("hast-util-to-html")
  return { ...tree, children: grouped(tree.children ?? [], toHtml) }
}
