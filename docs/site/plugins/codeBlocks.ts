import Prism, { type TokenStream } from "prismjs"
import { type HtmlNode, isNamed, textOf } from "./HtmlNode.ts"

for (const language of ["bash", "json", "sql", "yaml"]) require(`prismjs/components/prism-${language}`)

/** What has a colour of its own, in src/css/code.css. The rest is text. */
const coloured = new Set(["builtin", "comment", "function", "keyword", "number", "string", "variable"])

const textNode = (value: string): HtmlNode => ({ type: "text", value })

const nodesOf = (tokens: TokenStream): Array<HtmlNode> => {
  if (typeof tokens === "string") return [textNode(tokens)]
  if (Array.isArray(tokens)) return tokens.flatMap(nodesOf)
  const children = nodesOf(tokens.content)
  if (!coloured.has(tokens.type)) return children
  return [{ type: "element", tagName: "span", properties: { className: [tokens.type] }, children }]
}

/** Neighbouring texts in one node. */
const joined = (nodes: ReadonlyArray<HtmlNode>): Array<HtmlNode> =>
  nodes.reduce<Array<HtmlNode>>((all, node) => {
    const last = all.at(-1)
    if (last?.type !== "text" || node.type !== "text") return [...all, node]
    return [...all.slice(0, -1), textNode(`${last.value}${node.value}`)]
  }, [])

const languageOf = ({ properties }: HtmlNode): string | undefined =>
  [properties?.["className"]].flat().map(String).find((name) => name.startsWith("language-"))?.slice("language-".length)

const copyButton = (): HtmlNode => ({
  type: "element",
  tagName: "button",
  properties: { type: "button", className: ["copy"], ariaLabel: "Copy code to clipboard" },
  children: []
})

/** A block of code with its colours and a button that copies it. It may be wider than a phone and scrolls there, so keys must get to it. */
const codeBlock = (pre: HtmlNode, code: HtmlNode): HtmlNode => {
  const text = textOf(code).replace(/\n$/, "")
  const grammar = Prism.languages[languageOf(code) ?? ""]
  const children = grammar === undefined
    ? [textNode(text)]
    : joined(nodesOf(Prism.tokenize(text, grammar)))
  return {
    type: "element",
    tagName: "div",
    properties: { className: ["code"] },
    children: [{ ...pre, properties: { tabIndex: 0 }, children: [{ ...code, children }] }, copyButton()]
  }
}

const rewrite = (node: HtmlNode): HtmlNode => {
  const code = node.tagName === "pre" ? node.children?.find(isNamed("code")) : undefined
  if (code !== undefined) return codeBlock(node, code)
  return node.children === undefined ? node : { ...node, children: node.children.map(rewrite) }
}

/** Colours code while the site is built. In the browser it would be done anew at each visit, and pages of the APIs have hundreds of blocks. */
export default () => rewrite
