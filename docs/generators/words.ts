/**
 * Writes `http/src/api/words/<api>.json`, the words of the three APIs, from the comments in the sources:
 * `node docs/generators/words.ts`. With `--missing` it lists instead what has no words or wrong ones, by file; with `--into` it
 * writes the words into another folder.
 */
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { withCommentCalls } from "./CommentCalls.ts"
import type { Flaw } from "./CommentText.ts"

const root = new URL("../../", import.meta.url)
const commented = ["core/src/", "http/src/api/"].map((folder) => new URL(folder, root).href)

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith(".ts") || !commented.some((folder) => url.startsWith(folder))) return loaded
    const source = Buffer.from(loaded.source as Uint8Array).toString()
    return { ...loaded, source: withCommentCalls(url.slice(root.href.length), source) }
  }
})

// Only what is loaded from here on has its comments.
const { collect } = await import("./ApiComments.ts")
const { AdministrationApi } = await import("@wristbank/http/api/administration/AdministrationApi")
const { CustomerApi } = await import("@wristbank/http/api/customer/CustomerApi")
const { TerminalApi } = await import("@wristbank/http/api/terminal/TerminalApi")

const collected = {
  administration: collect(AdministrationApi),
  customer: collect(CustomerApi),
  terminal: collect(TerminalApi)
}

/** The flaws of all APIs, each once, by file and line. */
const flawsByFile = (): ReadonlyArray<readonly [file: string, flaws: ReadonlyArray<Flaw>]> => {
  const all = Object.values(collected).flatMap(({ flaws }) => flaws)
  // Fields that are spread belong to several schemas, and have one place.
  const once = new Map(all.map((flaw) => [`${flaw.place} ${flaw.flaw.replace(/^.*\./, "")}`, flaw]))
  const sorted = [...once.values()].toSorted((a, b) => lineOf(a) - lineOf(b))
  return [...Map.groupBy(sorted, ({ place }) => place.split(":")[0]!)].toSorted(([a], [b]) => a < b ? -1 : 1)
}

const lineOf = ({ place }: Flaw) => Number(place.split(":")[1])

const { values: { into, missing } } = parseArgs({
  options: {
    into: { type: "string" },
    missing: { type: "boolean", default: false }
  }
})

if (missing) {
  for (const [file, flaws] of flawsByFile()) {
    process.stdout.write(`${file}\n`)
    for (const flaw of flaws) process.stdout.write(`  ${String(lineOf(flaw)).padStart(4)} ${flaw.flaw}\n`)
  }
}

if (into !== undefined || !missing) {
  const folder = into ?? fileURLToPath(new URL("http/src/api/words", root))
  for (const [api, { words }] of Object.entries(collected)) {
    writeFileSync(join(folder, `${api}.json`), `${JSON.stringify(words, null, 2)}\n`)
  }
  // The fields of an event's file have the words of the same fields of the API.
  if (into === undefined) execFileSync(process.execPath, [fileURLToPath(new URL("docs/generators/eventFile.ts", root))])
}
