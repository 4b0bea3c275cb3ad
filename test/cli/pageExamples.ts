import { readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * The commands of the shell blocks of a page for administrators, without `wristbank`, comments and the files that their output goes to,
 * as lists of words.
 */
export const examplesOf = (page: string): ReadonlyArray<ReadonlyArray<string>> => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/administrator-documentation", page), "utf8")
  const blocks = Array.from(text.matchAll(/^```(?:bash|sh)\n([^]*?)^```$/gm), ([, block = ""]) => block)
  return blocks.flatMap((block) => block.split("\n")).filter((line) => line.startsWith("wristbank ")).map((line) =>
    line.replace(/ +(?:#|>).*$/, "").split(/ +/).slice(1)
  )
}
