import type { Contents } from "@wristbank/core/eventfile/EventFile"
import { sections } from "@wristbank/core/eventfile/Sections"

/** What a file describes, in one line: `Harbour Festival: 3 nodes, 12 products`. */
export const contentsLine = (contents: Contents): string => {
  const counts = sections.flatMap(({ name, single }) => {
    const count = contents[name]?.length ?? 0
    return single || count === 0 ? [] : [`${count} ${name.replaceAll("_", " ")}`]
  })
  return `${contents["event"]?.[0]?.["name"]}: ${counts.length === 0 ? "no objects" : counts.join(", ")}`
}
