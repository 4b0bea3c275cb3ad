/** The part of `docs/reference/errors.md` that lists the rules, from the rules of the code. */
import type { Rule } from "@wristbank/core/primitives/Rule"
import { rulesByRoom } from "@wristbank/core/Rules"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

const reference = /\b(\w+Rules)\.(\w+)\b/g

/** Files that refer to a rule, by the rule's name in the code, such as `tillRules.till_virtual`. */
const places = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const folder of ["core/src", "http/src", "cli/src"]) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!path.endsWith(".ts") || path.endsWith("Rules.ts")) continue
      for (const [used] of readFileSync(join(root, folder, path), "utf8").matchAll(reference)) {
        const files = found.get(used) ?? new Set()
        found.set(used, files.add(`${folder}/${path}`.replace(/^core\/src\//, "")))
      }
    }
  }
  return found
}

/** A sentence as the table shows it: `{needed:amount}` as {needed}. */
export const shown = (sentence: string): string => sentence.replaceAll(/\{(\w+):\w+\}/g, "{$1}")

/** A table of the rules of each room. */
export const ruleTables = (): string => {
  const placesOf = places()
  const row = (variable: string, key: string, { de, en, id, name, remedy, when = en }: Rule): string => {
    const files = placesOf.get(`${variable}.${key}`)
    if (files === undefined) throw new Error(`${name} is a rule that nothing refuses by`)
    const raised = [...files].map((file) => `\`${file}\``).join(", ")
    return `| \`${name}\` | ${id === "Problem" ? "in `problems`" : `\`${id}\``} | ${shown(when)} | ${
      shown(de)
    } | ${remedy} | ${raised} |`
  }
  const tables = Object.entries(rulesByRoom).toSorted(([a], [b]) => a < b ? -1 : 1).map(([variable, rules]) =>
    `### ${Object.values<Rule>(rules)[0]!.name.split(".")[0]}

| rule | id | when, as English says it | German | remedy | raised in |
| --- | --- | --- | --- | --- | --- |
${Object.entries<Rule>(rules).map(([key, rule]) => row(variable, key, rule)).join("\n")}
`
  )
  return tables.join("\n")
}
