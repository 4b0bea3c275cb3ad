import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** A block of code on a page. */
export interface FencedBlock {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly text: string
  /** The mark around it with which a test finds and runs it. */
  readonly walk: string | undefined
}

const fence = /^(?<indent> *)```(?<language>[\w-]*)[^\n]*\n(?<text>[^]*?)^ *```$/gm

export const blocksOf = (page: string, content: string): ReadonlyArray<FencedBlock> =>
  Array.from(content.matchAll(fence), (match): FencedBlock => {
    const { indent = "", language = "", text = "" } = match.groups ?? {}
    const before = content.slice(0, match.index)
    const after = content.slice(match.index + match[0].length)
    const [, walk] = /<!-- ([\w-]+):begin -->\s*$/.exec(before) ?? []
    const isClosed = walk !== undefined && new RegExp(`^\\s*<!-- ${walk}:end -->`).test(after)
    return {
      page,
      line: before.split("\n").length,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      walk: isClosed ? walk : undefined
    }
  })

/** Every block of the documentation and of the pages beside it. */
export const documentedBlocks = (): ReadonlyArray<FencedBlock> =>
  ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: root, exclude: ["docs/site/**"] }).toSorted()]
    .flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8")))
