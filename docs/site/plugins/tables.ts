import { type HtmlNode, isNamed } from "./HtmlNode.ts"

/** A table without headings is written with an empty first row in Markdown. A screen reader would read the empty cells as headings. */
const dropEmptyHeads = (table: HtmlNode): void => {
  const head = table.children?.find(isNamed("thead"))
  const cells = head?.children?.flatMap((row) => row.children ?? []).filter(isNamed("th")) ?? []
  const empty = cells.filter(({ children }) => (children ?? []).length === 0)
  for (const cell of empty) cell.tagName = "td"
  if (empty.length === cells.length) table.children = (table.children ?? []).filter((part) => part !== head)
}

/** Tables that everyone can read. A wide one scrolls on a phone, so keys must get to it. */
const rewrite = (node: HtmlNode): void => {
  if (node.tagName === "table") {
    dropEmptyHeads(node)
    node.properties = { ...node.properties, tabIndex: 0 }
  }
  for (const child of node.children ?? []) rewrite(child)
}

export default () => rewrite
