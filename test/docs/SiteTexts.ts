import type { Text, Texts } from "../../docs/site/src/search/ranking.ts"

/** Markdown as a reader sees it: without marks, fences, and the addresses of links and pictures. */
const plain = (markdown: string): string =>
  markdown.replaceAll(/^```.*$/gm, "").replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*|]/g, " ").trim()

const addressOf = (page: string) => `/docs/${page.replace(/\.md$/, "")}`

interface Section {
  readonly heading: string
  readonly lines: Array<string>
}

const sectionsOf = (markdown: string): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  let isCode = false
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode
    const heading = isCode ? undefined : /^#{1,3} (.+)$/.exec(line)?.[1]
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: plain(heading), lines: [] })
  }
  return sections
}

/** Pages of the folder of documentation, each with its Markdown, as the texts that its site searches. */
export const textsOf = (pages: ReadonlyArray<readonly [page: string, markdown: string]>): Texts => {
  const texts = { titles: Array<Text>(), headings: Array<Text>(), contents: Array<Text>() }
  let last = 0
  const next = () => last += 1
  for (const [page, markdown] of pages) {
    const [start, ...sections] = sectionsOf(markdown)
    // The title of a post is not in its text.
    if (start === undefined) continue
    const u = addressOf(page)
    const p = next()
    texts.titles.push({ i: p, t: start.heading, u })
    texts.contents.push({ i: next(), t: plain(start.lines.join("\n")), s: start.heading, u, h: "", p })
    for (const [at, { heading, lines }] of sections.entries()) {
      const h = `#${at}`
      texts.headings.push({ i: next(), t: heading, u, h, p })
      texts.contents.push({ i: next(), t: plain(lines.join("\n")), s: heading, u, h, p })
    }
  }
  return texts
}
