/** Parts of generated pages. */

/** A comment below the title of a page that says where to change it. */
export const madeBy = (generator: string, sources: string): string =>
  `<!-- Made by docs/generators/${generator}.ts from ${sources}; change it there, and run \`node docs/generators/${generator}.ts\`. -->`

/** Text as Markdown shows it: what looks like a tag stays text, except in code. */
export const plain = (text: string): string =>
  text.split(/(`[^`]*`)/).map((part, at) => at % 2 === 1 ? part : part.replace(/[<*[\]]/g, "\\$&")).join("")

/** A text of a table's cell, in one line. */
export const cell = (text: string): string => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|")

export const table = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n")

/** Words as a list that ends with "and" or "or". */
export const listed = (words: ReadonlyArray<string>, last: "and" | "or" = "and"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`
