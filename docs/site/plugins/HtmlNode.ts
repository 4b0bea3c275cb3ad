/** A node of a page between Markdown and React, as rehype plugins see it. */
export interface HtmlNode {
  readonly type: string
  tagName?: string
  readonly value?: string
  properties?: Record<string, unknown>
  children?: Array<HtmlNode>
}

export const isNamed = (name: string) => (node: HtmlNode) => node.tagName === name

/** The text of a node, without its tags. */
export const textOf = ({ children = [], value = "" }: HtmlNode): string => value + children.map(textOf).join("")
