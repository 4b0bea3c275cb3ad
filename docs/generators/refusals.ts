/**
 * Makes `docs/reference/refusals.json`, which refusals each call has, from what the tests met:
 * `WRISTBANK_RECORD_REFUSALS=/tmp/refusals npm test && node docs/generators/refusals.ts /tmp/refusals`. With `--add` the refusals
 * that are in the table already stay there, which is right after running some of the tests.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { checkedRefusals } from "./CheckedRefusals.ts"
import { isGeneral, knownRefusals, linesOf, type MetRefusal, refusalsFile, tableOf } from "./KnownRefusals.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { add: { type: "boolean", default: false } }
})
const met = positionals.flatMap((path) =>
  readFileSync(path, "utf8").split("\n").filter((line) => line !== "").map((line): MetRefusal => JSON.parse(line))
).filter(({ refusal }) => !isGeneral(refusal))
const kept = values.add ? linesOf(knownRefusals()) : []
writeFileSync(refusalsFile, `${JSON.stringify(tableOf([...kept, ...checkedRefusals, ...met]), null, 2)}\n`)
